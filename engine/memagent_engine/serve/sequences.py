"""Samples in the making, and which of their prompts are computed together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from .weights import Snapshot

LEAST_SHARED = 32  # tokens: a shorter common prefix is not worth a pass of its own


@dataclass(frozen=True)
class SamplingParams:
    max_tokens: int
    temperature: float = 1.0
    top_k: int = -1
    top_p: float = 1.0
    stop_ids: frozenset[int] = frozenset()
    stop_texts: tuple[str, ...] = ()


@dataclass(eq=False)
class Sequence:
    """One sample in the making. `done` is called with it when it is whole."""

    prompt: np.ndarray  # int64
    params: SamplingParams
    seed: int
    snapshot: Snapshot
    done: Callable[[Sequence], None]
    tokens: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    stop_reason: str = "length"
    cancelled: Callable[[], bool] = lambda: False
    issued: int = 0      # tokens computed or being computed
    ended: bool = False


@dataclass(frozen=True)
class Pending:
    """Tokens and log-probabilities (2, n) on their way to the host, and whose they are: (column, slot, sequence)."""

    values: Tensor
    there: torch.cuda.Event | None
    rows: list[tuple[int, int, Sequence]]


def is_filtered(params: SamplingParams) -> bool:
    return params.top_k > 0 or params.top_p < 1


def by_length(rows: list[tuple[int, np.ndarray, int]], tokens: int) -> list[list]:
    """Rows of like lengths together, each part at most `tokens` (or one row)."""
    parts: list[list] = []
    room = 0
    for row in sorted(rows, key=lambda r: len(r[1]), reverse=True):
        if room < len(row[1]):
            parts.append([])
            room = max(tokens, len(row[1]))
        parts[-1].append(row)
        room -= len(row[1])
    return parts


def grouped(prompts: list[np.ndarray]) -> list[tuple[list[int], int]]:
    """(members, tokens they share): groups of prompts that begin alike. A lone one shares with itself all it has.

    In lexicographic order those that begin alike are neighbours; a group takes its neighbour as long as
    the tokens saved do not fall. At least one token stays unshared: its hidden state chooses the first token.
    """
    order = sorted(range(len(prompts)), key=lambda i: prompts[i].astype(">i4").tobytes())
    groups: list[tuple[list[int], int]] = []
    for i in order:
        if groups:
            members, shared = groups[-1]
            a, b = prompts[members[-1]], prompts[i]
            least = min(len(a), len(b))
            differ = np.flatnonzero(a[:least] != b[:least])
            new = min(int(differ[0]) if len(differ) else least, len(b) - 1, len(a) - 1, shared)
            if new >= LEAST_SHARED and new * len(members) >= shared * (len(members) - 1):
                groups[-1] = ([*members, i], new)
                continue
        groups.append(([i], len(prompts[i])))
    return groups
