"""The command that starts the engine, as far as it gets without serving."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2]


def start(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k != "OMP_WAIT_POLICY"}
    said = [sys.executable, "-m", "memagent_engine.serve", *args]
    return subprocess.run(said, env={**clean, **env, "PYTHONPATH": str(ENGINE)}, capture_output=True, text=True, check=False)


def test_a_model_that_is_none_is_said_in_a_line(tmp_path: Path) -> None:
    ended = start("--model", str(tmp_path), "--device", "cpu")
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{tmp_path} cannot be loaded: ") and "Traceback" not in ended.stderr


@pytest.mark.parametrize(("env", "policy"), [({}, "PASSIVE"), ({"OMP_WAIT_POLICY": "ACTIVE"}, "ACTIVE")])
def test_threads_sleep_while_they_wait_unless_told(env: dict[str, str], policy: str) -> None:
    shown = start("--device", "cpu", "--help", OMP_DISPLAY_ENV="true", **env)
    assert re.search(rf"OMP_WAIT_POLICY ?= ?'{policy}'", shown.stderr)
