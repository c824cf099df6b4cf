#!/bin/sh
# There: a supervised reading stage, traces made beside it, scored on held-out ones in the end.
#   read.sh <name> <seconds> [options of train_read]
# Leaves the weights in .local/agent/<name>, in $OUT too (five files of at most 15 MiB, metrics and log), and as a folder
# for the engine, "no answer" scaled, in .local/agent/<name>-hf.
#   INIT   what to begin with; default packages/pocket/pocket.gguf
#   NONE   scale of the row of <|none|>; default 0.8
#   MORE   further options of the traces that are trained on, as --asked <file>
#   RECORDED=1  a seventh of the traces are what record.sh, which runs beside, records
#   SEED   of the first producer; default 900000. PRODUCERS of them, default 14. EVALS held-out traces, default 10000
. "$(dirname "$0")/../../agent/device/common.sh"
NAME=$1 LONG=$2
shift 2
unpack
R=.local/read
TRACES="$A/bin/node $R/traces.mjs --tokenizer $R/tokenizer.json $CORPUS"
TEXTS=$(for TEXT in $R/texts/*; do printf -- '--text %s ' "$TEXT"; done)
[ "${INIT:-}" = "$A/$NAME" ] || rm -rf "$A/$NAME" # a stage that fails must not pass off what an earlier one left
$TRACES --split test --seed 77 --limit ${EVALS:-10000} > $A/held-out.jsonl &
$PYTHON -m memagent_engine.pocket.train_read --init "${INIT:-packages/pocket/pocket.gguf}" --out "$A/$NAME" --seconds "$LONG" --device $DEVICE \
  --producers ${PRODUCERS:-14} --producer-command "${RECORDED:+sh recipes/pocket/device/recorded.sh {seed\}} $TRACES $TEXTS --neighbours $R/neighbours.json ${MORE:-} --seed {seed}" --seed ${SEED:-900000} \
  --eval $A/held-out.jsonl "$@" > "$OUT/read.txt" 2>&1 || tail -n 3 "$OUT/read.txt"
wait
$PYTHON -m memagent_engine.pocket.export hf --model "$A/$NAME" --tokenizer $R/tokenizer.json --none ${NONE:-0.8} --out "$A/$NAME-hf"
cp "$A/$NAME"/*.safetensors "$A/$NAME/metrics.jsonl" "$OUT/"
grep '%  \[' "$OUT/read.txt" || true
echo "done after $(($(date +%s) - BEGAN)) s"
