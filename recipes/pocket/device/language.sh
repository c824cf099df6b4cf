#!/bin/sh
# There, by background.sh: a language model from random weights, learnt from a larger one that is trained before it.
#   language.sh <seconds of the larger one> <seconds of pocket's> [options of train_lm for both]
# With 0 for the first there is none, or the one that is in .local/teacher. Needs .local/corpus, packed with the tokenizer
# that a reading stage will have (`corpus pack --parts 4`). Pocket's weights come back; the larger one's, 176 MB in files of
# 15 MiB, are left in the run's folder `teacher`: `cp .local/jobs/<run>/teacher/model-0[0-3]* $OUT` and so on.
. "$(dirname "$0")/../../agent/device/common.sh"
D=$(dirname "$0")
TEACHER=$1 LANGUAGE=$2
shift 2
FROM=.local/teacher
if [ "$TEACHER" -gt 0 ]; then
  part teacher env WORK=.local BUDGET="$TEACHER" PYTHON=$PYTHON bash $D/../2-language.sh --device $DEVICE --big "$@"
  said teacher 1
  FROM=$JOB/teacher
fi
[ -d "$FROM" ] || FROM=
part language env WORK=.local BUDGET="$LANGUAGE" PYTHON=$PYTHON bash $D/../2-language.sh --device $DEVICE ${FROM:+--teacher "$FROM"} "$@"
said language 1
mv "$JOB"/language/*.safetensors "$JOB/"
