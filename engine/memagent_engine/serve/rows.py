"""New tokens of some slots, laid out for one pass: one row a slot, tokens of all rows one after another.

All that a pass needs goes to the device as one array of integers, and the rest is worked out there: a pass over short
prompts is bound by what the host does for it. Its sizes can be larger than what it holds, so that passes of about
the same size have one shape: the last row is then empty, and the tokens beyond all rows go into the spare slot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from .sequences import Sequence, is_filtered

# Of each row: where its tokens end, the position of its first, its slot, and the slot, seed and choice of the sequence
# whose first token its last one chooses (the spare slot where there is none). The two last are float64's bits.
FIELDS = 8
END, START, SLOT, TARGET, SEED, TOP_K, TEMPERATURE, TOP_P = range(FIELDS)


class Row(NamedTuple):
    slot: int
    tokens: np.ndarray
    start: int                  # position of the first
    sequence: Sequence | None   # whose prompt ends with them


class Shape(NamedTuple):
    """Of a pass; `longest` and `keys` are bounds for its rows."""

    tokens: int
    rows: int
    longest: int
    keys: int
    filtered: bool = False
    even: bool = False       # all rows are as long as the longest, and nothing is beyond them
    from_zero: bool = False  # no row has a past

    @property
    def size(self) -> int:
        return FIELDS * self.rows + self.tokens


def pack(rows: list[Row], shape: Shape, spare: int) -> np.ndarray:
    whole, n = np.zeros(shape.size, np.int64), len(rows)
    table, ids = whole[: FIELDS * shape.rows].reshape(FIELDS, -1), whole[FIELDS * shape.rows :]
    ends = np.cumsum([len(r.tokens) for r in rows])
    np.concatenate([r.tokens for r in rows], out=ids[: ends[-1]])
    table[END, :n], table[END, n:] = ends, ends[-1]
    table[START, :n] = [r.start for r in rows]
    table[SLOT, :n], table[SLOT, n:], table[TARGET] = [r.slot for r in rows], spare, spare
    last = [i for i, r in enumerate(rows) if r.sequence is not None]
    if last:
        sequences = [rows[i].sequence for i in last]
        table[TARGET, last] = [rows[i].slot for i in last]
        table[SEED, last] = [s.seed for s in sequences]
        table[TOP_K, last] = [s.params.top_k for s in sequences]
        table[TEMPERATURE, last] = np.array([s.params.temperature for s in sequences], np.float64).view(np.int64)
        table[TOP_P, last] = np.array([s.params.top_p for s in sequences], np.float64).view(np.int64)
    return whole


class Rows:
    """The same on the device. `length` is that of a slot."""

    def __init__(self, packed: Tensor, shape: Shape, length: int) -> None:
        self.table, self.ids = packed[: FIELDS * shape.rows].view(FIELDS, -1), packed[FIELDS * shape.rows :]
        self.shape = shape
        ends, self.starts, self.slots = self.table[END], self.table[START], self.table[SLOT]
        none = ends.new_zeros(1)
        bounds = torch.cat([none, ends])
        at = torch.arange(shape.tokens, device=packed.device)
        self.row = torch.searchsorted(ends, at, right=True).clamp(max=shape.rows - 1)
        self.column = (at - bounds[self.row]) * (at < ends[-1])
        self.positions = self.starts[self.row] + self.column
        self.where = self.slots[self.row] * length + self.positions  # among all tokens of the cache
        self.last, self.ahead = ends - 1, self.starts + ends - bounds[:-1]  # ahead: the position after a row's last
        # As FlashAttention takes them.
        self.bounds, self.key_bounds, self.seen = bounds.int(), torch.cat([self.slots * length, none]).int(), self.ahead.int()

    def rows(self, x: Tensor) -> Tensor:
        """(N, h, d) -> (n, h, T, d), padded at the end: for attention that needs it."""
        n, T = self.shape.rows, self.shape.longest
        if not self.shape.even:
            x = x.new_zeros(n * T, *x.shape[1:]).index_copy(0, self.row * T + self.column, x)
        return x.view(n, T, *x.shape[1:]).transpose(1, 2)

    def run(self, x: Tensor) -> Tensor:
        """The way back."""
        x = x.transpose(1, 2).flatten(0, 1)
        return x if self.shape.even else x.index_select(0, self.row * self.shape.longest + self.column)


def near(n: int, least: int) -> int:
    """A number not below n, of which there are few: four from one power of two to the next, multiples of `least`."""
    step = max(least, 1 << max(0, (n - 1).bit_length() - 3))
    return -(-n // step) * step


def shaped(rows: list[Row], length: int, fill: int, multiple: int, capturable: int) -> Shape:
    """The shape of a pass over rows, the longest first: one of few up to so many tokens that it can be captured, else
    what they need, filled up. `length` is that of a slot."""
    lengths = [len(r.tokens) for r in rows]
    tokens, longest, keys = sum(lengths), lengths[0], max(r.start + len(r.tokens) for r in rows)
    filtered = any(r.sequence is not None and is_filtered(r.sequence.params) for r in rows)
    if (few := near(tokens, multiple)) <= capturable:
        count = 4 ** ((len(rows).bit_length() + 1) // 2)  # 4, 16, 64, 256: one more than there are, at least
        return Shape(few, count, min(length, max(512, 1 << (longest - 1).bit_length())), length, filtered)
    filled = -(-tokens // fill) * fill
    even = filled == tokens and lengths[-1] == longest
    return Shape(filled, len(rows) + (filled > tokens), longest, keys, filtered, even, not any(r.start for r in rows))
