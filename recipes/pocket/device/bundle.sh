#!/usr/bin/env bash
# Here, before: what a reading stage on a bare machine needs beside recipes/agent/device/bundle.sh, which packs Node and
# the data. Leaves .local/read: traces, asking and recording, bundled, the shipped tokenizer, words used alike, and plain texts.
#   bundle.sh <text>…      plain texts, .gz or not; none that is held out
#   LM                     whose embedding says which words are used alike; default the shipped weights
#   DATA                   the data files: with them, the questions that were written for it (written.py)
set -euo pipefail
PYTHON=${PYTHON:-python3}
cd "$(dirname "$0")/../../.."
export PYTHONPATH=engine${PYTHONPATH:+:$PYTHONPATH}
R=.local/read
mkdir -p $R/texts.new
npx esbuild recipes/pocket/traces.ts recipes/pocket/ask.ts recipes/pocket/record.ts --bundle --minify --platform=node --format=esm \
  --conditions=memagent-source --external:@memagent/llama --log-level=warning --outdir=$R --out-extension:.js=.mjs \
  --banner:js="import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);"
WEIGHTS=$(mktemp -d)
trap 'rm -rf "$WEIGHTS"' EXIT
$PYTHON -m memagent_engine.pocket.export import --gguf packages/pocket/pocket.gguf --out "$WEIGHTS"
cp "$WEIGHTS/tokenizer.json" $R/
$PYTHON -m memagent_engine.pocket.neighbours --model "${LM:-$WEIGHTS}" --tokenizer $R/tokenizer.json --out $R/neighbours.json
if [ -n "${DATA:-}" ]; then # one paragraph stands beside many questions, too far apart for gzip
  $PYTHON recipes/pocket/written.py --data "$DATA" --out $R
  gzip -dc $R/hotpot.jsonl.gz | xz -T0 -6 > $R/hotpot.jsonl.xz && rm $R/hotpot.jsonl.gz
fi
for TEXT in "$@"; do cp -f "$TEXT" $R/texts.new/; done
rm -rf $R/texts && mv $R/texts.new $R/texts
chmod -R u+w $R
du -sb $R
