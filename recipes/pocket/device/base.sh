#!/bin/sh
# There, by background.sh: from random weights. The language model, words used alike from its embedding, and a first
# reading stage.
#   base.sh <seconds of language> <seconds of reading> [options of train_read]
# Needs .local/corpus, packed with the tokenizer in .local/read (`corpus pack --parts 4`), beside what read.sh does. The
# language model's weights are left in the run's folder `language` (`cp .local/jobs/<run>/language/*.safetensors $OUT`
# fetches them), the reader's beside it. One book in EVERY (6; 0 for none) is asked about.
. "$(dirname "$0")/../../agent/device/common.sh"
D=$(dirname "$0") R=.local/read
LANGUAGE=$1 READING=$2
shift 2
unpack
# More prose to ask about than what was carried: beside the training, which needs none of these cores.
[ "${EVERY:=6}" = 0 ] || $PYTHON -m memagent_engine.pocket.corpus unpack --corpus .local/corpus --tokenizer $R/tokenizer.json --out $R/texts --every "$EVERY" &
# shellcheck disable=SC2086 # options
part language env WORK=.local BUDGET="$LANGUAGE" PYTHON=$PYTHON bash $D/../2-language.sh --device $DEVICE ${LM_OPTIONS:-}
wait
said language 1
$PYTHON -m memagent_engine.pocket.neighbours --model "$JOB/language" --tokenizer $R/tokenizer.json --out $R/neighbours.json
part reading env INIT="$JOB/language" sh $D/read.sh reader "$READING" "$@"
said reading 12
mv "$JOB"/reading/*.safetensors "$JOB/"
