"""New tokens of some slots, laid out for one pass: one row a slot, tokens of all rows one after another.

A row may be written to further slots, whose prompts have the same tokens there; layer by layer before anything is
attended to, so that rows which go on after it can stand in the same pass. Several sequences may choose their first token at
the end of one row: those with equal prompts.

All that a pass needs goes to the device as one array of integers, and the rest is worked out there: a pass over short
prompts is bound by what the host does for it. Its sizes can be larger than what it holds, so that passes of about
the same size have one shape: the last row is then empty, and the tokens beyond all rows go into the spare slot.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from .sequences import Group, Sequence, alike, grouped

# Of each row, and of one more that ends the last: where its tokens begin, where its slot does among all tokens of the cache,
# the position after its last; its slot, the position of its first; what is added to a token's number among all to have its
# position, its place in the cache, its place among rows of equal length; and where the next row's tokens begin, without an
# end for the last.
ROW_FIELDS = 9
BEGIN, SLOT_BEGIN, AHEAD, SLOT, START, TO_POSITION, TO_PLACE, TO_PADDED, NEXT = range(ROW_FIELDS)
# Of each sequence whose prompt ends with a row: its slot, the row's last token; its state (see `Sampler.whole`), and the bits
# of float64 of its temperature and top-p. Slots that are empty are told so.
TAKE_FIELDS = 10
TARGET, LAST, TOKEN, AT, SEED, STEP, TOP_K, LIVE, TEMPERATURE, TOP_P = range(TAKE_FIELDS)
# Of each row in each slot that it is written to: where the next begins among all that is written, and what is added to a number there
# to have the token's number, and its place in the cache.
WRITE_FIELDS = 3
WRITE_NEXT, TO_TOKEN, WRITE_TO_PLACE = range(WRITE_FIELDS)
NEVER = 2**40
FEWEST = 16  # of a captured pass's tables


class Row(NamedTuple):
    slot: int
    tokens: np.ndarray
    start: int                            # position of the first
    ends: list[tuple[int, Sequence]]      # the sequences whose prompts end with them, and their slots
    also: list[int] | tuple[()] = ()      # further slots that they are written to


def rows_of(chosen: list[Sequence], slots: list[int]) -> list[Row]:
    """The prompts of sequences that are taken in together, what they share computed once; a row that goes on after another comes
    after it. Those that share are a group from then on."""
    rows: list[Row] = []
    prompts = [s.prompt for s in chosen]
    equal = alike(prompts)
    for members, prefix in grouped([prompts[i[0]] for i in equal]):
        everyone = [i for member in members for i in equal[member]]
        start = 0
        if len(members) > 1:
            start, (owner, *others) = prefix, everyone
            rows.append(Row(slots[owner], prompts[owner][:prefix], 0, [], [slots[i] for i in others]))
        for member in members:
            first, *rest = own = equal[member]
            rows.append(Row(slots[first], prompts[first][start:], start, [(slots[i], chosen[i]) for i in own], [slots[i] for i in rest]))
        if len(everyone) > 1:
            group = Group([chosen[i] for i in everyone], len(everyone))
            for s in group.members:
                s.group = group
    return rows


class Shape(NamedTuple):
    """Of a pass; `longest` and `keys` are bounds for its rows."""

    tokens: int
    rows: int
    longest: int
    keys: int
    filtered: bool = False
    even: bool = False       # all rows are as long as the longest, and nothing is beyond them
    from_zero: bool = False  # no row has a past
    takes: int = 1           # sequences that choose a token
    writes: int = 0          # rows in slots; none where each is written to its own slot alone
    written: int = 0         # tokens of those

    @property
    def size(self) -> int:
        return ROW_FIELDS * (self.rows + 1) + TAKE_FIELDS * self.takes + WRITE_FIELDS * self.writes + self.tokens


def tables(packed: np.ndarray | Tensor, shape: Shape) -> tuple:
    """The parts of a packed array: of rows, of takes, of writes, and the ids."""
    a = ROW_FIELDS * (shape.rows + 1)
    b = a + TAKE_FIELDS * shape.takes
    c = b + WRITE_FIELDS * shape.writes
    return packed[:a].reshape(ROW_FIELDS, -1), packed[a:b].reshape(TAKE_FIELDS, -1), packed[b:c].reshape(WRITE_FIELDS, shape.writes), packed[c:]


def pack(rows: list[Row], shape: Shape, length: int, spare: int, quiet: list[int] | tuple[()] = ()) -> np.ndarray:
    """`length` is that of a slot; `quiet` are slots that are no longer live, as many as there is room for."""
    whole, n = np.zeros(shape.size, np.int64), len(rows)
    table, takes, writes, ids = tables(whole, shape)
    lengths = np.array([len(r.tokens) for r in rows])
    starts, slots = np.array([r.start for r in rows]), np.array([r.slot for r in rows])
    ends = np.cumsum(lengths)
    begins, total = ends - lengths, int(ends[-1])
    np.concatenate([r.tokens for r in rows], out=ids[:total])
    # The rows beyond are empty, and have what tokens there are beyond.
    table[:, n:] = np.array([total, 0, 0, spare, 0, -total, spare * length - total, n * shape.longest - total, NEVER])[:, None]
    table[:NEXT, :n] = (
        begins, slots * length, starts + lengths, slots, starts, starts - begins, slots * length + starts - begins,
        np.arange(n) * shape.longest - begins,
    )
    table[NEXT, :n], table[NEXT, shape.rows - 1] = ends, NEVER
    takes[TARGET] = spare
    of = [(slot, int(ends[i]) - 1, r.start + len(r.tokens), s.seed, s.params) for i, r in enumerate(rows) for slot, s in r.ends]
    if k := len(of):
        takes[TARGET, :k], takes[LAST, :k], takes[AT, :k], takes[SEED, :k] = ([t[j] for t in of] for j in range(4))
        takes[TOP_K, :k], takes[LIVE, :k] = [t[4].top_k for t in of], 1
        takes[TEMPERATURE:].view(np.float64)[:, :k] = [[t[4].temperature for t in of], [t[4].top_p for t in of]]
    if quiet:
        takes[TARGET, k : k + len(quiet)] = quiet
    if shape.writes:
        row, slot = np.array([(i, slot) for i, r in enumerate(rows) for slot in (r.slot, *r.also)]).T
        m, until = len(row), np.cumsum(lengths[row])
        since = until - lengths[row]
        writes[:, :m] = until, begins[row] - since, slot * length + starts[row] - since
        # What is beyond goes all over the spare slot: many writes to one place would wait for one another.
        beyond = until[-1] + np.arange(shape.writes - m) * length
        writes[:, m:] = beyond + length, -beyond, spare * length - beyond
        writes[WRITE_NEXT, -1] = NEVER
    return whole


class Rows:
    """The same on the device. `end` is where the cache does: the spare slot's last place is just before it."""

    def __init__(self, packed: Tensor, shape: Shape, end: int) -> None:
        self.table, self.takes, writes, self.ids = tables(packed, shape)
        self.shape, self.slots, self.starts = shape, self.table[SLOT, :-1], self.table[START, :-1]
        self.at = at = torch.arange(shape.tokens, device=packed.device)
        self.row = torch.searchsorted(self.table[NEXT, :-1], at, right=True)
        self.positions = at + self.table[TO_POSITION][self.row]
        self.token = None  # which of the pass's tokens is written to each place, if not each to its own
        if shape.writes:
            at = torch.arange(shape.written, device=packed.device)
            write = torch.searchsorted(writes[WRITE_NEXT], at, right=True)
            self.token = (at + writes[TO_TOKEN][write]).clamp(max=shape.tokens - 1)
            self.where = (at + writes[WRITE_TO_PLACE][write]).clamp(max=end - 1)
        else:
            self.where = (at + self.table[TO_PLACE][self.row]).clamp(max=end - 1)
        # As FlashAttention takes them.
        self.bounds, self.key_bounds, seen = self.table[: AHEAD + 1].int()
        self.seen = seen[:-1]

    @cached_property
    def padded(self) -> Tensor:
        """Where each token stands among rows of equal length."""
        return (self.at + self.table[TO_PADDED][self.row]).clamp(max=self.shape.rows * self.shape.longest - 1)

    def rows(self, x: Tensor) -> Tensor:
        """(N, h, d) -> (n, h, T, d), padded at the end: for attention that needs it."""
        n, T = self.shape.rows, self.shape.longest
        if not self.shape.even:
            x = x.new_zeros(n * T, *x.shape[1:]).index_copy(0, self.padded, x)
        return x.view(n, T, *x.shape[1:]).transpose(1, 2)

    def run(self, x: Tensor) -> Tensor:
        """The way back."""
        x = x.transpose(1, 2).flatten(0, 1)
        return x if self.shape.even else x.index_select(0, self.padded)


