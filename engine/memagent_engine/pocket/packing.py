"""Packing: examples of any length into rows of fixed length, almost without waste.

A row takes the example that has waited longest and then, again and again, the longest that still
fits. Each keeps its own document number and its positions from 0, so that it is read as if alone.
An example may have several branches over one shared beginning (many questions about one section):
the beginning is computed once, and no branch sees another.
What is trained is a list of positions: all of a reply, and a sample of the prompt. (No torch here:
packing runs in the producers' processes.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from .settings import Read

LEFT_OVER = -1  # the document of a row's unused end
SHARED = 0      # the branch of what all branches of a document see


@dataclass(frozen=True)
class Branch:
    prompt: np.ndarray    # uint16
    response: np.ndarray  # uint16, with its closing <|end|>
    kind: str

    def __len__(self) -> int:
        return len(self.prompt) + len(self.response)


@dataclass(frozen=True)
class Example:
    shared: np.ndarray    # uint16, what all branches begin with; may be empty
    branches: tuple[Branch, ...]

    def __len__(self) -> int:
        return len(self.shared) + sum(map(len, self.branches))

    @property
    def whole(self) -> bool:
        return bool(self.branches) and all(len(b.prompt) and len(b.response) for b in self.branches)


@dataclass(frozen=True)
class Row:
    """T tokens. A trained token is named by the position before it, from which it is predicted."""

    ids: np.ndarray               # (T,) uint16
    documents: np.ndarray         # (T,) int16
    branches: np.ndarray          # (T,) int16, SHARED or a branch of its document, from 1
    positions: np.ndarray         # (T,) int16, from 0 in each document; each branch goes on from the shared part
    reply_where: np.ndarray       # (n,) int32
    reply_weights: np.ndarray     # (n,) float32
    prompt_where: np.ndarray      # (m,) int32
    kinds: list[tuple[str, int]]  # of each branch: its kind, and how many of the n are its reply's


def make_row(examples: list[Example], s: Read, rng: np.random.Generator) -> Row:
    ids = np.zeros(s.tokens, np.uint16)
    documents = np.full(s.tokens, LEFT_OVER, np.int16)
    branches = np.zeros(s.tokens, np.int16)
    positions = np.zeros(s.tokens, np.int16)
    reply_where, reply_weights, prompt_where = [], [], []

    def sample_prompt(start: int, end: int) -> None:
        """Tokens after `start` and before `end`, each predicted from the one before it."""
        sampled = rng.random(max(0, end - 1 - start)) < s.prompt_part
        prompt_where.append((start + np.flatnonzero(sampled)).astype(np.int32))

    start = 0
    for number, example in enumerate(examples):
        shared = len(example.shared)
        documents[start : start + len(example)] = number
        ids[start : start + shared] = example.shared
        positions[start : start + shared] = np.arange(shared)
        sample_prompt(start, start + shared)
        start += shared
        for index, branch in enumerate(example.branches, start=1):
            middle, end = start + len(branch.prompt), start + len(branch)
            ids[start:middle], ids[middle:end] = branch.prompt, branch.response
            branches[start:end] = index if shared else SHARED
            positions[start:end] = shared + np.arange(end - start)
            n = end - middle
            reply_where.append(np.arange(middle - 1, end - 1, dtype=np.int32))
            reply_weights.append(np.full(n, n**-s.reply_balance, np.float32))
            sample_prompt(start, middle)
            start = end
    return Row(
        ids, documents, branches, positions, joined(reply_where, np.int32), joined(reply_weights, np.float32),
        joined(prompt_where, np.int32), [(b.kind, len(b.response)) for e in examples for b in e.branches],
    )


def joined(parts: list[np.ndarray], dtype: type) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def pack(examples: Iterable[Example], s: Read, seed: int = 0) -> Iterator[Row]:
    """Rows from a stream; what cannot fit a row, or has no prompt or no reply, is left out and said."""
    rng = np.random.default_rng(seed)
    waiting: list[Example] = []
    left_out = 0

    def row() -> Row:
        chosen, room = [], s.tokens
        pick: int | None = 0
        while pick is not None:
            chosen.append(waiting.pop(pick))
            room -= len(chosen[-1])
            fitting = [i for i, e in enumerate(waiting) if len(e) <= room]
            pick = max(fitting, key=lambda i: len(waiting[i]), default=None)
        return make_row(chosen, s, rng)

    for example in examples:
        if len(example) > s.tokens or not example.whole:
            left_out += 1
            if left_out in (1, 10, 100, 1000, 10000):
                kinds = ", ".join(sorted({b.kind for b in example.branches}))
                print(f"left out {left_out} examples; the last: kind {kinds}, {len(example)} tokens", flush=True)
            continue
        waiting.append(example)
        if len(waiting) > s.buffer:
            yield row()
    while waiting:
        yield row()


@dataclass(frozen=True)
class Batch:
    """Rows made one: K places for trained positions, the replies' first, then the prompts', then unused ones."""

    ids: np.ndarray        # (B, T) int64
    documents: np.ndarray  # (B, T) int32
    branches: np.ndarray   # (B, T) int32
    positions: np.ndarray  # (B, T) int64
    where: np.ndarray      # (K,) int64, into the flattened (B x T)
    targets: np.ndarray    # (K,) int64
    weights: np.ndarray    # (K,) float32
    taught: np.ndarray     # (K,) float32, 1 where a teacher, where there is one, has its share
    kinds: list[tuple[str, int]]
    replies: int           # how many of the K are replies'


def take_rows(waiting: list[Row], s: Read) -> list[Row]:
    """Removes from `waiting` the rows of one batch: s.rows, or fewer where their replies fill all K places."""
    count = room = 0
    for row in waiting[: s.rows]:
        room += len(row.reply_where)
        if room > s.loss_positions:
            break
        count += 1
    taken, waiting[:] = waiting[:count], waiting[count:]
    if not taken:
        raise ValueError(f"a row has {room} reply tokens, but loss_positions is {s.loss_positions}: raise it")
    return taken


def make_batch(rows: list[Row], s: Read) -> Batch:
    """Always B = s.rows and K = s.loss_positions, whatever is in it: compiled shapes are fixed."""
    B, T, K = s.rows, s.tokens, s.loss_positions
    ids, positions = np.zeros((B, T), np.int64), np.zeros((B, T), np.int64)
    documents, branches = np.full((B, T), LEFT_OVER, np.int32), np.zeros((B, T), np.int32)
    for i, row in enumerate(rows):
        ids[i], documents[i], branches[i], positions[i] = row.ids, row.documents, row.branches, row.positions
    replies = joined([i * T + r.reply_where.astype(np.int64) for i, r in enumerate(rows)], np.int64)
    prompts = joined([i * T + r.prompt_where.astype(np.int64) for i, r in enumerate(rows)], np.int64)
    if len(replies) + len(prompts) > K:  # an even sample, so that no row loses more than another
        prompts = prompts[np.linspace(0, len(prompts) - 1, K - len(replies)).astype(np.int64)]
    used = np.concatenate([replies, prompts])
    where, targets, weights = np.zeros(K, np.int64), np.zeros(K, np.int64), np.zeros(K, np.float32)
    where[: len(used)] = used
    targets[: len(used)] = ids.reshape(-1)[used + 1]
    weights[: len(replies)] = joined([r.reply_weights for r in rows], np.float32)
    weights[len(replies) : len(used)] = s.prompt_weight
    kinds = [kind for row in rows for kind in row.kinds]
    taught = np.ones(K, np.float32)
    teaches = re.compile(s.teacher_kinds).match
    taught[: len(replies)] = np.repeat([teaches(kind) is not None for kind, _ in kinds], [n for _, n in kinds])
    return Batch(ids, documents, branches, positions, where, targets, weights, taught, kinds, len(replies))
