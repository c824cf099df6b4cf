#!/usr/bin/env bash
# Tries the Tinker client and `memagent train` on a real SkyRL server, on the CPU, with a tiny random model.
#
#     test/skyrl/run.sh                 skyrl 0.3.0 from PyPI: requests as JSON
#     test/skyrl/run.sh protobuf        SkyRL's repository: requests as protobuf
#     test/skyrl/run.sh json train      one part alone: checks, or train
#
# Installs about 2.3 GB once, into ${MEMAGENT_CACHE:-~/.cache/memagent}/skyrl. For the second, SKYRL_SOURCE names a
# checkout of the repository; otherwise it is cloned.
set -euo pipefail
form=${1:-json}
part=${2:-all}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cache=${MEMAGENT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/memagent}/skyrl
commit=a9564572e
venv=$cache/venv
mkdir -p "$cache"

if [ ! -e "$venv/ready" ]; then
  python3 -m venv "$venv"
  # A CPU build of torch first: what follows is content with it and brings no CUDA.
  "$venv/bin/pip" install --quiet --disable-pip-version-check torch==2.13.0
  "$venv/bin/pip" install --quiet --disable-pip-version-check 'skyrl[tinker,jax]==0.3.0' torch==2.13.0 uv==0.13.7
  touch "$venv/ready"
fi
# Before Python 3.12 pydantic takes TypedDict from typing_extensions alone.
patch_types() { sed -i 's/^from typing import \(.*\), TypedDict$/from typing import \1\nfrom typing_extensions import TypedDict/' "$1"; }
if [ "$form" = protobuf ]; then
  source=${SKYRL_SOURCE:-$cache/source}
  [ -d "$source" ] || { git clone --quiet https://github.com/NovaSky-AI/SkyRL "$source" && git -C "$source" checkout --quiet $commit; }
  patch_types "$source/skyrl/tinker/types.py"
  export PYTHONPATH=$source
else
  patch_types "$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/skyrl/tinker/types.py"
fi

work=$(mktemp -d)
server=
stop() {
  [ -z "$server" ] || kill -TERM -- -"$server" 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT
"$venv/bin/python" "$here/tiny_model.py" "$work/tiny" >/dev/null 2>&1
: >"$work/server.log"
port=$("$venv/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')

# The API starts its engine as its own command line says, with uv: it must itself be started by uv. A group of its own
# makes both end together.
set -m
(
  cd "$work"
  export PATH=$venv/bin:$PATH VIRTUAL_ENV=$venv UV_OFFLINE=1 UV_PYTHON_DOWNLOADS=never JAX_PLATFORMS=cpu HF_HUB_OFFLINE=1
  exec uv run --no-project -m skyrl.tinker.api --base-model "$work/tiny" --backend jax \
    --backend-config '{"max_lora_adapters": 16, "max_lora_rank": 8}' \
    --database-url "sqlite:///$work/tinker.db" --checkpoints-base "$work/checkpoints" --host 127.0.0.1 --port "$port"
) >"$work/server.log" 2>&1 &
server=$!
set +m
url=http://127.0.0.1:$port
for _ in $(seq 120); do
  grep -q 'Starting background engine' "$work/server.log" && break
  kill -0 $server 2>/dev/null || { cat "$work/server.log"; exit 1; }
  sleep 1
done
version=$([ "$form" = protobuf ] && echo "SkyRL's repository at $commit" || echo 'skyrl 0.3.0')
echo "$version, JAX on the CPU, at $url"

cd "$root"
tsx=(node --conditions=memagent-source --import tsx)
[ "$part" = train ] || "${tsx[@]}" test/skyrl/checks.ts "$url" "$form" "$work/tiny/tokenizer.json"
[ "$part" != checks ] || exit 0

cp "$here/reward.mjs" "$work"
for i in $(seq 10); do
  printf '{"id":"%s","question":"what was written down?","answers":["ships"],"text":"%s"}\n' "$i" \
    "$(for j in $(seq 4); do printf 'the keeper of tower %s wrote down ship %s in the night. ' "$i" "$j"; done)"
done >"$work/tasks.jsonl"
sed -e "s#URL#$url#; s#MODEL#$work/tiny#g" "$here/recipe.yaml" >"$work/recipe.yaml"
train() { "${tsx[@]}" packages/cli/src/main.ts train "$work/recipe.yaml" --out "$work/run" --quiet "$@" >/dev/null; }
train --steps 1
train --resume
node -e '
  const lines = require("node:fs").readFileSync(process.argv[1], "utf8").trim().split("\n").map((line) => JSON.parse(line));
  for (const { step, rewardMean, rolloutTrainerDiff: off, gradNorm } of lines)
    console.log("step", step, "reward", rewardMean?.toFixed(3), off === undefined ? "no signal" : `sampler against trainer ${off.toExponential(1)} gradient ${gradNorm?.toFixed(4)}`);
  if (lines.at(-1).step !== 3 || !(lines.at(-1).rolloutTrainerDiff < 1e-3)) process.exit(1);
' "$work/run/metrics.jsonl"
echo "memagent train: 3 steps, stopped after 1 and resumed"
