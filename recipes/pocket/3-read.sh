#!/usr/bin/env bash
# Stage 2, the reading skill from traces made on the fly. On the training machine; run it again, with
# INIT the last OUT and another SEED, for as many slots as there are.
#   INIT       weights to start from (stage 1's, or this stage's own)
#   OUT        where the weights go
#   PRODUCER   command that prints traces as JSON lines; {seed} is filled in
#   PRODUCERS  how many of them run side by side; default 14
#   SEED       of the first producer; default 1. They take SEED, SEED + 1, ...; use steps of 100000
#   EVAL       file of held-out traces (`memagent traces --split test`), scored at the end
#   BUDGET     whole run; default 585
#   NEIGHBOURS file of words used alike, which PRODUCER names too; where it is not there yet it is made first, from the
#              embedding of the language model LM (default INIT, so right in the first slot only) and WORK/tokenizer.json
set -euo pipefail
: "${INIT:?}" "${OUT:?}" "${PRODUCER:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1

if [ -n "${NEIGHBOURS:-}" ] && [ ! -e "$NEIGHBOURS" ]; then
  $PYTHON -m memagent_engine.pocket.neighbours --model "${LM:-$INIT}" --tokenizer "${WORK:?}/tokenizer.json" --out "$NEIGHBOURS"
fi
$PYTHON -m memagent_engine.pocket.train_read --init "$INIT" --out "$OUT" --seconds "${BUDGET:-585}" \
  --producers "${PRODUCERS:-14}" --producer-command "$PRODUCER" --seed "${SEED:-1}" ${EVAL:+--eval "$EVAL"} "$@"
