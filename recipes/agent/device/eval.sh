#!/bin/sh
# There: the lab drives the engine's sampler.
#   eval.sh <model: a GGUF or a run's folder> <options of `memagent eval run`>
# $OUT has a line for each sample (samples.jsonl.xz) and the report.
. "$(dirname "$0")/common.sh"
MODEL=$1
shift
unpack
engine "$MODEL"
D=$A/data
RUN=$A/evals/${NAME:-run}
memagent eval run --model "tinker:$URL?tokenizer=packages/pocket/pocket.gguf" --workers "${WORKERS:-14}" --json \
  --squad $D/squad-v1.1-dev.json.gz --hotpot $D/hotpotqa.jsonl.gz --paragraphs $D/wiki-paragraphs.jsonl.gz \
  --out $RUN "$@" > $A/samples.jsonl || {
  echo "ended with $?: the report is of the samples that are done"
  memagent eval report $RUN --json >> $A/samples.jsonl
}
xz -T0 -c $A/samples.jsonl > "$OUT/samples.jsonl.xz"
find $RUN -maxdepth 1 \( -name '*.md' -o -name '*.json' \) -size -1024k -exec cp {} "$OUT" \;
tail -c 3000 $A/samples.jsonl
echo "done after $(($(date +%s) - BEGAN)) s"
