#!/bin/sh
# There: whole readings of training tasks by the shipped weights, so many seconds of them, as traces (record.ts). They lie
# in .local/agent/recorded, `done` beside them when all is there: recorded.sh waits for it.
#   record.sh <seconds>      MODEL: other weights; READERS: processes, default 10, with ASIDE readings each, default 64
. "$(dirname "$0")/../../agent/device/common.sh"
unpack
R=.local/read
rm -rf $A/recorded
mkdir -p $A/recorded
engine "${MODEL:-packages/pocket/pocket.gguf}" record
WAIT=
for I in $(seq "${READERS:-10}"); do
  $A/bin/node $R/record.mjs --url $URL --tokenizer $R/tokenizer.json $CORPUS --seed $I --seconds $1 --concurrency ${ASIDE:-64} \
    > $A/recorded/$I.jsonl 2> "$OUT/record-$I.txt" &
  WAIT="$WAIT $!"
done
for PID in $WAIT; do wait $PID || true; done
busy $URL
touch $A/recorded/done
cat "$OUT"/record-*.txt | tail -n 3
wc -l $A/recorded/*.jsonl | tail -n 1
echo "done after $(($(date +%s) - BEGAN)) s"
