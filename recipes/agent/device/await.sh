#!/bin/sh
# There: waits so many seconds at most for what background.sh began, says how far it is, and takes along what it has left
# so far: <name>.tar, and weights once.
#   await.sh <name> <seconds>      its status; 75 where it is still at work, so that one asks again
# Send as many of these at once as the run may take: a machine that nobody waits on goes back, and all is lost. Where the
# run is over, or has died, they return at once.
set -eu
JOB=.local/jobs/$1
for _ in $(seq "$2"); do
  [ ! -f "$JOB/status" ] || break
  sleep 1
done
tail -c 4000 "$JOB/log.txt"
if [ -n "${OUT:-}" ]; then
  # What is written at this moment is whole the next time.
  tar -C "$JOB" --exclude='*.safetensors' -cf "$OUT/$1.tar" . || true
  [ -f "$JOB/sent" ] || { find "$JOB" -maxdepth 1 -name '*.safetensors' -exec cp {} "$OUT" \; -exec touch "$JOB/sent" \;; }
fi
[ -f "$JOB/status" ] || { echo "still at work" && exit 75; }
exit "$(cat "$JOB/status")"
