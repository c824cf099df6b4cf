#!/bin/sh
# There, by background.sh: a reading stage, and whether what comes of it is better than the shipped weights on validation
# articles.
#   stage.sh <name> <seconds> [options of train_read]
# INIT, MORE and the others are read.sh's. With HALF=1 the mean of both is asked too.
# Weights of pocket's size come back; those of a larger reader (--big) are left in the run's folder `stage`:
# `cp .local/jobs/<run>/stage/model-0[0-3]* $OUT` and so on.
. "$(dirname "$0")/../../agent/device/common.sh"
D=$(dirname "$0") NAME=$1
BASE=packages/pocket/pocket.gguf
unpack

part stage sh $D/read.sh "$@"
said stage 1
[ -e "$JOB/stage/model-05.safetensors" ] || mv "$JOB"/stage/*.safetensors "$JOB/"
[ -z "${HALF:-}" ] || $PYTHON recipes/agent/device/mean.py --first $BASE --second "$A/$NAME-hf" --out "$A/$NAME-half"
part pick sh recipes/agent/device/pick.sh shipped=$BASE ${HALF:+half=$A/$NAME-half} "$NAME=$A/$NAME-hf"
said pick 1
$PYTHON recipes/agent/device/choose.py $A/pick shipped ${HALF:+half} "$NAME"
