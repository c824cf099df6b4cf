"""Continuous batching: sequences join and leave a running batch between two decoding steps.

Prompts that come together and begin alike (all samples of a request; a group that reads the same chunk)
have their common prefix computed once. The weights are a snapshot's; a request for other weights waits
until those in flight are done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from .cache import Cache, Graphs
from .choice import choose
from .network import Network, View, view
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


@dataclass(frozen=True)
class SamplerLimits:
    slots: int           # sequences in flight
    cache_tokens: int    # of all slots together
    prefill_tokens: int  # of one pass over prompts
    multiple: int        # lengths are rounded up to it


class Sampler:
    def __init__(self, network: Network, limits: SamplerLimits, decode_text: Callable[[list[int]], str] | None = None) -> None:
        self.network, self.limits, self.decode_text = network, limits, decode_text
        self.waiting: deque[Sequence] = deque()
        self.active: dict[int, Sequence] = {}
        self.cache: Cache | None = None
        self.graphs: Graphs | None = None
        self.snapshot: Snapshot | None = None
        self.view: View | None = None
        self.shared_tokens = 0  # prompt tokens that needed no computing

    def add(self, sequence: Sequence) -> None:
        self.waiting.append(sequence)

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.active)

    @torch.inference_mode()
    def step(self) -> None:
        """Takes in what fits, then makes one token of every sequence in flight."""
        self._admit()
        if self.active:
            self._decode()

    def fail(self) -> list[Sequence]:
        """Drops everything, after an error on the device; gives what was lost."""
        lost = [*self.active.values(), *self.waiting]
        self.active, self.cache, self.graphs, self.snapshot = {}, None, None, None
        self.waiting.clear()
        return lost

    def _rounded(self, n: int) -> int:
        return -(-n // self.limits.multiple) * self.limits.multiple

    def _admit(self) -> None:
        chosen: list[Sequence] = []
        while self.waiting:
            head = self.waiting[0]
            if head.cancelled():
                head.done(self.waiting.popleft())
                continue
            if not self.active and not chosen:
                self._make_room(self._rounded(len(head.prompt) + head.params.max_tokens))
                self._use(head.snapshot)
            fits = len(head.prompt) + head.params.max_tokens <= self.cache.length
            if head.snapshot is not self.snapshot or not fits or len(self.active) + len(chosen) == self.cache.slots:
                break
            chosen.append(self.waiting.popleft())
        if chosen:
            self._start(chosen)

    def _make_room(self, length: int) -> None:
        longest = max((self._rounded(len(s.prompt) + s.params.max_tokens) for s in self.waiting), default=length)
        length = max(length, min(longest, self._rounded(self.network.spec.window)))
        if self.cache is None or self.cache.length < length:
            self.cache = self.graphs = None  # freed before the new one is made
            slots = max(1, min(self.limits.slots, self.limits.cache_tokens // length))
            self.cache = Cache(self.network, slots, length)
            n, device = slots, self.network.device
            self.last, self.at, self.seeds = (torch.zeros(n, dtype=torch.long, device=device) for _ in range(3))
            self.steps, self.top_k = (torch.zeros(n, dtype=torch.long, device=device) for _ in range(2))
            self.temperature, self.top_p = torch.zeros(n, device=device), torch.ones(n, device=device)

    def _use(self, snapshot: Snapshot) -> None:
        if snapshot is self.snapshot and (self.graphs is not None or self.network.device.type != "cuda"):
            return
        now = self.network.device.type == "cuda"
        same_kind = self.snapshot is not None and self.graphs is not None and layout(snapshot) == layout(self.snapshot)
        self.snapshot = snapshot
        if not now:
            self.view = view(self.network.spec, snapshot.state, snapshot.adapter, snapshot.lora_scale)
        elif same_kind:  # into the place that the graphs know
            for name, tensor in moving(snapshot).items():
                self.place[name].copy_(tensor)
        else:
            self.place = {name: t.clone() for name, t in moving(snapshot).items()}
            state, adapter = (snapshot.state, self.place) if snapshot.adapter is not None else (self.place, None)
            self.view = view(self.network.spec, state, adapter, snapshot.lora_scale)
            self.graphs = Graphs(self.cache, self.view)

    def _start(self, chosen: list[Sequence]) -> None:
        """Prompts into free slots, and the first token of each."""
        free = [slot for slot in range(self.cache.slots) if slot not in self.active]
        slot_of = dict(zip(map(id, chosen), free, strict=False))
        groups = grouped([s.prompt for s in chosen])
        whole = [(slot_of[id(chosen[g[0]])], chosen[g[0]].prompt[:p]) for g, p in groups]
        hidden = dict(self._prefill(whole))
        last: dict[int, Tensor] = {}
        suffixes: list[tuple[int, np.ndarray, int]] = []
        for members, prefix in groups:
            slots = [slot_of[id(chosen[i])] for i in members]
            if len(members) == 1:
                last[slots[0]] = hidden[slots[0]]
                continue
            others = torch.tensor(slots[1:], device=self.network.device)
            self.cache.copy_prefix(torch.full_like(others, slots[0]), others, prefix)
            self.shared_tokens += prefix * (len(members) - 1)
            suffixes += [(slot, chosen[i].prompt[prefix:], prefix) for slot, i in zip(slots, members, strict=True)]
        last.update(self._extend(suffixes))
        for s in chosen:
            slot = slot_of[id(s)]
            self.active[slot] = s
        slots = [slot_of[id(s)] for s in chosen]
        where = torch.tensor(slots, device=self.network.device)
        self._set(where, chosen)
        for part in torch.arange(len(slots)).split(256):
            rows = torch.stack([last[slots[i]] for i in part.tolist()])
            self._take(where[part.to(where.device)], [slots[i] for i in part.tolist()], self.network.logits(self.view, rows))

    def _set(self, where: Tensor, chosen: list[Sequence]) -> None:
        def put(store: Tensor, values: list) -> None:
            store[where] = torch.tensor(values, dtype=store.dtype, device=store.device)

        put(self.at, [len(s.prompt) for s in chosen])
        put(self.seeds, [s.seed for s in chosen])
        put(self.steps, [0] * len(chosen))
        put(self.temperature, [s.params.temperature for s in chosen])
        put(self.top_k, [s.params.top_k for s in chosen])
        put(self.top_p, [s.params.top_p for s in chosen])

    def _prefill(self, rows: list[tuple[int, np.ndarray]]) -> list[tuple[int, Tensor]]:
        """(slot, tokens) -> (slot, hidden state of the last token)."""
        found = []
        for part in by_length(rows, lambda r: len(r[1]), self.limits.prefill_tokens):
            ids, slots = self._padded([t for _, t in part]), torch.tensor([s for s, _ in part], device=self.network.device)
            hidden = self.cache.prefill(self.view, ids, slots)
            found += [(slot, hidden[i, len(tokens) - 1].clone()) for i, (slot, tokens) in enumerate(part)]
        return found

    def _extend(self, rows: list[tuple[int, np.ndarray, int]]) -> list[tuple[int, Tensor]]:
        found = []
        for part in by_length(rows, lambda r: len(r[1]), self.limits.prefill_tokens // 4):
            ids = self._padded([t for _, t, _ in part])
            start = torch.tensor([p for _, _, p in part], device=self.network.device)
            slots = torch.tensor([s for s, _, _ in part], device=self.network.device)
            keys = min(self.cache.length, self._rounded(max(p + len(t) for _, t, p in part)))
            hidden = self.cache.extend(self.view, ids, start, slots, keys)
            found += [(slot, hidden[i, len(tokens) - 1].clone()) for i, (slot, tokens, _) in enumerate(part)]
        return found

    def _padded(self, rows: list[np.ndarray]) -> Tensor:
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        for i, tokens in enumerate(rows):
            ids[i, : len(tokens)] = tokens
        return torch.from_numpy(ids).to(self.network.device)

    def _decode(self) -> None:
        n = max(self.active) + 1
        n = n if self.graphs is None else min(self.cache.slots, 1 << (n - 1).bit_length())
        keys = min(self.cache.length, self._rounded(max(len(s.prompt) + len(s.tokens) for s in self.active.values())))
        if self.graphs is not None:
            logits = self.graphs.logits(self.last[:n], self.at[:n], keys)
        else:
            logits = self.network.logits(self.view, self.cache.decode(self.view, self.last[:n], self.at[:n], keys))
        slots = sorted(self.active)
        where = torch.tensor(slots, device=self.network.device)
        self.at[where] += 1
        self._take(where, slots, logits[where])

    def _take(self, where: Tensor, slots: list[int], logits: Tensor) -> None:
        """Chooses a token for each slot from its row of logits, and lets go of the sequences that are whole."""
        filtered = any(self.active[s].params.top_k > 0 or self.active[s].params.top_p < 1 for s in slots)
        tokens, logprobs = choose(
            logits, self.seeds[where], self.steps[where], self.temperature[where], self.top_k[where], self.top_p[where], filtered
        )
        self.last[where] = tokens
        self.steps[where] += 1
        for slot, token, logprob in zip(slots, tokens.tolist(), logprobs.tolist(), strict=True):
            sequence = self.active[slot]
            sequence.tokens.append(token)
            sequence.logprobs.append(logprob)
            if self._ended(sequence, token):
                del self.active[slot]
                self.at[slot] = 0
                sequence.done(sequence)

    def _ended(self, s: Sequence, token: int) -> bool:
        stopped = token in s.params.stop_ids
        if s.params.stop_texts and not stopped:
            longest = max(map(len, s.params.stop_texts))
            tail = self.decode_text(s.tokens[-(longest * 4 + 4) :])  # a character has four bytes at most, a token one at least
            stopped = any(text in tail for text in s.params.stop_texts)
        if stopped:
            s.stop_reason = "stop"
        return stopped or len(s.tokens) >= s.params.max_tokens or s.cancelled()


def moving(snapshot: Snapshot) -> dict[str, Tensor]:
    return snapshot.state if snapshot.adapter is None else snapshot.adapter


def layout(snapshot: Snapshot) -> tuple:
    """Snapshots of one layout can take each other's place under the same graphs."""
    shapes = tuple((n, tuple(t.shape), t.dtype) for n, t in moving(snapshot).items())
    return shapes, None if snapshot.adapter is None else id(snapshot.state), snapshot.lora_scale


def by_length(rows: list, length: Callable, tokens: int) -> list[list]:
    """Rows of like lengths together, each part at most `tokens` padded tokens (or one row)."""
    parts: list[list] = []
    for row in sorted(rows, key=length, reverse=True):
        if parts and (len(parts[-1]) + 1) * length(parts[-1][0]) <= tokens:
            parts[-1].append(row)
        else:
            parts.append([row])
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
