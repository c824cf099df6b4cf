#!/bin/sh
# There, for read.sh: what a producer of traces prints; of every seventh seed what record.sh has recorded instead, in
# another order each time; what it prints anyway where nothing was recorded.
#   recorded.sh <seed> <command> …
SEED=$1
shift
[ $((SEED % 7)) = 0 ] || exec "$@"
until [ -e .local/agent/recorded/done ]; do sleep 0.5; done
[ -n "$(cat .local/agent/recorded/*.jsonl | head -c 1)" ] || exec "$@"
cat .local/agent/recorded/*.jsonl | shuf
