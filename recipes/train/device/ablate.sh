#!/bin/sh
# There: the ablations of recipes/remember.yaml, all at once, a core each, on the CPU: nothing of a GPU is touched, so
# that another command may use it. Every run starts an engine of its own.
#   ablate.sh <seconds> [recipe …]                seeds: SEEDS="1 2 3"; further options of `memagent train`: TRAIN="…"
# Needs .local/agent/program (recipes/agent/device/bundle.sh). Leaves $OUT/ablations.tar.xz, a folder for each run with
# its metrics.jsonl and what it said; recipes/train/ablations.ts makes the table of it.
set -eu
cd "$(dirname "$0")/../../.."
LONG=$1
shift
[ $# -gt 0 ] || set -- recipes/remember.yaml recipes/remember-ablation.yaml recipes/train/remember-*.yaml
BEGAN=$(date +%s)
A=.local/agent
OUT=${OUT:-$A/out}
B=$A/ablate # a place of its own: another command may unpack beside this one
RUNS=$B/runs
rm -rf $B
mkdir -p "$OUT" $B/bin $RUNS
export CUDA_VISIBLE_DEVICES= OMP_NUM_THREADS=1 MEMAGENT_ENGINE_PYTHON="${PYTHON:-python3}"
xz -dc -T0 $A/program/node.xz > $B/bin/node && chmod +x $B/bin/node
xz -dc $A/program/memagent.mjs.xz > $B/bin/memagent.mjs # as deep as a source: it finds the engine in the same way
cp packages/cli/package.json $B/package.json # where the command looks for its version

# Whatever ends this ends the runs, and these end their engines.
trap 'kill $PIDS 2>/dev/null || true' EXIT
trap 'exit 1' INT TERM
PIDS=
for SEED in ${SEEDS:-1 2 3}; do
  for RECIPE in "$@"; do
    RUN=$RUNS/$(basename "$RECIPE" .yaml)-$SEED
    mkdir -p "$RUN"
    # A run ends itself, whole, some time before; is asked to, a little before; and is made to.
    timeout -s INT -k 10 $((LONG - 20)) $B/bin/node $B/bin/memagent.mjs train "$RECIPE" --seed "$SEED" \
      --seconds $((LONG - 45)) --out "$RUN/run" --quiet ${TRAIN:-} > "$RUN/said.txt" 2>&1 &
    PIDS="$PIDS $!"
  done
done
echo "$(echo $PIDS | wc -w) runs begun"
for PID in $PIDS; do wait "$PID" || true; done
PIDS=

for RUN in $RUNS/*; do
  if [ -s "$RUN/run/metrics.jsonl" ]; then
    mv "$RUN/run/metrics.jsonl" "$RUN"
    tail -n 3 "$RUN/run/engine.log" >> "$RUN/said.txt" 2>/dev/null || true
    echo "$(basename "$RUN") $(tail -n 1 "$RUN/metrics.jsonl" | grep -o '"step":[0-9]*') $(grep -o '"heldOutAccuracy":[0-9.e-]*' "$RUN/metrics.jsonl" | tail -n 1)"
  else
    echo "$(basename "$RUN") made no step: $(tail -n 3 "$RUN/said.txt")"
  fi
  rm -rf "$RUN/run"
done
tar -C $RUNS -c . | xz -T0 > "$OUT/ablations.tar.xz"
echo "done after $(($(date +%s) - BEGAN)) s"
