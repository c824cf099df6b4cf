#!/bin/sh
# There: several evaluations on one engine for each model, so that engines start and compile once.
#   evals.sh <plan> <name>=<model> [<name>=<model>]      a model: a GGUF, or a run's folder
# A line of the plan: <lane> <model's name> <name> <seconds at most> <options of `memagent eval run`>. The lines of a
# lane run one after the other, lanes side by side. ONLY="ruler policies" takes the lines of these names alone, and models
# that no line names need no engine. With KEEP=1 the engines stay for the next command: that finds them, and an evaluation named again goes on. Without, it
# begins anew. $OUT has evals.tar, renewed whenever one is done: an archive of each with its record, summary, report, and
# samples without their steps.
. "$(dirname "$0")/common.sh"
PLAN=$1
shift
LAST=${LAST:-545} # seconds after which nothing may run: what there is must still be reported on and packed
unpack
ENGINES=
rm -f $A/fresh-*
[ -n "${KEEP:-}" ] || rm -rf $A/packed
mkdir -p $A/packed
grep -v '^ *\(#\|$\)' "$PLAN" > $A/plan.txt
if [ -n "${ONLY:-}" ]; then
  for NAME in $ONLY; do grep "^[^ ]* [^ ]* $NAME " $A/plan.txt; done > $A/only.txt
  mv $A/only.txt $A/plan.txt
fi
trap '[ -n "${KEEP:-}" ] || kill $ENGINES 2>/dev/null || true' EXIT
ASKED=
for PAIR in "$@"; do
  MODEL=${PAIR%%=*}
  grep -q "^[^ ]* $MODEL " $A/plan.txt || continue
  ASKED="$ASKED $PAIR"
  if kill -0 "$(cat $A/engine-$MODEL.pid 2>/dev/null)" 2>/dev/null; then
    ENGINE=$(cat $A/engine-$MODEL.pid)
  else
    touch $A/fresh-$MODEL
    start_engine "${PAIR#*=}" "$MODEL"
  fi
  ENGINES="$ENGINES $ENGINE"
done
for PAIR in $ASKED; do
  await_engine "${PAIR%%=*}"
  echo "$URL" > $A/url-${PAIR%%=*}
done

D=$A/data
DATA="--squad $D/squad-v1.1-dev.json.gz --hotpot $D/hotpotqa.jsonl.gz --paragraphs $D/wiki-paragraphs.jsonl.gz"

limited() { # <seconds> <arguments>: asked to stop then, and made to a little later
  MOST=$1
  shift
  timeout -k 15 -s INT $MOST $A/bin/node $A/bin/memagent.mjs "$@"
}
pack() { # <name>: beside the others that are done
  (cd $A/evals && ls $1/record.json $1/summary.json $1/statistics.json $1/run.json $1/report.md $1/log.txt $1/samples.jsonl 2> /dev/null || true) \
    | tar -C $A/evals -cJf $A/packing-$1 -T -
  mv $A/packing-$1 $A/packed/$1.tar.xz
  together $1
}
together() { # <name>: lanes do this at the same time
  tar -C $A/packed -cf "$OUT/evals.$1" .
  mv "$OUT/evals.$1" "$OUT/evals.tar"
}
one() { # <model's name> <name> <seconds> <options>
  MODEL=$1 NAME=$2 LONG=$3
  shift 3
  LEFT=$((LAST - $(date +%s) + BEGAN))
  [ "$LONG" -lt "$LEFT" ] || LONG=$LEFT
  [ "$LONG" -gt 5 ] || { echo "$NAME: no time left" && return 0; }
  case " $* " in *qa_1* | *qa_2* | *hqa*) set -- "$@" $DATA ;; esac
  [ -z "${WORKERS:-}" ] || set -- "$@" --workers $WORKERS
  AT=$(date +%s)
  RUN=$A/evals/$NAME
  [ ! -f $A/fresh-$MODEL ] || rm -rf $RUN # of other weights, perhaps
  mkdir -p $RUN
  limited $LONG eval run "$@" --model "tinker:$(cat $A/url-$MODEL)?tokenizer=packages/pocket/pocket.gguf" --json --out $RUN \
    >> $RUN/samples.jsonl 2>> $RUN/log.txt || {
    echo "$NAME ended with $?: its report is of what is done. $(tail -1 $RUN/log.txt)"
    limited 40 eval report $RUN >> $RUN/log.txt 2>&1 || tail -1 $RUN/log.txt
  }
  TOOK=$(($(date +%s) - AT))
  times > $RUN/times.txt # the client's CPU time, of the whole lane so far: what bounded it?
  awk -v name=$NAME -v took=$TOOK -v at=$(($(date +%s) - BEGAN)) -v cpu="$(tail -1 $RUN/times.txt)" '
    /"type":"sample"/ { n++; if (match($0, /"calls":[0-9]+/)) calls += substr($0, RSTART + 8, RLENGTH - 8) }
    END { printf "%s: %d samples, %d conversations in %d s (%d/s), at %d s; CPU of the lane %s\n", name, n, calls, took, calls / (took + 0.01), at, cpu }
  ' $RUN/samples.jsonl
  pack $NAME
}

WATCH=
if command -v nvidia-smi > /dev/null; then
  nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv,noheader -l 5 > "$OUT/gpu.txt" &
  WATCH=$!
fi
LANES=
for LANE in $(cut -d ' ' -f 1 $A/plan.txt | sort -u); do
  grep "^$LANE " $A/plan.txt | while read -r _ MODEL NAME LONG OPTIONS; do
    one $MODEL $NAME $LONG $OPTIONS < /dev/null
  done &
  LANES="$LANES $!"
done
for LANE in $LANES; do wait $LANE || true; done
[ -z "$WATCH" ] || kill $WATCH
together all
for PAIR in $ASKED; do busy "$(cat $A/url-${PAIR%%=*})"; done
ps -o pid,time,args -p "$(echo $ENGINES | tr ' ' ',')" | cut -c 1-100 # the engines' CPU time

for RUN in $A/evals/*/; do
  echo "== $(basename $RUN)"
  awk '/^## /{p = $2 == "Results" || $2 == "Systems"} p && /^[|] [^-]/' ${RUN}report.md 2>/dev/null || true
done
echo "done after $(($(date +%s) - BEGAN)) s"
