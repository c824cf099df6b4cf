#!/usr/bin/env bash
# The engine's tests in an environment of their own: engine/.venv, made where it is not there yet.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -x .venv/bin/pytest ]; then
  python3 -m venv .venv
  # The pinned versions first: what follows is content with them.
  .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
  .venv/bin/pip install --quiet --disable-pip-version-check -e '.[test]'
fi
.venv/bin/pytest -q tests
