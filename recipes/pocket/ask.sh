#!/usr/bin/env bash
# Questions about paragraphs, made and answered again by weights that were trained with `--asking`. On the training
# machine.
#   MODEL    those weights: a folder as transformers has it, or a GGUF
#   OUT      where the questions go: a SQuAD file, .jsonl.gz, for `--asked`
#   ASK      command that runs ask.ts with its data files; --engine, --seed and --shard are added
#   SHARDS   how many of them run side by side; default 8
#   SEED     default 1
#   BUDGET   seconds after which they are ended, with what there is; default 240
set -euo pipefail
: "${MODEL:?}" "${OUT:?}" "${ASK:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1

WORK=$(mktemp -d)
$PYTHON -m memagent_engine.serve --model "$MODEL" --name pocket --checkpoints "$WORK/checkpoints" ${ENGINE_FLAGS:-} > "$WORK/engine.json" 2> "$WORK/engine.txt" &
ENGINE=$!
trap 'kill $ENGINE 2>/dev/null || true; rm -rf "$WORK"' EXIT
until [ -s "$WORK/engine.json" ]; do
  kill -0 $ENGINE || { cat "$WORK/engine.txt"; exit 1; }
  sleep 0.2
done
URL=$($PYTHON -c "import json, sys; print(json.load(open(sys.argv[1]))['url'])" "$WORK/engine.json")

ASKING=()
for ((I = 0; I < ${SHARDS:-8}; I++)); do
  timeout "${BUDGET:-240}" $ASK --engine "$URL" --seed "${SEED:-1}" --shard "$I/${SHARDS:-8}" > "$WORK/$I.jsonl" 2> "$WORK/$I.txt" &
  ASKING+=($!)
done
for PID in "${ASKING[@]}"; do wait "$PID" || true; done
cat "$WORK"/*[0-9].txt
# A line that was cut is none.
cat "$WORK"/*.jsonl | { grep '}$' || true; } | gzip -9 > "$OUT"
echo "$(gunzip -c "$OUT" | wc -l) questions in $OUT"
