#!/usr/bin/env bash
# All of it in order on one machine with a GPU: corpus and tokenizer, a larger language model, pocket's from it, reading in
# slots, export. What is in WORK already is not made again: after an interruption run it once more.
#   BOOKS, DATA, WORK   those of 1-corpus.sh; WORK/export is what comes of it
#   TEACHER    seconds of the larger language model; default 980
#   LANGUAGE   seconds of pocket's; default 640
#   READING    seconds of each reading slot; default 1500
#   EVERY      one book in so many is asked about; default 12, some sixty books
#   EVALS      held-out traces, scored at the end of each slot; default 10000
#   MEMAGENT   the command that makes traces; default npx memagent
#   TINY       1: the settings of the tests, on a CPU in two minutes, to see whether everything is there; its weights know
#              nothing. BOOKS is then docs unless told
# PRODUCERS, NONE and PYTHON are those of the numbered scripts.
set -euo pipefail
SETTINGS=() ROWS=() BIG=(--big)
if [ -n "${TINY:-}" ]; then
  export VOCAB=512 BOOKS=${BOOKS:-docs} PRODUCERS=${PRODUCERS:-1}
  TEACHER=${TEACHER:-10} LANGUAGE=${LANGUAGE:-10} READING=${READING:-10 10} EVERY=${EVERY:-1} EVALS=${EVALS:-20}
  SETTINGS=(--tiny --device cpu) BIG=()
  # Traces are longer than the rows of the tests.
  ROWS=(--set shape.window=1024 --set read.tokens=1024 --set read.rows=2)
fi
: "${BOOKS:?}" "${DATA:?}" "${WORK:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export BOOKS DATA WORK PYTHON PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH}
HERE=recipes/pocket
trap 'exit 130' INT TERM # a trainer that is told to stop saves and ends well: nothing must follow it

# made <what> <command> …: runs it unless that is there. It writes to $OUT, which gets its name when it is whole.
made() {
  [ ! -e "$WORK/$1" ] || { echo "$1 is there" && return; }
  echo "$1 …"
  export OUT=$WORK/$1.part
  rm -rf "$OUT"
  "${@:2}"
  mv "$OUT" "$WORK/$1"
}

# shellcheck disable=SC2206 # a command and its options
TRACES=(${MEMAGENT:-npx memagent} traces --tokenizer "$WORK/tokenizer.json" --squad-train "$DATA/squad-v1.1-train.json.gz"
  --squad-dev "$DATA/squad-v1.1-dev.json.gz" --hotpot "$WORK/written/hotpot.jsonl.gz" --paragraphs "$DATA/wiki-paragraphs.jsonl.gz")
books() { $PYTHON -m memagent_engine.pocket.corpus unpack --corpus "$WORK/corpus" --tokenizer "$WORK/tokenizer.json" --every "${EVERY:-12}" --out "$OUT"; }
written() { $PYTHON $HERE/written.py --data "$DATA" --out "$OUT"; }
held_out() { "${TRACES[@]}" --split test --seed 77 --limit "${EVALS:-10000}" > "$OUT"; }

# Its last file, since it is not written aside.
[ -e "$WORK/corpus/part-0/corpus.json" ] || bash $HERE/1-corpus.sh
made teacher env BUDGET="${TEACHER:-980}" bash $HERE/2-language.sh "${SETTINGS[@]}" "${BIG[@]}"
made language env BUDGET="${LANGUAGE:-640}" bash $HERE/2-language.sh "${SETTINGS[@]}" --teacher "$WORK/teacher"
made texts books
made written written
made held-out.jsonl held_out

export EVAL=$WORK/held-out.jsonl NEIGHBOURS=$WORK/neighbours.json LM=$WORK/language
[ ! -e "$WORK/written/asked.json.gz" ] || TRACES+=(--asked "$WORK/written/asked.json.gz")
PRODUCER="$(printf '%q ' "${TRACES[@]}" --text "$WORK"/texts/* --neighbours "$NEIGHBOURS")--seed {seed}"
export PRODUCER
SLOT=0 MODEL=$LM
for LONG in ${READING:-1500}; do
  SLOT=$((SLOT + 1))
  made reader-$SLOT env INIT="$MODEL" SEED=${SLOT}00000 BUDGET="$LONG" bash $HERE/3-read.sh "${SETTINGS[@]}" "${ROWS[@]}"
  MODEL=$WORK/reader-$SLOT
done
MODEL=$MODEL bash $HERE/4-export.sh ${TINY:+--tiny}
