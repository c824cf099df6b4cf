#!/bin/sh
# There: waits so many seconds at most for what background.sh began, says how far it is, and takes along what it has left
# so far: <name>.tar, and weights once, without evaluations beside them: so ask twice or more.
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
  # Weights leave little room beside them: with them come the logs alone, and the rest the next time.
  WITHOUT=
  if [ ! -f "$JOB/sent" ] && ls "$JOB"/*.safetensors > /dev/null 2>&1; then
    cp "$JOB"/*.safetensors "$OUT/"
    touch "$JOB/sent"
    WITHOUT=--exclude=evals
  fi
  # What is written at this moment is whole the next time.
  tar -C "$JOB" --exclude='*.safetensors' $WITHOUT -cf "$OUT/$1.tar" . || true
fi
[ -f "$JOB/status" ] || { echo "still at work" && exit 75; }
exit "$(cat "$JOB/status")"
