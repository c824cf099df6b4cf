# Sourced by the others, from the root of the tree: unpacks, starts and stops the engine. Nothing is installed.
set -eu
A=.local/agent
PYTHON=${PYTHON:-python3}
DEVICE=${DEVICE:-cuda}
OUT=${OUT:-$A/out}
mkdir -p "$OUT" $A/bin
export PYTHONUNBUFFERED=1 PYTHONPATH=engine

unpack() {
  [ -x $A/bin/node ] || { xz -dc -T0 $A/program/node.xz > $A/bin/node && chmod +x $A/bin/node; }
  [ $A/bin/memagent.mjs -nt $A/program/memagent.mjs.xz ] || xz -dc $A/program/memagent.mjs.xz > $A/bin/memagent.mjs
  cp packages/cli/package.json $A/package.json # where the command looks for its version
  [ $HOTPOT != $A/hotpot.jsonl ] || [ $HOTPOT -nt $WRITTEN ] || xz -dc -T0 $WRITTEN > $HOTPOT
}
# What traces and questions are made from.
WRITTEN=.local/read/hotpot.jsonl.xz # with the questions that were written for it (recipes/pocket/written.py), where they are
HOTPOT=$A/data/hotpotqa.jsonl.gz
[ ! -f $WRITTEN ] || HOTPOT=$A/hotpot.jsonl
CORPUS="--squad-train $A/data/squad-v1.1-train.json.gz --squad-dev $A/data/squad-v1.1-dev.json.gz --hotpot $HOTPOT --paragraphs $A/data/wiki-paragraphs.jsonl.gz"

# A run of several parts, each with a folder of its own in the run's, which is $JOB.
JOB=$OUT
part() { # <part> <command> …: with its log, whose end is said where it fails
  OUT=$JOB/$1
  mkdir -p "$OUT"
  export OUT
  shift
  "$@" > "$OUT/log.txt" 2>&1 || { said "$(basename "$OUT") failed" && return 1; }
}
# said <what> [lines]: of the last part
said() { echo "$1, $(($(date +%s) - BEGAN)) s" && tail -n "${2:-3}" "$OUT/log.txt"; }

# It is stopped before the machine's own limit, so that what there is can be collected.
memagent() { timeout -s INT ${MOST:-540} $A/bin/node $A/bin/memagent.mjs "$@"; }

# start_engine <model> [name]: sets ENGINE, where there may be several each with a name. await_engine [name]: sets URL
start_engine() {
  mkdir -p $A/checkpoints
  rm -f $A/engine${2:+-$2}.json
  ${KEEP:+setsid} $PYTHON -m memagent_engine.serve --model "$1" --name pocket --device "$DEVICE" --checkpoints $A/checkpoints \
    ${ENGINE_FLAGS:-} > $A/engine${2:+-$2}.json 2> "$OUT/engine${2:+-$2}.txt" &
  ENGINE=$!
  echo $ENGINE > $A/engine${2:+-$2}.pid
}
await_engine() {
  for _ in $(seq 1200); do
    [ -s $A/engine${1:+-$1}.json ] && break
    kill -0 $(cat $A/engine${1:+-$1}.pid) 2>/dev/null || { cat "$OUT/engine${1:+-$1}.txt"; exit 1; }
    sleep 0.1
  done
  URL=$($PYTHON -c "import json; print(json.load(open('$A/engine${1:+-$1}.json'))['url'])")
  echo "engine ${1:+$1 }$URL after $(($(date +%s) - BEGAN)) s"
}
# engine <model> [name]: one for this command
engine() {
  start_engine "$@"
  trap 'kill $ENGINE 2>/dev/null || true' EXIT
  await_engine "${2:-}"
}
# What the engine at a URL has done so far: by it to say what bounded the run.
busy() { $PYTHON -c "import sys, urllib.request; print('engine', urllib.request.urlopen(sys.argv[1] + '/api/v1/memagent/busy').read().decode())" "$1" || true; }
BEGAN=$(date +%s)

# settle: the choice among $CANDIDATES, <name>=<model> each, on validation articles, and the evaluations of what is chosen
# beside $SUPERVISED; with ALL=0 no evaluations.
settle() {
  HERE=recipes/agent/device
  NAMES=$(for PAIR in $CANDIDATES; do echo ${PAIR%%=*}; done)
  part pick sh $HERE/pick.sh $CANDIDATES || true
  $PYTHON $HERE/choose.py $A/pick $NAMES > $JOB/choice.txt 2>&1 || echo shipped - >> $JOB/choice.txt
  said pick 1
  cat $JOB/choice.txt
  NAME=$(tail -1 $JOB/choice.txt | cut -d ' ' -f 1)
  for PAIR in $CANDIDATES; do [ ${PAIR%%=*} != $NAME ] || MODEL=${PAIR#*=}; done
  [ $NAME = shipped ] || $PYTHON $HERE/collect.py --model $MODEL --out $JOB
  [ "$ALL" != 0 ] || exit 0
  part evals env LAST=$((ALL - $(date +%s) + BEGAN - 35)) sh $HERE/evals.sh ${PLAN:-recipes/agent/evals.plan} \
    rl=$MODEL rl2=$MODEL far=$MODEL far2=$MODEL sl=$SUPERVISED sl2=$SUPERVISED || true
  said evals 12
}
