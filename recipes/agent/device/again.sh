#!/bin/sh
# There, by background.sh: a further road from the shipped weights. A reading stage on everything in all its wordings, on
# people's questions near to where the reader was; the mean of both; two branches of reinforcement learning from there; the
# choice on validation articles among all of them; the evaluations of what was chosen.
#   again.sh <seconds of reading> <seconds in all> <supervised model> [options of train_read]
# HELD: the kinds of replies that are held, a pattern in quotes; empty: none. SHARE: of the stage in the mean, default 0.6.
# BRANCHES: seconds of reinforcement learning; TRAIN: its options.
# Of what was chosen the weights are beside the log; all else is in the parts' folders.
. "$(dirname "$0")/common.sh"
D=$(dirname "$0")
READ=$1 ALL=$2 SUPERVISED=$3
BASE=packages/pocket/pocket.gguf
shift 3
unpack

export NONE=${NONE:-0.9} SEED=${SEED:-3900000} EVALS=${EVALS:-4000} # the row of <|none|> is scaled in the shipped weights already
HELD=${HELD-"'(squad|hotpot|bridge)/(?!.* (gated|overwrite))'"}
part read sh recipes/pocket/device/read.sh reader $READ ${HELD:+--teacher $BASE --set "read.teacher_kinds=$HELD"} "$@" \
  || part unheld sh recipes/pocket/device/read.sh reader $((READ - 60)) "$@" # a run must not be lost for that
said reading 1
rm -f "$JOB"/*/*.safetensors
$PYTHON $D/mean.py --first $BASE --second $A/reader-hf --share ${SHARE:-0.6} --out $A/between
[ "$ALL" = 0 ] || ALL=$((ALL - $(date +%s) + BEGAN))
OUT=$JOB FROM=$A/between BESIDE="between=$A/between reader=$A/reader-hf" LONG=0 \
  exec sh $D/road.sh $SUPERVISED $ALL --set evaluation.before=false --set evaluation.every=1000 ${TRAIN:-}
