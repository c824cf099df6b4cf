#!/bin/sh
# There, by background.sh: a further road from the shipped weights. A reading stage on everything in all its wordings, on
# people's questions and on whole readings near to where the reader was; means of both; where BRANCHES says so two branches
# of reinforcement learning from the second of these; the choice on validation articles among all of them; the evaluations
# of what was chosen.
#   again.sh <seconds of reading> <seconds in all> <supervised model> [options of train_read]
# RECORD: seconds of whole readings by the shipped weights, recorded beside the stage's start; default 45, 0 for none.
# HELD: the kinds of replies that are held, a pattern in quotes; empty: none. TEACHER: what they are held to, other weights
# than the shipped ones. SHARES: of the stage in the means.
# BRANCHES: seconds of reinforcement learning, default none; TRAIN: its options.
# Of what was chosen the weights are beside the log; all else is in the parts' folders.
. "$(dirname "$0")/common.sh"
D=$(dirname "$0")
READ=$1 ALL=$2 SUPERVISED=$3
BASE=packages/pocket/pocket.gguf
shift 3
unpack

export NONE=${NONE:-0.9} SEED=${SEED:-3900000} EVALS=${EVALS:-4000} # the row of <|none|> is scaled in the shipped weights already
[ ! -f .local/read/asked.json.gz ] || export MORE="${MORE:-} --asked .local/read/asked.json.gz"
[ "${RECORD:=45}" = 0 ] || export RECORDED=1
HELD=${HELD-"'((squad|bridge)/(?!.* (gated|overwrite))|read/)'"}
[ -z "${RECORDED:-}" ] || { part record sh recipes/pocket/device/record.sh $RECORD || touch $A/recorded/done; } &
part read sh recipes/pocket/device/read.sh reader $READ ${HELD:+--teacher ${TEACHER:-$BASE} --set "read.teacher_kinds=$HELD"} "$@" \
  || part unheld env RECORDED= sh recipes/pocket/device/read.sh reader $((READ - 60)) "$@" # a run must not be lost for that
wait
said reading 1
rm -f "$JOB"/*/*.safetensors
CANDIDATES="shipped=$BASE"
for SHARE in ${SHARES:-0.3 0.6}; do
  FROM=$A/share-$SHARE
  $PYTHON $D/mean.py --first $BASE --second $A/reader-hf --share $SHARE --out $FROM
  CANDIDATES="$CANDIDATES share-$SHARE=$FROM"
done
CANDIDATES="$CANDIDATES reader=$A/reader-hf"
[ -n "${BRANCHES:-}" ] || { OUT=$JOB && settle && exit 0; }
[ "$ALL" = 0 ] || ALL=$((ALL - $(date +%s) + BEGAN))
export FROM
OUT=$JOB BESIDE="${CANDIDATES#* }" LONG=0 \
  exec sh $D/road.sh $SUPERVISED $ALL --set evaluation.before=false --set evaluation.every=1000 ${TRAIN:-}
