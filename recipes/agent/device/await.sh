#!/bin/sh
# There: waits so many seconds at most for what background.sh began, says how far it is, and takes along what it left.
#   await.sh <name> <seconds>      its status; 75 where it is still at work, so that one asks again
set -eu
JOB=.local/jobs/$1
for _ in $(seq "$2"); do
  [ ! -f "$JOB/status" ] || break
  sleep 1
done
tail -c 4000 "$JOB/log.txt"
[ -f "$JOB/status" ] || { echo "still at work" && exit 75; }
[ -z "${OUT:-}" ] || find "$JOB" -maxdepth 1 -type f ! -name status -exec cp {} "$OUT" \;
exit "$(cat "$JOB/status")"
