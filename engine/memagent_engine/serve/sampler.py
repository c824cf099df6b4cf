"""Continuous batching: sequences join and leave a running batch between two decoding steps.

Prompts that come together and begin alike (all samples of a request; a group that reads the same chunk)
have their common prefix computed once. The weights are a snapshot's; a request for other weights waits
until those in flight are done.

On a GPU the host runs one step ahead: what a step chose is read while the next one computes, so that a
sequence which stops itself is noticed a step late and its surplus token dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .attention import Segments, put
from .cache import Cache, Graphs
from .choice import choose
from .network import Network, View, view
from .sequences import Pending, Sequence, by_length, grouped, is_filtered
from .weights import Snapshot, fused, layout, moving

LEAST_SLOTS = 8    # of a captured step


@dataclass(frozen=True)
class SamplerLimits:
    slots: int           # sequences in flight
    cache_tokens: int    # of all slots together
    prefill_tokens: int  # of one pass over prompts
    multiple: int        # lengths of slots are rounded up to it


class Sampler:
    def __init__(self, network: Network, limits: SamplerLimits, decode_text: Callable[[list[int]], str] | None = None) -> None:
        self.network, self.limits, self.decode_text = network, limits, decode_text
        self.cuda = network.device.type == "cuda"
        self.ahead = 1 if self.cuda else 0                  # steps that may be under way unread
        self.fill = limits.multiple if self.cuda else 1     # to which passes over prompts are filled up: kernels like round numbers
        self.waiting: deque[Sequence] = deque()
        self.pending: deque[Pending] = deque()
        self.active: dict[int, Sequence] = {}   # by slot
        self.running: dict[int, Sequence] = {}  # those of them that need a further step
        self.idle: list[int] = []               # slots whose sequence ended, which the device does not know yet
        self.cache: Cache | None = None
        self.graphs: Graphs | None = None
        self.snapshot: Snapshot | None = None
        self.view: View | None = None
        self.prompt_tokens = 0  # that were taken in
        self.shared_tokens = 0  # those of them that needed no computing

    def add(self, sequence: Sequence) -> None:
        self.waiting.append(sequence)

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.active or self.pending)

    @torch.inference_mode()
    def step(self) -> None:
        """Takes in what fits, then makes one token of every sequence in flight."""
        self._admit()
        if self.running:
            self._decode()
            self._collect(self.ahead)
        else:
            self._collect(0)

    def fail(self) -> list[Sequence]:
        """Drops everything, after an error on the device; gives what was lost."""
        lost = [*self.active.values(), *self.waiting]
        self.active, self.running, self.idle, self.cache, self.graphs, self.snapshot = {}, {}, [], None, None, None
        self.pending.clear()
        self.waiting.clear()
        return lost

    def _rounded(self, n: int) -> int:
        return -(-n // self.limits.multiple) * self.limits.multiple

    # Room and weights

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
        window = self._rounded(self.network.spec.window)
        length = max(length, min(longest, window))
        if self.cache is None or self.cache.length < length:
            if self.cuda and self.cache is not None:  # not for every prompt a little longer: captured steps are lost with it
                length = max(length, min(window, self._rounded(self.cache.length * 3 // 2)))
            self._collect(0)  # no captured step may be under way
            self.cache = self.graphs = None  # freed before the new one is made
            slots = max(1, min(self.limits.slots, self.limits.cache_tokens // length - 1))
            self.cache = Cache(self.network, slots, length)
            device = self.network.device
            self.idle = []

            def of_slots(dtype: torch.dtype) -> Tensor:
                return torch.zeros(slots, dtype=dtype, device=device)

            self.last, self.at, self.seeds, self.steps, self.top_k, self.live = (of_slots(torch.long) for _ in range(6))
            self.temperature, self.top_p = of_slots(torch.float32), of_slots(torch.float32)

    def _use(self, snapshot: Snapshot) -> None:
        if snapshot is self.snapshot and (self.graphs is not None or not self.cuda):
            return
        same_kind = self.snapshot is not None and self.graphs is not None and layout(snapshot) == layout(self.snapshot)
        self.snapshot = snapshot
        spec = self.network.spec
        if not self.cuda:
            self.view = view(spec, snapshot.state, snapshot.adapter, snapshot.lora_scale)
        elif same_kind:  # into the place that the graphs know
            names = list(self.place)
            torch._foreach_copy_([self.place[n] for n in names], [moving(snapshot)[n] for n in names])
        else:
            self.place = {name: t.clone() for name, t in moving(snapshot).items()}
            if snapshot.adapter is None:
                self.view = view(spec, {**self.place, **fused(self.place, spec.layers)})
            else:
                self.view = view(spec, snapshot.state, self.place, snapshot.lora_scale)
            self.graphs = Graphs()

    # Prompts

    def _start(self, chosen: list[Sequence]) -> None:
        """Prompts into free slots, and the first token of each."""
        free = (slot for slot in range(self.cache.slots) if slot not in self.active)
        slots = [next(free) for _ in chosen]
        self._quiet()
        self.prompt_tokens += sum(len(s.prompt) for s in chosen)
        first: list[tuple[int, np.ndarray, int]] = []  # slot, tokens, position of the first
        second: list[tuple[int, np.ndarray, int]] = []
        copies: list[tuple[int, list[int], int]] = []
        for members, prefix in grouped([s.prompt for s in chosen]):
            own = [slots[i] for i in members]
            first.append((own[0], chosen[members[0]].prompt[:prefix], 0))
            if len(members) > 1:
                copies.append((own[0], own[1:], prefix))
                self.shared_tokens += prefix * (len(members) - 1)
                second += [(slot, chosen[i].prompt[prefix:], prefix) for slot, i in zip(own, members, strict=True)]
        last = self._prefill(first)
        for source, targets, prefix in copies:
            self.cache.copy_prefix(source, targets, prefix)
        last |= self._prefill(second)  # a group's first has its own last token here
        where = put(slots, self.network.device)
        self._set(where, chosen)
        filtered = any(is_filtered(s.params) for s in chosen)
        for s, slot in zip(chosen, slots, strict=True):
            self.active[slot] = s
            s.issued = 1
            if s.params.max_tokens > 1:
                self.running[slot] = s
            else:
                self.idle.append(slot)
        for at in range(0, len(slots), 256):
            some = slots[at : at + 256]
            logits = self.network.logits(self.view, torch.stack([last[slot] for slot in some]))
            values = self._take(logits, where[at : at + 256], filtered)
            self._send(values, [(i, slot, self.active[slot]) for i, slot in enumerate(some)])

    def _set(self, where: Tensor, chosen: list[Sequence]) -> None:
        whole = put([(len(s.prompt), s.seed, 0, s.params.top_k, 1) for s in chosen], self.network.device)
        for store, values in zip((self.at, self.seeds, self.steps, self.top_k, self.live), whole.t(), strict=True):
            store[where] = values
        parts = put([(s.params.temperature, s.params.top_p) for s in chosen], self.network.device, torch.float32)
        self.temperature[where], self.top_p[where] = parts[:, 0], parts[:, 1]

    def _prefill(self, rows: list[tuple[int, np.ndarray, int]]) -> dict[int, Tensor]:
        """(slot, tokens, position of the first) -> the hidden state of each slot's last token."""
        found = {}
        for part in by_length(rows, self.limits.prefill_tokens):
            lengths, starts, slots = [len(t) for _, t, _ in part], [p for _, _, p in part], [slot for slot, _, _ in part]
            tokens = [t for _, t, _ in part]
            if spare := -sum(lengths) % self.fill:
                lengths, starts, slots = [*lengths, spare], [*starts, 0], [*slots, self.cache.slots]
                tokens.append(np.zeros(spare, np.int64))
            segments = Segments(lengths, self.network.device, starts)
            ids = put(np.concatenate(tokens), self.network.device)
            hidden = self.cache.extend(self.view, ids, segments, slots)[segments.last]
            found.update(zip(slots[: len(part)], hidden, strict=False))
        return found

    # Tokens

    def _decode(self) -> None:
        self._quiet()
        count = max(self.running) + 1
        filtered = any(is_filtered(s.params) for s in self.running.values())
        if self.cuda:
            count = min(self.cache.slots, max(LEAST_SLOTS, 1 << (count - 1).bit_length()))
            key = (count, filtered)
            values = self.graphs.run(key, lambda: self._token(*key, self.cache.length), lambda: self._logits(count, self.cache.length))
        else:
            keys = max(len(s.prompt) + s.issued for s in self.running.values())
            values = self._token(count, filtered, min(self.cache.length, self._rounded(keys)))
        self._send(values, [(slot, slot, s) for slot, s in self.running.items()])
        for slot, s in list(self.running.items()):
            s.issued += 1
            if s.issued == s.params.max_tokens:
                del self.running[slot]
                self.idle.append(slot)

    def _logits(self, count: int, keys: int) -> Tensor:
        return self.network.logits(self.view, self.cache.decode(self.view, self.last[:count], self.at[:count], keys))

    def _token(self, count: int, filtered: bool, keys: int) -> Tensor:
        """One token of each of the first slots; those that are not live stay as they are."""
        logits = self._logits(count, keys)
        self.at[:count] += self.live[:count]
        return self._take(logits, slice(0, count), filtered)

    def _take(self, logits: Tensor, where: Tensor | slice, filtered: bool) -> Tensor:
        """Chooses a token for each row of logits -> tokens and log-probabilities (2, n); float32 holds ids to 2^24."""
        tokens, logprobs = choose(
            logits, self.seeds[where], self.steps[where], self.temperature[where], self.top_k[where], self.top_p[where], filtered
        )
        self.last[where] = tokens
        self.steps[where] += 1
        return torch.stack([tokens.float(), logprobs])

    def _quiet(self) -> None:
        """Tells the device which slots are empty: they see one key and stay where they are."""
        if self.idle:
            where = put(self.idle, self.network.device)
            self.live[where] = 0
            self.at[where] = 0
            self.idle = []

    def _send(self, values: Tensor, rows: list[tuple[int, int, Sequence]]) -> None:
        there = None
        if self.cuda:
            values = torch.empty(values.shape, pin_memory=True).copy_(values, non_blocking=True)
            there = torch.cuda.Event()
            there.record()
        self.pending.append(Pending(values, there, rows))

    def _collect(self, leave: int) -> None:
        """Reads what is there, but for the newest `leave`, and lets go of the sequences that are whole."""
        while len(self.pending) > leave:
            made = self.pending.popleft()
            if made.there is not None:
                made.there.synchronize()
            tokens, logprobs = made.values.tolist()
            for column, slot, s in made.rows:
                if s.ended:
                    continue  # it stopped while this token was under way
                s.tokens.append(int(tokens[column]))
                s.logprobs.append(logprobs[column])
                if self._ended(s):
                    s.ended = True
                    del self.active[slot]
                    if self.running.pop(slot, None) is not None:
                        self.idle.append(slot)
                    s.done(s)

    def _ended(self, s: Sequence) -> bool:
        stopped = s.tokens[-1] in s.params.stop_ids
        if s.params.stop_texts and not stopped:
            longest = max(map(len, s.params.stop_texts))
            tail = self.decode_text(s.tokens[-(longest * 4 + 4) :])  # a character has four bytes at most, a token one at least
            stopped = any(text in tail for text in s.params.stop_texts)
        if stopped:
            s.stop_reason = "stop"
        return stopped or len(s.tokens) >= s.params.max_tokens or s.cancelled()