def near(n: int, least: int) -> int:
    """A number not below n, of which there are few: four from one power of two to the next, multiples of `least`."""
    step = max(least, 1 << max(0, (n - 1).bit_length() - 3))
    return -(-n // step) * step


def shaped(rows: list[Row], length: int, fill: int, multiple: int, capturable: int) -> Shape:
    """The shape of a pass over rows: one of few up to so many tokens that it can be captured, else what they need, filled
    up. `length` is that of a slot."""
    lengths = [len(r.tokens) for r in rows]
    tokens, longest, keys = sum(lengths), max(lengths), max(r.start + len(r.tokens) for r in rows)
    filtered = any(s.params.filtered for r in rows for _, s in r.ends)
    takes = sum(len(r.ends) for r in rows)
    writes = written = 0
    if any(r.also for r in rows):
        writes = len(rows) + sum(len(r.also) for r in rows)
        written = tokens + sum(n * len(r.also) for n, r in zip(lengths, rows, strict=True))
    if (few := near(tokens, multiple)) <= capturable:
        # One size for all tables, since more of one are mostly more of the others: an empty row at least, and of each slot
        # a row of its own and what two others write to it.
        count = max(FEWEST, 1 << max(len(rows), takes - 1, -(-writes // 3) - 1).bit_length())
        longest = min(length, max(512, 1 << (longest - 1).bit_length()))
        return Shape(few, count, longest, length, filtered, takes=count, writes=3 * count * (writes > 0), written=power(written, multiple))
    filled = -(-tokens // fill) * fill
    even = filled == tokens and min(lengths) == longest
    from_zero = not any(r.start for r in rows)
    return Shape(filled, len(rows) + (filled > tokens), longest, keys, filtered, even, from_zero, max(1, takes), writes, written)


def power(n: int, least: int) -> int:
    """The power of two from n on, at least `least`; 0 of 0."""
    return max(least, 1 << (n - 1).bit_length()) if n else 0
