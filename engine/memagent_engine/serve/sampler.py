"""Continuous batching: sequences join and leave a running batch between two decoding steps.

Prompts that come together and begin alike (all samples of a request; a group that reads the same chunk)
have their common prefix computed once. The weights are a snapshot's; a request for other weights waits
until those in flight are done.

On a GPU the host runs one step ahead: what a step chose is read while the next one computes, so that a
sequence which stops itself is noticed a step late and its surplus token dropped. Steps are captured graphs, and so are
passes over few prompts, in sizes of which there are few.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .attention import fetched, put
from .cache import Cache, Graphs
from .choice import choose
from .network import Network, View, view
from .rows import SEED, TARGET, TEMPERATURE, TOP_K, TOP_P, Row, Rows, Shape, pack, shaped
from .sequences import Group, Pending, Sequence, by_length, grouped, is_filtered
from .weights import Snapshot, fused, layout, moving

LEAST_SLOTS = 8       # of a captured step
MOST_ROWS = 255       # of a pass over prompts: each has its logits
PASSES = 4            # over prompts, between two decoding steps
LAUNCH_BOUND = 2**36  # multiplications of a layer: about what a GPU does while the host launches the layer's kernels


@dataclass(frozen=True)
class SamplerLimits:
    slots: int           # sequences in flight
    cache_tokens: int    # of all slots together
    prefill_tokens: int  # of one pass over prompts
    multiple: int        # lengths of slots are rounded up to it
    capture: bool = False  # passes over few prompts, on a GPU


@dataclass
class Counted:
    """What the sampler has done since it began, by which to say what bounds it."""

    prompt_tokens: int = 0   # that were taken in
    shared_tokens: int = 0   # those of them that needed no computing
    sequences: int = 0
    passes: int = 0          # over prompts
    pass_tokens: int = 0     # what they computed, filling included
    captured: int = 0        # of them, by a graph
    steps: int = 0           # of decoding
    step_slots: int = 0      # that they ran over, empty ones included
    step_sequences: int = 0  # that needed one
    waited: float = 0.0      # seconds for the device; what else it was at work is the host's time


class Sampler:
    def __init__(self, network: Network, limits: SamplerLimits, decode_text: Callable[[list[int]], str] | None = None) -> None:
        self.network, self.limits, self.decode_text = network, limits, decode_text
        self.cuda = network.device.type == "cuda"
        self.ahead = 1 if self.cuda else 0                  # steps that may be under way unread
        self.fill = limits.multiple if self.cuda else 1     # to which passes over prompts are filled up: kernels like round numbers
        s = network.spec
        weights = s.width * s.head * (2 * s.heads + 2 * s.kv_heads) + 3 * s.width * s.ffn
        self.capturable = LAUNCH_BOUND // weights if self.cuda and limits.capture else 0  # tokens of a pass
        self.waiting: deque[Sequence] = deque()
        self.pending: deque[Pending] = deque()
        self.active: dict[int, Sequence] = {}   # by slot
        self.running: dict[int, Sequence] = {}  # those of them that need a further step
        self.idle: list[int] = []               # slots whose sequence ended, which the device does not know yet
        self.sent = 0  # how often tokens were sent to the host
        self.told: Callable[[], None] = lambda: None  # called when some sequences may be done, once for all that one step ended
        self.cache: Cache | None = None
        self.graphs: Graphs | None = None
        self.snapshot: Snapshot | None = None
        self.view: View | None = None
        self.counted = Counted()

    def add(self, sequence: Sequence) -> None:
        self.waiting.append(sequence)

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.active or self.pending)

    @torch.inference_mode()
    def step(self) -> None:
        """Takes in what fits, then makes one token of every sequence in flight."""
        before = self.sent
        self._admit()
        if not self.running:
            return self._collect(0)
        self._decode()
        # With more prompts at hand, their pass is launched before this step's results are waited for.
        more = self.waiting and len(self.active) < self.cache.slots
        self._collect(self.sent - before if more and self.ahead else self.ahead)

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
        tokens = PASSES * self.limits.prefill_tokens
        while self.waiting and tokens > 0:
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
            tokens -= len(head.prompt)
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
            self.idle, self.free = [], list(range(slots - 1, -1, -1))  # the lowest are taken first: a step runs over all below
            # Of each slot, the spare one included; by name below.
            self.whole = torch.zeros(6, slots + 1, dtype=torch.long, device=self.network.device)
            self.parts = torch.zeros(2, slots + 1, device=self.network.device)
            self.last, self.at, self.seeds, self.steps, self.top_k, self.live = self.whole
            self.temperature, self.top_p = self.parts

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
        self._quiet()
        self.free.sort(reverse=True)
        slots = [self.free.pop() for _ in chosen]
        self.counted.sequences += len(chosen)
        self.counted.prompt_tokens += sum(len(s.prompt) for s in chosen)
        first: list[Row] = []
        second: list[Row] = []
        copies: list[tuple[int, int, int]] = []
        for members, prefix in grouped([s.prompt for s in chosen]):
            of = chosen[members[0]]
            if len(members) == 1:
                first.append(Row(slots[members[0]], of.prompt, 0, of))
                continue
            first.append(Row(slots[members[0]], of.prompt[:prefix], 0, None))
            copies += [(slots[members[0]], slots[i], prefix) for i in members[1:]]
            second += [Row(slots[i], chosen[i].prompt[prefix:], prefix, chosen[i]) for i in members]
            self.counted.shared_tokens += prefix * (len(members) - 1)
            group = Group([chosen[i] for i in members], len(members))
            for s in group.members:
                s.group = group
        for s, slot in zip(chosen, slots, strict=True):
            self.active[slot] = s
            s.issued = 1
            if s.params.max_tokens > 1:
                self.running[slot] = s
            else:
                self.idle.append(slot)
        self._prefill(first)
        self.cache.copy_prefixes(copies)
        self._prefill(second)

    def _prefill(self, rows: list[Row]) -> None:
        for part in by_length(rows, self.limits.prefill_tokens, MOST_ROWS):
            shape = shaped(part, self.cache.length, self.fill, self.limits.multiple, self.capturable)
            packed = pack(part, shape, self.cache.slots)
            values = self._captured(packed, shape) if shape.tokens <= self.capturable else None
            self.counted.passes += 1
            self.counted.pass_tokens += shape.tokens
            self.counted.captured += values is not None
            if values is None:
                values = self._first(put(packed, self.network.device), shape)
            if of := [(i, row.slot, row.sequence) for i, row in enumerate(part) if row.sequence is not None]:
                self._send(values, of)

    def _captured(self, packed: np.ndarray, shape: Shape) -> Tensor | None:
        """A pass by its graph; none where it cannot be captured, or is not worth it yet."""
        if not self.graphs.worth(shape):
            return None
        place = self.graphs.place(shape.size, self.network.device)
        place.copy_(torch.from_numpy(packed).pin_memory(), non_blocking=True)

        def step() -> Tensor:
            return self._first(place, shape)

        try:
            return self.graphs.run(shape, step, step)
        except RuntimeError as error:
            print(f"cannot capture passes over prompts, so short ones are slower: {str(error).splitlines()[0]}", file=sys.stderr)
            self.capturable = 0
            return None

    def _first(self, packed: Tensor, shape: Shape) -> Tensor:
        """A pass over rows, and the first token of those that end a prompt. Running it twice is running it once."""
        rows = Rows(packed, shape, self.cache.length)
        target, none = rows.table[TARGET], torch.zeros_like(rows.starts)
        new = torch.stack([none, rows.ahead, rows.table[SEED], none, rows.table[TOP_K], none + 1])
        self.whole.index_copy_(1, target, new)
        self.parts.index_copy_(1, target, rows.table[TEMPERATURE : TOP_P + 1].view(torch.float64).float())
        hidden = self.cache.extend(self.view, rows)[rows.last]
        return self._take(self.network.logits(self.view, hidden), target, shape.filtered)

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
        self.counted.steps += 1
        self.counted.step_slots += count
        self.counted.step_sequences += len(self.running)
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
        self.sent += 1
        self.pending.append(Pending(*fetched(values), rows))

    def _collect(self, leave: int) -> None:
        """Reads what is there, but for the newest `leave`, and lets go of the sequences that are whole."""
        while len(self.pending) > leave:
            made = self.pending.popleft()
            if made.there is not None:
                began = time.perf_counter()
                made.there.synchronize()
                self.counted.waited += time.perf_counter() - began
            tokens, logprobs = made.values.tolist()
            for column, slot, s in made.rows:
                if s.ended:
                    continue  # it stopped while this token was under way
                s.tokens.append(int(tokens[column]))
                s.logprobs.append(logprobs[column])
                if self._ended(s):
                    s.ended = True
                    del self.active[slot]
                    self.free.append(slot)
                    if self.running.pop(slot, None) is not None:
                        self.idle.append(slot)
                    if s.group is None:
                        s.done(s)
                        continue
                    s.group.left -= 1
                    if s.group.left == 0:
                        for member in s.group.members:
                            member.done(member)
            self.told()

    def _ended(self, s: Sequence) -> bool:
        stopped = s.tokens[-1] in s.params.stop_ids
        if s.params.stop_texts and not stopped:
            longest = max(map(len, s.params.stop_texts))
            tail = self.decode_text(s.tokens[-(longest * 4 + 4) :])  # a character has four bytes at most, a token one at least
            stopped = any(text in tail for text in s.params.stop_texts)
        if stopped:
            s.stop_reason = "stop"
        return stopped or len(s.tokens) >= s.params.max_tokens or s.cancelled()
