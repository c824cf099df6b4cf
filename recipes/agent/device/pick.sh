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
asked() { # <folder> <options>: its samples and what went wrong are in that folder
  IN=$1
  shift
  memagent eval run --systems "${SYSTEMS:-memagent}" --concurrency 256 --json --model "$MODEL" --paragraphs $D/wiki-paragraphs.jsonl.gz \
    --out $IN "$@" > $IN/samples.jsonl 2> $IN/log.txt || tail -1 $IN/log.txt
}
all() { # <name> <url>
  MODEL="tinker:$2?tokenizer=packages/pocket/pocket.gguf"
  P=$A/pick/$1
  rm -rf $P $P-*
  mkdir -p $P $P-synthetic $P-two-hop
  asked $P --split validation --tasks qa_1,qa_1:past=14,qa_1:midway=14 --squad $D/squad-v1.1-train.json.gz \
    --lengths ${LENGTHS:-600,4k,16k} --samples $SAMPLES --verifier f1
  # Questions over two paragraphs that were written for it and held back (recipes/pocket/written.py), where they are.
  if [ -f .local/read/two-hop.jsonl.gz ]; then
    asked $P-two-hop --tasks hqa,hqa:midway=14 --hotpot .local/read/two-hop.jsonl.gz --lengths ${TWO_HOP:-1k,4k} --samples $SAMPLES --verifier f1
    cat $P-two-hop/samples.jsonl >> $P/samples.jsonl
  fi
  asked $P-synthetic --split validation --tasks niah_multikey_2:midway=14,niah_multiquery,fact_multivalue,chain:hops=2,update --lengths 4k \
    --samples $((SAMPLES / 4))
}
SAMPLES=${SAMPLES:-256}
WAIT=
for PAIR in "$@"; do
  await_engine ${PAIR%%=*}
  all ${PAIR%%=*} $URL &
  WAIT="$WAIT $!"
done
for PID in $WAIT; do wait $PID || true; done
tar -C $A/pick -cf - $(cd $A/pick && ls -d */samples.jsonl | grep -v two-hop) | xz -T0 -6 > "$OUT/pick.tar.xz"
echo "done after $(($(date +%s) - BEGAN)) s"
