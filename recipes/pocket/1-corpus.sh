#!/usr/bin/env bash
# Text, tokenizer, token shards. On any machine with the sources; about four minutes on two cores.
#   BOOKS  git directory (or folder) of mlschmitt/classic-books-markdown
#   DATA   folder with squad-v1.1-{train,dev}.json.gz, hotpotqa.jsonl.gz, wiki-paragraphs.jsonl.gz
#   WORK   where everything is put
#   VOCAB  how many tokens the tokenizer has; default that of settings.py
set -euo pipefail
: "${BOOKS:?}" "${DATA:?}" "${WORK:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1

$PYTHON -m memagent_engine.pocket.corpus text --books "$BOOKS" --data "$DATA" --out "$WORK/text"
$PYTHON -m memagent_engine.pocket.tokenizer --corpus "$WORK/text" --out "$WORK/tokenizer.json" ${VOCAB:+--vocab "$VOCAB"}
$PYTHON -m memagent_engine.pocket.corpus pack --text "$WORK/text" --tokenizer "$WORK/tokenizer.json" --out "$WORK/corpus"
