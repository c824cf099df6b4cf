#!/bin/sh
# There: trains for so many seconds and leaves in $OUT metrics, samples and the weights in bfloat16.
#   train.sh <name> <seconds> <recipe> [options of `memagent train`]
# The run lies in .local/agent/runs/<name>. The same command again goes on from its last checkpoint, optimizer included,
# while the machine is the same. What comes back has no optimizer: a slice on another machine starts Adam anew.
# MODEL: what to begin with (packages/pocket/pocket.gguf, or the folder that another run left).
. "$(dirname "$0")/common.sh"
NAME=$1 LONG=$2 RECIPE=$3
shift 3
unpack
engine "${MODEL:-packages/pocket/pocket.gguf}" "$NAME"
RUN=$A/runs/$NAME
DATA=$(pwd)/$A/data
RESUME=
[ -f $RUN/checkpoint.json ] && RESUME=--resume
STATUS=0
memagent train "$RECIPE" --engine "$URL" --out $RUN --seconds "$LONG" --workers "${WORKERS:-14}" $RESUME --quiet \
  --set "files.squadTrain=$DATA/squad-v1.1-train.json.gz" --set "files.squadDev=$DATA/squad-v1.1-dev.json.gz" \
  --set "files.hotpot=$DATA/hotpotqa.jsonl.gz" --set "files.paragraphs=$DATA/wiki-paragraphs.jsonl.gz" "$@" || STATUS=$?
busy $URL
kill $ENGINE
wait $ENGINE 2>/dev/null || true
$PYTHON recipes/agent/device/collect.py --run $RUN --checkpoints $A/checkpoints --out "$OUT"
echo "done with $STATUS after $(($(date +%s) - BEGAN)) s"
exit $STATUS
