#!/usr/bin/env bash
# A further stage that two CPU cores can do in an hour: the synthetic tasks in all their wordings are learnt, and on
# everything else the reader is held where it is. Wants a CPU with bfloat16 instructions.
#   DATA     SQuAD, HotpotQA and the paragraph pool, as 1-corpus.sh has them
#   WORK     gets further/, the weights, and further.gguf
#   TEXT     plain texts for questions that are held, packed with gzip or not
#   INIT     weights to start from; default packages/pocket/pocket.gguf
#   BUDGET   seconds; default 3600
#   SEED     of the traces; default 3200000
#   MEMAGENT the command that makes traces; default npx memagent
set -euo pipefail
: "${DATA:?}" "${WORK:?}" "${TEXT:?}"
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH} PYTHONUNBUFFERED=1
INIT=${INIT:-packages/pocket/pocket.gguf}

mkdir -p "$WORK"
$PYTHON -m memagent_engine.pocket.export import --gguf packages/pocket/pocket.gguf --out "$WORK/shipped"
TOKENIZER=$WORK/shipped/tokenizer.json
$PYTHON -m memagent_engine.pocket.neighbours --model "$WORK/shipped" --tokenizer "$TOKENIZER" --out "$WORK/neighbours.json"
TRACES="${MEMAGENT:-npx memagent} traces --tokenizer $TOKENIZER --seed"
FILES="--squad-train $DATA/squad-v1.1-train.json.gz --squad-dev $DATA/squad-v1.1-dev.json.gz --hotpot $DATA/hotpotqa.jsonl.gz"
FILES="$FILES --paragraphs $DATA/wiki-paragraphs.jsonl.gz --text $TEXT --neighbours $WORK/neighbours.json"
# Learnt: what a reader of one question does with our own tasks. Held: everything else that it does, other readers' notes apart.
# Facts in other words are neither: so few of them teach nothing.
OWN='"kind":"(fact_(single|multi)|records|chain|assignments|update|order|all_items)'
echo "set -o pipefail; $TRACES \$1 | grep -E '$OWN[a-z_]*/(answer|review|none|(add|keep) single)\"'" > "$WORK/learnt.sh"
echo "set -o pipefail; $TRACES \$1 $FILES | grep -vE '$OWN|fact_other_words|overwrite|gated'" > "$WORK/held.sh"
$PYTHON -m memagent_engine.pocket.train_read --init "$INIT" --out "$WORK/further" --seconds "${BUDGET:-3600}" \
  --device cpu --bfloat16 --seed "${SEED:-3200000}" --producers 1 --producer-command "bash $WORK/learnt.sh {seed}" \
  --hold-command "bash $WORK/held.sh {seed}" \
  --set read.tokens=768 --set read.rows=10 --set read.loss_positions=1536 --set read.hold_tokens=1024 \
  --set read.hold_rows=7 --set read.dropout=0.0 --set read.prompt_weight=0.0 --set read.optim.lr=3e-4 \
  --set read.optim.warmup_steps=20 --set read.optim.decay_part=0.7 --set read.log_every=60 "$@"
# The row of <|none|> is that of the shipped weights, scaled already.
$PYTHON -m memagent_engine.pocket.export gguf --model "$WORK/further" --tokenizer "$TOKENIZER" --none 1 --out "$WORK/further.gguf"
ls -l "$WORK/further.gguf"
