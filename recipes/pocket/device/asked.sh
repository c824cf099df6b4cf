#!/bin/sh
# There, by background.sh: questions made by the model itself. A stage that learns to ask, questions about all paragraphs,
# a reading stage with them, and which of the shipped weights, those of the stage and their mean is best on validation
# articles.
#   asked.sh <seconds of learning to ask> <seconds of asking> <seconds of the stage> [options of train_read for both]
# With 0 for the first the questions are those that are there.
# FROM   what the stage begins with; default packages/pocket/pocket.gguf
# What every part leaves is in a folder of its own, the stage's weights beside them (stage.sh); .local/read/asked.jsonl.gz
# are the questions.
. "$(dirname "$0")/../../agent/device/common.sh"
D=$(dirname "$0") R=.local/read
LEARN=$1 ASKING=$2 STAGE=$3
shift 3
unpack

if [ "$LEARN" -gt 0 ]; then
  part learn env MORE='--asking 12' EVALS=200 sh $D/read.sh asker "$LEARN" "$@"
  said learn 1
  rm -f "$JOB"/learn/*.safetensors
  part ask env MODEL=$A/asker-hf OUT=$R/asked.jsonl.gz BUDGET="$ASKING" SHARDS="${SHARDS:-14}" \
    ASK="$A/bin/node $R/ask.mjs --tokenizer $R/tokenizer.json $CORPUS ${LIMIT:-}" bash $D/../ask.sh
  said ask 1
  gunzip -c $R/asked.jsonl.gz | head -n 40 > "$JOB/ask/some.jsonl"
  [ -s "$JOB/ask/some.jsonl" ] || { echo "no question was made" && exit 1; }
fi
export HALF=1 MORE="--asked $R/asked.jsonl.gz" SEED=1900000 INIT="${FROM:-packages/pocket/pocket.gguf}"
OUT=$JOB exec sh $D/stage.sh asked "$STAGE" "$@"
