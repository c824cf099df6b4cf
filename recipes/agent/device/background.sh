#!/bin/sh
# There: begins what takes longer than one command may, and returns. `await.sh <name> <seconds>` waits for it.
#   background.sh <name> <command> …
# Each further command copies the tree anew, and what starts at that moment finds half a file. So this runs in a copy
# of its own, with .local in common; what it leaves in its $OUT, .local/jobs/<name>, await.sh takes along.
set -eu
NAME=$1
shift
HERE=$(pwd)
TREE=$HERE/.local/trees/$NAME
JOB=$HERE/.local/jobs/$NAME
rm -rf "$TREE" "$JOB"
mkdir -p "$TREE/packages/cli" "$TREE/.local" "$JOB"
cp -r engine recipes "$TREE/"
cp -r packages/pocket "$TREE/packages/"
cp packages/cli/package.json "$TREE/packages/cli/"
for PART in "$HERE"/.local/*; do
  case $PART in */trees | */jobs) ;; *) ln -s "$PART" "$TREE/.local/" ;; esac
done
cd "$TREE"
# shellcheck disable=SC2016 # of the shell that it is given to
OUT=$JOB setsid nohup sh -c '"$@" > "$OUT/log.txt" 2>&1 && STATUS=0 || STATUS=$?; echo $STATUS > "$OUT/status"' sh "$@" \
  > /dev/null 2>&1 < /dev/null &
for _ in $(seq "${LOOK:-20}"); do # most of what goes wrong does so at once
  sleep 1
  [ ! -f "$JOB/status" ] || break
done
tail -c 2000 "$JOB/log.txt"
[ ! -f "$JOB/status" ] || exit "$(cat "$JOB/status")"
