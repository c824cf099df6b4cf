#!/usr/bin/env bash
# The engine's tests in an environment of their own: engine/.venv, made where it is not there yet.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -x .venv/bin/pytest ]; then
  python3 -m venv .venv
  # A CPU build of torch first: what follows is content with it and brings no CUDA.
  .venv/bin/pip install --quiet --disable-pip-version-check torch==2.13.0
  .venv/bin/pip install --quiet --disable-pip-version-check -e '.[test]'
fi
.venv/bin/pytest -q tests
