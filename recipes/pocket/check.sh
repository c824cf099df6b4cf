#!/usr/bin/env bash
# What weights do that must not be lost, and what a further stage is for, through llama.cpp on this machine:
#   DATA=… bash recipes/pocket/check.sh <folder> <model.gguf>
# Natural questions of SQuAD's validation articles (plain, with evidence among lines that are none, and at 4K tokens; F1),
# our own tasks in test wordings, RULER's at 8K. Of two such folders `memagent eval compare a/natural b/natural` says what
# changed, question by question. Run again, it goes on where it was left.
set -euo pipefail
: "${DATA:?}"
OUT=$1 MODEL=$2
cd "$(dirname "$0")/../.."
run() { # <part> <options…>
  local part=$1
  shift
  ${MEMAGENT:-npx memagent} eval run --model "$MODEL" --systems memagent --out "$OUT/$part" "$@"
}
own=fact_single,fact_multikey,fact_multivalue,fact_multiquery,records,chain:hops=1,chain:hops=2,assignments,update,order,all_items,fact_other_words
natural=(--split validation --squad "$DATA/squad-v1.1-train.json.gz" --paragraphs "$DATA/wiki-paragraphs.jsonl.gz" --verifier f1)
ruler=niah_single_1,niah_single_2,niah_single_3,niah_multikey_1,niah_multikey_2,niah_multikey_3,niah_multivalue,niah_multiquery,vt
for part in ${PARTS:-own natural longer ruler}; do
  case $part in
    own) run own --tasks $own --lengths 600 --samples 40 ;;
    natural) run natural "${natural[@]}" --tasks qa_1,qa_1:midway=14 --lengths 600 --samples 200 ;;
    longer) run longer "${natural[@]}" --tasks qa_1 --lengths 4k --samples 120 ;;
    ruler) run ruler --tasks $ruler --lengths 8k --samples 6 ;;
    *) echo "no part '$part': own, natural, longer or ruler" >&2; exit 2 ;;
  esac
done
