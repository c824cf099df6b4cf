"""The optimizers and the clock.

Muon (https://kellerjordan.github.io/posts/muon) orthogonalises the update of each hidden matrix;
AdamW takes the embedding and the norms. The schedule warms up, holds, and decays; its progress is
measured in time, not in steps, because a run has a slot of fixed length on the training machine.
"""

from __future__ import annotations

import time

import torch
from torch import nn

from .settings import Optim


def make_optimizers(model: nn.Module, s: Optim) -> list[torch.optim.Optimizer]:
    named = list(model.named_parameters())
    hidden = [p for name, p in named if p.ndim == 2 and "embed" not in name]
    rest = [p for name, p in named if p.ndim != 2 or "embed" in name]
    return [
        # match_rms_adamw: Muon's update has AdamW's size, so that both take the same rate.
        torch.optim.Muon(
            hidden, lr=s.lr, weight_decay=s.weight_decay, momentum=s.momentum, adjust_lr_fn="match_rms_adamw"
        ),
        torch.optim.AdamW(rest, lr=s.lr, betas=s.betas, weight_decay=0.0, fused=rest[0].is_cuda),
    ]


def set_rate(optimizers: list[torch.optim.Optimizer], rate: float) -> None:
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = rate


def schedule(s: Optim, step: int, progress: float) -> float:
    """The learning rate at `step`, when `progress` (0 to 1) of the time is gone."""
    warmup = min(1.0, (step + 1) / s.warmup_steps)
    decay = min(1.0, (1.0 - progress) / s.decay_part)
    return s.lr * max(s.floor, min(warmup, decay))


class Clock:
    """Divides a run's seconds: what came before training, training, and what must still follow it."""

    def __init__(self, seconds: float, reserve: float) -> None:
        self.start = time.monotonic()
        self.end = self.start + max(0.0, seconds - reserve)
        self.training_start = self.start

    def training_begins(self) -> None:
        """Call after the first step: compiling is no part of the schedule."""
        self.training_start = time.monotonic()

    def elapsed(self) -> float:
        return time.monotonic() - self.start

    def progress(self) -> float:
        return min(1.0, (time.monotonic() - self.training_start) / max(1e-9, self.end - self.training_start))

    def over(self) -> bool:
        return time.monotonic() >= self.end


def step_all(optimizers: list[torch.optim.Optimizer], model: nn.Module, clip: float) -> torch.Tensor:
    norm = nn.utils.clip_grad_norm_(model.parameters(), clip)
    for optimizer in optimizers:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return norm
