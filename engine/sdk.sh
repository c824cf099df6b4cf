#!/usr/bin/env bash
# The official tinker SDK, unmodified, against the engine on the CPU, with a small random model: JSON (0.24.1),
# then protobuf (0.36.0); others are named as arguments. Each has an environment of its own, made once in
# ${MEMAGENT_CACHE:-~/.cache/memagent}/sdk. The engine's Python is MEMAGENT_ENGINE_PYTHON, or engine/.venv of test.sh.
set -euo pipefail
cd "$(dirname "$0")"
cache=${MEMAGENT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/memagent}/sdk
python=${MEMAGENT_ENGINE_PYTHON:-.venv/bin/python}
[ $# -gt 0 ] || set -- 0.24.1 0.36.0

work=$(mktemp -d)
mkfifo "$work/input"
"$python" - "$work/small" <<'END'
import sys
import torch
import transformers

torch.manual_seed(5)
size = {"vocab_size": 512, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4}
config = transformers.Qwen3Config(**size, num_key_value_heads=2, head_dim=16, eos_token_id=1, tie_word_embeddings=True)
transformers.AutoModelForCausalLM.from_config(config, dtype=torch.float32).save_pretrained(sys.argv[1])
END
# It ends with its input, which is ours.
PYTHONPATH=. "$python" -m memagent_engine.serve --model "$work/small" --device cpu --attached \
  --checkpoints "$work/checkpoints" <"$work/input" >"$work/said" &
engine=$!
exec 3>"$work/input"
trap 'exec 3>&-; wait $engine || true; rm -rf "$work"' EXIT
until grep -q '"url"' "$work/said"; do
  kill -0 $engine 2>/dev/null || exit 1
  sleep 0.2
done
url=$(sed -n 's/.*"url": "\([^"]*\)".*/\1/p' "$work/said")

for version; do
  venv=$cache/$version
  if [ ! -e "$venv/ready" ]; then
    "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "tinker==$version"
    # For losses of one's own the SDK wants torch: the engine's, found after all that is the SDK's.
    site() { "$1" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }
    site "$python" >"$(site "$venv/bin/python")/engine.pth"
    touch "$venv/ready"
  fi
  "$venv/bin/python" tests/serve/sdk_check.py "$url" small
done
