#!/usr/bin/env bash
# What is shipped: GGUF in three kinds and a Hugging Face folder. Needs the packages `gguf` and `tokenizers`.
#   MODEL  weights of the last stage
#   WORK   has tokenizer.json; gets export/
#   NONE   scale of the row of <|none|>: how readily "no answer" is said; default 0.8, 1 leaves it as it was learnt
set -euo pipefail
: "${MODEL:?}" "${WORK:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH}

for kind in f16 bf16 q8_0; do
  $PYTHON -m memagent_engine.pocket.export gguf --model "$MODEL" --tokenizer "$WORK/tokenizer.json" \
    --kind $kind --none "${NONE:-0.8}" --out "$WORK/export/pocket-$kind.gguf" "$@"
done
$PYTHON -m memagent_engine.pocket.export hf --model "$MODEL" --tokenizer "$WORK/tokenizer.json" \
  --none "${NONE:-0.8}" --out "$WORK/export/hf" "$@"
ls -l "$WORK/export"
