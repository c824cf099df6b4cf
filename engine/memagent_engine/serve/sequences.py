"""Samples in the making, and which of their prompts are computed together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from .weights import Snapshot

if TYPE_CHECKING:
    from .rows import Row

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

    prompt: np.ndarray  # of integers
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
    group: Group | None = None
    number: int = 0      # among those of its request


@dataclass(frozen=True)
class Judged:
    """Tokens of a prompt that were not sampled, but scored."""

    tokens: list[int]
    logprobs: list[float]
    stop_reason: str = "stop"


@dataclass(eq=False)
class Group:
    """Sequences whose prompts begin alike and were taken in together. They are done together too: those who wait for
    them go on in step, so that the next prompts come together again."""

    members: list[Sequence]
    left: int


@dataclass(frozen=True)
class Pending:
    """Tokens and log-probabilities (2, n) on their way to the host, and whose they are: (column, slot, sequence)."""

    values: Tensor
    there: torch.cuda.Event | None
    rows: list[tuple[int, int, Sequence]]


def is_filtered(params: SamplingParams) -> bool:
    return params.top_k > 0 or params.top_p < 1


def by_length(rows: list[Row], tokens: int, most: int) -> list[list[Row]]:
    """Rows of like lengths together, each part at most `tokens` (or one row) and `most` rows."""
    parts: list[list[Row]] = []
    room = 0
    for row in sorted(rows, key=lambda r: len(r.tokens), reverse=True):
        if room < len(row.tokens) or len(parts[-1]) == most:
            parts.append([])
            room = max(tokens, len(row.tokens))
        parts[-1].append(row)
        room -= len(row.tokens)
    return parts


def grouped(prompts: list[np.ndarray]) -> list[tuple[list[int], int]]:
    """(members, tokens they share): groups of prompts that begin alike. A lone one shares with itself all it has.

    In lexicographic order (of bytes: any will do) those that begin alike are neighbours; a group takes its neighbour as long as
    the tokens saved do not fall. At least one token stays unshared: its hidden state chooses the first token.
    """
    alike: dict[bytes, list[int]] = {}
    for i, prompt in enumerate(prompts):
        alike.setdefault(prompt[:LEAST_SHARED].tobytes(), []).append(i)
    groups: list[tuple[list[int], int]] = []
    for some in alike.values():
        members, shared = [], 0
        for i in sorted(some, key=lambda i: prompts[i].tobytes()) if len(some) > 1 else some:
            if members:
                a, b = prompts[members[-1]], prompts[i]
                least = min(len(a), len(b))
                differ = a[:least] != b[:least]
                first = int(differ.argmax()) if least else 0
                new = min(first if differ[first] else least, len(b) - 1, len(a) - 1, shared)
                if new >= LEAST_SHARED and new * len(members) >= shared * (len(members) - 1):
                    members.append(i)
                    shared = new
                    continue
                groups.append((members, shared))
            members, shared = [i], len(prompts[i])
        groups.append((members, shared))
    return groups
