"""Weights on disk: bfloat16 safetensors in files of bounded size, and the journal of a run.

A stage hands on its weights and nothing else; optimizer states are not worth their size. Files are
bounded because what comes back from a training machine may be: a tensor that does not fit is cut
by rows, and the loader joins the pieces.
"""

from __future__ import annotations

import json
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from .gguf_read import read_gguf

FILE_LIMIT = 15 * 2**20
CUT = "@row"  # "name@row100": the rows of `name` from 100 on


def rows_that_fit(state: dict[str, Tensor], limit: int) -> Iterator[dict[str, Tensor]]:
    """Fills file after file in the order of the state dict."""
    file: dict[str, Tensor] = {}
    room = limit
    for name, tensor in state.items():
        row_bytes = tensor[0].numel() * tensor.element_size()
        first = 0
        while first < len(tensor):
            count = min(len(tensor) - first, room // row_bytes)
            if count == 0:
                yield file
                file, room = {}, limit
                continue
            whole = count == len(tensor)
            file[name if whole else f"{name}{CUT}{first}"] = tensor[first : first + count].clone()
            first, room = first + count, room - count * row_bytes
    if file:
        yield file


def save(model: nn.Module, folder: Path, limit: int = FILE_LIMIT) -> None:
    """Written aside and then copied, so that `folder` is whole at all times but an instant."""
    state = {name: t.detach().to("cpu", torch.bfloat16) for name, t in model.state_dict().items()}
    with tempfile.TemporaryDirectory() as aside:
        for index, tensors in enumerate(rows_that_fit(state, limit - 2**16)):
            save_file(tensors, Path(aside) / f"model-{index:02d}.safetensors", metadata={"format": "pt"})
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(Path(aside).iterdir()):
            shutil.copyfile(path, folder / path.name)


def load(where: Path) -> dict[str, Tensor]:
    """The state dict (float32) of a GGUF, of one safetensors file or of a folder of them."""
    if where.suffix == ".gguf":
        return read_gguf(where)[0]
    paths = sorted(where.glob("*.safetensors")) if where.is_dir() else [where]
    if not paths:
        raise FileNotFoundError(f"no safetensors in {where}")
    state: dict[str, Tensor] = {}
    pieces: dict[str, dict[int, Tensor]] = {}
    for path in paths:
        for name, tensor in load_file(path).items():
            base, cut, row = name.partition(CUT)
            if cut:
                pieces.setdefault(base, {})[int(row)] = tensor.float()
            else:
                state[name] = tensor.float()
    for name, parts in pieces.items():
        state[name] = torch.cat([parts[row] for row in sorted(parts)])
    return state


class Journal:
    """`metrics.jsonl`, one object a line, and the same on standard output."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "metrics.jsonl"
        self.start = time.monotonic()

    def write(self, event: str, **values: object) -> None:
        row = {"event": event, "seconds": round(time.monotonic() - self.start, 1), **values}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        shown = " ".join(f"{k} {v:.4g}" if isinstance(v, float) else f"{k} {v}" for k, v in values.items())
        print(f"[{row['seconds']:7.1f}s] {event}: {shown}", flush=True)


class Interruption:
    """Turns SIGTERM and SIGINT into a wish to stop, so that the weights are still saved."""

    def __init__(self) -> None:
        self.wanted = False
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._note)

    def _note(self, *_: object) -> None:
        self.wanted = True
