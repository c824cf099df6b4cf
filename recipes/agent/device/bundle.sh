#!/bin/sh
# Here, before: packs what a bare machine with Python and torch needs beside the tracked tree.
#   bundle.sh <node binary> <folder of data files> [books]      books: those of recipes/pocket/1-corpus.sh; of these the
#                                                              five that are held out come along, to hide needles in
# Leaves .local/agent/program (Node and the command, packed) and .local/agent/data: two things to carry, one after the
# other where the limit on what travels is small.
set -eu
cd "$(dirname "$0")/../../.."
A=.local/agent
mkdir -p $A/program $A/data
npx esbuild packages/cli/src/main.ts --bundle --minify --platform=node --format=esm --conditions=memagent-source \
  --log-level=warning --outfile=$A/memagent.mjs \
  --banner:js="import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);"
xz -T0 -6 -c $A/memagent.mjs > $A/program/memagent.mjs.xz
if [ ! -s $A/program/node.xz ]; then # its symbols are an eighth of it
  cp -fL "$1" $A/node && chmod u+w $A/node && { strip $A/node 2> /dev/null || true; }
  xz -T0 -9 -c $A/node > $A/program/node.xz && rm $A/node
fi
for f in squad-v1.1-train.json.gz squad-v1.1-dev.json.gz hotpotqa.jsonl.gz wiki-paragraphs.jsonl.gz; do
  cp -f "$2/$f" $A/data/ && chmod u+w $A/data/$f
done
if [ -n "${3:-}" ]; then PYTHONPATH=engine ${PYTHON:-python3} -m memagent_engine.pocket.corpus held-out --books "$3" --out $A/data/held-out; fi
du -sb $A/program $A/data
