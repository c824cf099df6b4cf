# Sourced by the others, from the root of the tree: unpacks, starts and stops the engine. Nothing is installed.
set -eu
A=.local/agent
PYTHON=${PYTHON:-python3}
DEVICE=${DEVICE:-cuda}
OUT=${OUT:-$A/out}
mkdir -p "$OUT" $A/bin
export PYTHONUNBUFFERED=1 PYTHONPATH=engine

unpack() {
  [ -x $A/bin/node ] || { xz -dc -T0 $A/program/node.xz > $A/bin/node && chmod +x $A/bin/node; }
  [ $A/bin/memagent.mjs -nt $A/program/memagent.mjs.xz ] || xz -dc $A/program/memagent.mjs.xz > $A/bin/memagent.mjs
  cp packages/cli/package.json $A/package.json # where the command looks for its version
}
# It is stopped before the machine's own limit, so that what there is can be collected.
memagent() { timeout -s INT ${MOST:-540} $A/bin/node $A/bin/memagent.mjs "$@"; }

# engine <model>: sets ENGINE and URL
engine() {
  mkdir -p $A/checkpoints
  rm -f $A/engine.json
  $PYTHON -m memagent_engine.serve --model "$1" --name pocket --device "$DEVICE" --checkpoints $A/checkpoints \
    ${ENGINE_FLAGS:-} > $A/engine.json 2> "$OUT/engine.txt" &
  ENGINE=$!
  trap 'kill $ENGINE 2>/dev/null || true' EXIT
  for _ in $(seq 1200); do
    [ -s $A/engine.json ] && break
    kill -0 $ENGINE 2>/dev/null || { cat "$OUT/engine.txt"; exit 1; }
    sleep 0.1
  done
  URL=$($PYTHON -c "import json; print(json.load(open('$A/engine.json'))['url'])")
  echo "engine $URL after $(($(date +%s) - BEGAN)) s"
}
BEGAN=$(date +%s)
