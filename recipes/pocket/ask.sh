#!/usr/bin/env bash
# Questions about paragraphs, made by weights that were trained with `--asking`, and answered again. On the training
# machine.
#   MODEL    those weights: a folder as transformers has it, or a GGUF
#   READER   weights that answer them; default the shipped ones
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
trap 'kill $(cat "$WORK"/*.pid) 2>/dev/null || true; rm -rf "$WORK"' EXIT
start() { # <name> <weights>
  $PYTHON -m memagent_engine.serve --model "$2" --name pocket --checkpoints "$WORK/checkpoints-$1" ${ENGINE_FLAGS:-} > "$WORK/$1.json" 2> "$WORK/$1.err" &
  echo $! > "$WORK/$1.pid"
}
url() { # <name>
  until [ -s "$WORK/$1.json" ]; do
    kill -0 "$(cat "$WORK/$1.pid")" || { cat "$WORK/$1.err" >&2; return 1; }
    sleep 0.2
  done
  $PYTHON -c "import json, sys; print(json.load(open(sys.argv[1]))['url'])" "$WORK/$1.json"
}
start asker "$MODEL"
start reader "${READER:-packages/pocket/pocket.gguf}"
ASKER_URL=$(url asker)
READER_URL=$(url reader)

ASKING=()
for ((I = 0; I < ${SHARDS:-8}; I++)); do
  timeout "${BUDGET:-240}" $ASK --engine "$ASKER_URL" --reader "$READER_URL" --seed "${SEED:-1}" --shard "$I/${SHARDS:-8}" > "$WORK/$I.jsonl" 2> "$WORK/$I.txt" &
  ASKING+=($!)
done
for PID in "${ASKING[@]}"; do wait "$PID" || true; done
cat "$WORK"/*[0-9].txt
# A line that was cut is none.
cat "$WORK"/*.jsonl | { grep '}$' || true; } | gzip -9 > "$OUT"
echo "$(gunzip -c "$OUT" | wc -l) questions in $OUT"
