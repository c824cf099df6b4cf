"""Trainable weights: all of a model's, or a low-rank adapter on a frozen base (LoRA, arXiv 2106.09685).

Masters are float32 whatever the arithmetic: a bfloat16 master loses small updates.
"""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass

import torch
from torch import Tensor

from .network import Spec, View, view

ALPHA = 32.0  # as Tinker's; the adapter counts ALPHA / rank


@dataclass(frozen=True)
class LoraConfig:
    rank: int = 0  # 0: no adapter, all weights train
    seed: int | None = None
    train_attn: bool = True
    train_mlp: bool = True
    train_unembed: bool = True

    @property
    def scale(self) -> float:
        return ALPHA / self.rank if self.rank else 0.0


@dataclass(frozen=True)
class Snapshot:
    """Weights that no longer change, to sample from. `state` is the base's own dict under an adapter."""

    state: dict[str, Tensor]
    adapter: dict[str, Tensor] | None = None
    lora_scale: float = 0.0


def moving(snapshot: Snapshot) -> dict[str, Tensor]:
    return snapshot.state if snapshot.adapter is None else snapshot.adapter


def layout(snapshot: Snapshot) -> tuple:
    """Snapshots of one layout can take each other's place under the same graphs."""
    shapes = tuple((n, tuple(t.shape), t.dtype) for n, t in moving(snapshot).items())
    return shapes, None if snapshot.adapter is None else id(snapshot.state), snapshot.lora_scale


def fused(place: dict[str, Tensor], layers: int) -> dict[str, Tensor]:
    """Matrices that read the same input, as one; `place` then holds views into it, so that what is copied there is copied here."""
    joined = {}
    for i in range(layers):
        for parts, name in ((("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"), "self_attn.qkv_proj"),
                            (("mlp.gate_proj", "mlp.up_proj"), "mlp.gate_up_proj")):
            for kind in ("weight", "bias"):
                names = [f"model.layers.{i}.{part}.{kind}" for part in parts]
                if names[0] in place:
                    whole = torch.cat([place[n] for n in names])
                    joined[f"model.layers.{i}.{name}.{kind}"] = whole
                    place.update(zip(names, whole.split([len(place[n]) for n in names]), strict=True))
    return joined


def adapted(spec: Spec, lora: LoraConfig) -> list[str]:
    """The matrices that get an adapter, by name without `.weight`."""
    parts = [f"self_attn.{n}_proj" for n in "qkvo"] if lora.train_attn else []
    parts += [f"mlp.{n}_proj" for n in ("gate", "up", "down")] if lora.train_mlp else []
    return [f"model.layers.{i}.{p}" for i in range(spec.layers) for p in parts] + (["lm_head"] if lora.train_unembed else [])


class Weights:
    """One trained model's weights. `trained` are the leaves that the optimizer moves."""

    def __init__(self, spec: Spec, base: dict[str, Tensor], lora: LoraConfig) -> None:
        self.spec, self.lora, self.base = spec, lora, base
        if lora.rank:
            self.trained = self._adapter()
        else:
            self.trained = {name: t.detach().float().clone() for name, t in base.items()}
        for tensor in self.trained.values():
            tensor.requires_grad_()

    def _adapter(self) -> dict[str, Tensor]:
        generator = torch.Generator().manual_seed(self.lora.seed if self.lora.seed is not None else secrets.randbits(31))
        adapter = {}
        for name in adapted(self.spec, self.lora):
            tied = name == "lm_head" and self.spec.tied
            matrix = self.base["model.embed_tokens.weight" if tied else f"{name}.weight"]
            bound = 1 / math.sqrt(matrix.shape[1])
            down = torch.rand(self.lora.rank, matrix.shape[1], generator=generator) * 2 * bound - bound
            adapter[f"{name}.lora_A"] = down.to(matrix.device)
            adapter[f"{name}.lora_B"] = torch.zeros(matrix.shape[0], self.lora.rank, device=matrix.device)
        return adapter

    def view(self) -> View:
        if self.lora.rank:
            return view(self.spec, self.base, self.trained, self.lora.scale)
        return view(self.spec, self.trained)

    def snapshot(self, dtype: torch.dtype) -> Snapshot:
        copy = {name: t.detach().to(dtype, copy=True) for name, t in self.trained.items()}
        return Snapshot(self.base, copy, self.lora.scale) if self.lora.rank else Snapshot(copy)


def merged(snapshot: Snapshot) -> dict[str, Tensor]:
    """A whole model's state in float32 on the CPU, the adapter added in. An adapted, tied head becomes its own."""
    state = {name: t.detach().to("cpu", torch.float32) for name, t in snapshot.state.items()}
    for name, down in (snapshot.adapter or {}).items():
        if not name.endswith(".lora_A"):
            continue
        target = name.removesuffix("lora_A") + "weight"
        up = snapshot.adapter[name.removesuffix("A") + "B"]
        matrix = state.get(target, state["model.embed_tokens.weight"] if target == "lm_head.weight" else None)
        state[target] = matrix + (up.to("cpu", torch.float32) @ down.to("cpu", torch.float32)) * snapshot.lora_scale
    return state
