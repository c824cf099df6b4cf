#!/bin/sh
# There: one short run for each learning rate on one engine, so that it is compiled once. $OUT has the metrics alone.
#   sweep.sh <seconds each> <recipe> <rate> <rate> …
. "$(dirname "$0")/common.sh"
LONG=$1 RECIPE=$2
shift 2
unpack
engine "${MODEL:-packages/pocket/pocket.gguf}"
DATA=$(pwd)/$A/data
for RATE in "$@"; do
  RUN=$A/runs/rate-$RATE
  rm -rf $RUN
  memagent train "$RECIPE" --engine "$URL" --out $RUN --seconds "$LONG" --workers "${WORKERS:-14}" --quiet \
    --set "files.squadTrain=$DATA/squad-v1.1-train.json.gz" --set "files.squadDev=$DATA/squad-v1.1-dev.json.gz" \
    --set "files.hotpot=$DATA/hotpotqa.jsonl.gz" --set "files.paragraphs=$DATA/wiki-paragraphs.jsonl.gz" \
    --set "algorithm.adam.learningRate=$RATE" --set evaluation.every=1000 ${SET:-} || echo "rate $RATE failed"
  cp $RUN/metrics.jsonl "$OUT/metrics-$RATE.jsonl"
  $PYTHON recipes/agent/device/collect.py --run $RUN --show
done
