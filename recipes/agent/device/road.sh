#!/bin/sh
# There, by background.sh: all of it. Two branches of reinforcement learning side by side, from their mean the last part
# with long texts, the choice on validation articles, and the evaluations of what was chosen.
#   road.sh <supervised model> <seconds in all> [options of `memagent train`]
# FROM: what to begin with; default packages/pocket/pocket.gguf, which stays where nothing is better. FROM_TWO, TWO: what
# the second branch begins with and its recipe, where it is another. BRANCHES, LONG: seconds of the two parts; with
# LONG=0 there is no last part, and the choice is among the branches, their mean and half of the way to it.
# BESIDE: further <name>=<model> to choose from, folders. With 0 seconds in all it ends with the choice.
# What every part leaves is in a folder of its own, and the chosen weights beside them, if they are new ones. Those of a
# branch stay in its folder: `cp .local/jobs/<run>/select/*.safetensors $OUT` fetches them.
. "$(dirname "$0")/common.sh"
D=$(dirname "$0")
SUPERVISED=$1 ALL=$2
shift 2
BASE=packages/pocket/pocket.gguf
FROM=${FROM:-$BASE}
unpack

part select env WORKERS=${HALF:-7} MODEL=$FROM MOST=1200 sh $D/train.sh select ${BRANCHES:-350} recipes/agent/select.yaml "$@" &
part two env WORKERS=${HALF:-7} MODEL=${FROM_TWO:-$FROM} MOST=1200 sh $D/train.sh two ${BRANCHES:-350} ${TWO:-recipes/agent/select-two.yaml} "$@" || true
wait
$PYTHON $D/mean.py --first $A/runs/select/model --second $A/runs/two/model --out $A/branches
echo "branches, $(($(date +%s) - BEGAN)) s"
CANDIDATES="shipped=$BASE ${BESIDE:-}"
if [ "${LONG:-110}" = 0 ]; then
  $PYTHON $D/mean.py --first $BASE --second $A/branches --out $A/halfway
  CANDIDATES="$CANDIDATES select=$A/runs/select/model two=$A/runs/two/model mean=$A/branches halfway=$A/halfway"
else
  part long env MODEL=$A/branches MOST=1200 sh $D/train.sh select-long ${LONG:-110} recipes/agent/select-long.yaml "$@" || true
  said long
  $PYTHON $D/mean.py --first $FROM --second $A/runs/select-long/model --out $A/half
  CANDIDATES="$CANDIDATES half=$A/half long=$A/runs/select-long/model"
fi
settle
