"""Weights on disk: a folder for each save, whole or not there at all.

    <root>/<model id>/weights/<name>/          to go on training: weights, moments of the optimizer
    <root>/<model id>/sampler_weights/<name>/  to sample from: weights only

Its address is tinker://<model id>/<kind>/<name>. Masters are float32, so that going on is exact.
"""

from __future__ import annotations

import json
import re
import shutil
import time
import uuid
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from safetensors.torch import load_file, save_file
from torch import Tensor

from .problems import Problem
from .weights import LoraConfig

KINDS = {"weights": "training", "sampler_weights": "sampler"}
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}")


@dataclass(frozen=True)
class Meta:
    base_model: str
    lora: LoraConfig
    steps: int


class Checkpoints:
    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, path: str, kinds: tuple[str, ...] = tuple(KINDS)) -> Path:
        """Of an address. Names are checked: none leads outside the root."""
        parts = path.removeprefix("tinker://").split("/")
        if not path.startswith("tinker://") or len(parts) != 3 or parts[1] not in kinds or not all(map(NAME.fullmatch, parts)):
            raise Problem(f"{path!r} is no address of the form tinker://<model>/{'|'.join(kinds)}/<name>")
        return self.root.joinpath(*parts)

    def free(self, model_id: str, kind: str, name: str, overwrite: bool) -> str:
        """The address of a save to be; a name that is taken is a conflict unless it may be overwritten."""
        if not NAME.fullmatch(name):
            raise Problem(f"the name {name!r} is not of letters, digits, '_', '-' and '.'")
        path = f"tinker://{model_id}/{kind}/{name}"
        if self.folder(path).exists() and not overwrite:
            raise Problem(f"{path} exists", 409)
        return path

    def save(self, path: str, meta: Meta, weights: dict[str, Tensor], moments: dict[str, Tensor] | None) -> None:
        folder = self.folder(path)
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside = folder.with_name(f".{folder.name}.{uuid.uuid4().hex}")
        aside.mkdir()
        save_file({n: t.cpu().contiguous() for n, t in weights.items()}, aside / "weights.safetensors")
        if moments is not None:
            save_file({n: t.cpu().contiguous() for n, t in moments.items()}, aside / "optimizer.safetensors")
        said = {"base_model": meta.base_model, "lora": asdict(meta.lora), "steps": meta.steps, "time": time.time()}
        (aside / "meta.json").write_text(json.dumps(said))
        if folder.exists():
            shutil.rmtree(folder)
        aside.rename(folder)

    def meta(self, path: str) -> Meta:
        file = self.folder(path) / "meta.json"
        if not file.exists():
            raise Problem(f"there is no {path}", 404)
        said = json.loads(file.read_text())
        return Meta(said["base_model"], LoraConfig(**said["lora"]), said["steps"])

    def load(self, path: str) -> tuple[Meta, dict[str, Tensor], dict[str, Tensor] | None]:
        meta, folder = self.meta(path), self.folder(path)
        moments = folder / "optimizer.safetensors"
        return meta, load_file(folder / "weights.safetensors"), load_file(moments) if moments.exists() else None

    def delete(self, path: str) -> None:
        self.meta(path)
        shutil.rmtree(self.folder(path))

    def runs(self) -> list[str]:
        return sorted(p.name for p in self.root.iterdir() if p.is_dir()) if self.root.exists() else []

    def list(self, model_id: str) -> list[dict]:
        found = []
        for kind, said in KINDS.items():
            for meta in (self.root / model_id / kind).glob("[!.]*/meta.json"):
                at = datetime.fromtimestamp(json.loads(meta.read_text())["time"], UTC)
                size = sum(f.stat().st_size for f in meta.parent.iterdir())
                address = f"{kind}/{meta.parent.name}"
                found.append({
                    "checkpoint_id": address, "checkpoint_type": said, "time": at.isoformat(),
                    "tinker_path": f"tinker://{model_id}/{address}", "size_bytes": size,
                })
        return sorted(found, key=lambda c: c["time"])
