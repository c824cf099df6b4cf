#!/usr/bin/env bash
# Stage 1, a language model from random weights. On the training machine.
#   WORK     has corpus/ (all of its parts)
#   OUT      where the weights go (files of at most 15 MiB)
#   BUDGET   whole run, compiling and saving included; default 585
#   INIT     weights to go on from, instead of random ones
set -euo pipefail
: "${WORK:?}" "${OUT:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1

$PYTHON -m memagent_engine.pocket.train_lm --data "$WORK/corpus" --out "$OUT" \
  --seconds "${BUDGET:-585}" ${INIT:+--init "$INIT"} "$@"
