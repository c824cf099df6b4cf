#!/bin/sh
# There: which of several weights? SQuAD's validation articles, which no stage has asked about, with and without lines in
# the memory to begin with, and synthetic tasks, asked of all of them side by side.
#   pick.sh <name>=<model> <name>=<model> …      a model: a GGUF, or a folder
# SAMPLES (256) of a task and length; LENGTHS (600,4k,16k); SYSTEMS (memagent), readings that are compared beside.
# choose.py says what they come to. $OUT has pick.tar.xz: every answer.
. "$(dirname "$0")/common.sh"
unpack
ENGINES=
trap 'kill $ENGINES 2>/dev/null || true' EXIT
for PAIR in "$@"; do
  start_engine "${PAIR#*=}" "${PAIR%%=*}"
  ENGINES="$ENGINES $ENGINE"
done
D=$A/data
both() { # <name> <url>
  P=$A/pick/$1
  rm -rf $P $P-synthetic
  mkdir -p $P $P-synthetic
  RUN="eval run --split validation --systems ${SYSTEMS:-memagent} --concurrency 256 --json --model tinker:$2?tokenizer=packages/pocket/pocket.gguf"
  memagent $RUN --tasks qa_1,qa_1:past=14,qa_1:midway=14 --squad $D/squad-v1.1-train.json.gz --paragraphs $D/wiki-paragraphs.jsonl.gz \
    --lengths ${LENGTHS:-600,4k,16k} --samples ${SAMPLES:-256} --verifier f1 --out $P > $P/samples.jsonl 2> $P/log.txt || tail -1 $P/log.txt
  P=$P-synthetic
  memagent $RUN --tasks niah_multikey_2:midway=14,niah_multiquery,fact_multivalue,chain:hops=2,update --lengths 4k \
    --samples $((${SAMPLES:-256} / 4)) --out $P > $P/samples.jsonl 2> $P/log.txt || tail -1 $P/log.txt
}
WAIT=
for PAIR in "$@"; do
  await_engine ${PAIR%%=*}
  both ${PAIR%%=*} $URL &
  WAIT="$WAIT $!"
done
for PID in $WAIT; do wait $PID || true; done
tar -C $A/pick -cf - $(cd $A/pick && ls -d */samples.jsonl) | xz -T0 -6 > "$OUT/pick.tar.xz"
echo "done after $(($(date +%s) - BEGAN)) s"
