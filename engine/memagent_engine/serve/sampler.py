"""Continuous batching: sequences join and leave a running batch between two decoding steps.

Prompts that come together and begin alike (all samples of a request; a group that reads the same chunk)
have their common prefix computed once, and equal ones are computed once as a whole. Prompts that come one by one can be
gathered for a moment while others run: each pass has a price of its own. The weights are a snapshot's; a request for other
weights waits until those in flight are done.

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
from itertools import islice

import numpy as np
import torch
from torch import Tensor

from .attention import fetched, has_flash, put
from .cache import Cache, Graphs
from .choice import choose
from .counted import Counted
from .network import Network, View, view
from .rows import LAST, LIVE, SEED, STEP, TARGET, TEMPERATURE, TOKEN, TOP_K, Row, Rows, Shape, pack, rows_of, shaped
from .sequences import Pending, Sequence, by_length, in_order
from .weights import Snapshot, fused, layout, moving

LEAST_SLOTS = 8       # of a captured step
PASSES = 4            # over prompts, between two decoding steps
ENOUGH = 1.0          # as many as run must wait, so that they are taken in before their time
UNTOLD = 0.25         # of a step's slots may be empty without the device knowing
LAUNCH_BOUND = 2**36  # multiplications of a layer: about what a GPU does while the host launches the layer's kernels


@dataclass(frozen=True)
class SamplerLimits:
    slots: int           # sequences in flight
    cache_tokens: int    # of all slots together
    prefill_tokens: int  # of one pass over prompts
    multiple: int        # lengths of slots are rounded up to it
    capture: bool = False  # passes over few prompts, on a GPU
    gather: float = 0.0    # seconds that prompts may wait for others while there is something to decode


class Sampler:
    def __init__(self, network: Network, limits: SamplerLimits, decode_text: Callable[[list[int]], str] | None = None) -> None:
        self.network, self.limits, self.decode_text = network, limits, decode_text
        self.cuda = network.device.type == "cuda"
        self.ahead = 1 if self.cuda else 0                  # steps that may be under way unread
        self.fill = limits.multiple if self.cuda else 1     # to which passes over prompts are filled up: kernels like round numbers
        self.gather = limits.gather
        self.untold = UNTOLD if self.cuda else 0
        s = network.spec
        self.mixed = has_flash(network.device, network.dtype, s.head)  # rows of all lengths in one pass, and those that go on after them
        weights = s.width * s.head * (2 * s.heads + 2 * s.kv_heads) + 3 * s.width * s.ffn
        self.capturable = LAUNCH_BOUND // weights if self.cuda and limits.capture else 0  # tokens of a pass
        self.waiting: deque[Sequence] = deque()
        self.pending: deque[Pending] = deque()
        self.active: dict[int, Sequence] = {}   # by slot
        self.running: dict[int, Sequence] = {}  # those of them that need a further step
        self.idle: set[int] = set()             # slots whose sequence ended, which the device does not know yet
        self.since = 0.0                        # when those who wait began to, or some were taken in
        self.sent = 0  # how often tokens were sent to the host
        self.told: Callable[[], None] = lambda: None  # called when some sequences may be done, once for all that one step ended
        self.cache: Cache | None = None
        self.graphs: Graphs | None = None
        self.snapshot: Snapshot | None = None
        self.view: View | None = None
        self.counted = Counted()

    def add(self, sequence: Sequence) -> None:
        if not self.waiting:
            self.since = time.perf_counter()
        self.waiting.append(sequence)

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.active or self.pending)

    @torch.inference_mode()
    def step(self) -> None:
        """Takes in what fits, then makes one token of every sequence in flight."""
        before = self.sent
        if self._enough():
            self._admit()
        if not self.running:
            return self._collect(0)
        self._decode()
        # With more prompts at hand, their pass is launched before this step's results are waited for.
        more = self.ahead and len(self.active) < self.cache.slots and self._enough()
        self._collect(self.sent - before if more else self.ahead)

    def _enough(self) -> bool:
        """Whether those who wait are taken in now: many of them, or for long, or nothing else to do."""
        if not self.waiting:
            return False
        if not self.gather or not self.running or len(self.waiting) >= ENOUGH * len(self.running):
            return True
        return time.perf_counter() - self.since >= self.gather

    def fail(self) -> list[Sequence]:
        """Drops everything, after an error on the device; gives what was lost."""
        lost = [*self.active.values(), *self.waiting]
        self.active, self.running, self.idle, self.cache, self.graphs, self.snapshot = {}, {}, set(), None, None, None
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
        self.since = time.perf_counter()
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
            self.idle, self.free = set(), list(range(slots - 1, -1, -1))  # the lowest are taken first: a step runs over all below
            # Of each slot, the spare one included; by name below, in the order of a pass's table.
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
        self.free.sort(reverse=True)
        slots = [self.free.pop() for _ in chosen]
        self.idle.difference_update(slots)
        rows = rows_of(chosen, slots)
        tokens = sum(len(s.prompt) for s in chosen)
        self.counted.admissions += 1
        self.counted.sequences += len(chosen)
        self.counted.prompt_tokens += tokens
        self.counted.shared_tokens += tokens - sum(len(r.tokens) for r in rows)
        ended = set()  # with their first token
        for s, slot in zip(chosen, slots, strict=True):
            self.active[slot] = s
            s.issued = 1
            if s.params.max_tokens > 1:
                self.running[slot] = s
            else:
                ended.add(slot)
        self._prefill(rows)
        self.idle |= ended

    def _prefill(self, rows: list[Row]) -> None:
        for part in (in_order if self.mixed else by_length)(rows, self.limits.prefill_tokens):
            shape = shaped(part, self.cache.length, self.fill, self.limits.multiple, self.capturable)
            of = [end for row in part for end in row.ends]
            quiet = list(islice(self.idle, shape.takes - len(of)))  # told in passing
            self.idle.difference_update(quiet)
            packed = pack(part, shape, self.cache.length, self.cache.slots, quiet)
            values = self._captured(packed, shape) if shape.tokens <= self.capturable else None
            self.counted.passes += 1
            self.counted.pass_tokens += shape.tokens
            self.counted.captured += values is not None
            if values is None:
                values = self._first(put(packed, self.network.device), shape)
            if of:
                self._send(values, of, None)

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
        rows = Rows(packed, shape, (self.cache.slots + 1) * self.cache.length)
        takes, target = rows.takes, rows.takes[TARGET]
        temperature, top_p = parts = takes[TEMPERATURE:].view(torch.float64).float()
        logits = self.network.logits(self.view, self.cache.extend(self.view, rows)[takes[LAST]])
        tokens, logprobs = choose(logits, takes[SEED], takes[STEP], temperature, takes[TOP_K], top_p, shape.filtered)
        self.whole.index_copy_(1, target, takes[TOKEN : LIVE + 1])
        self.parts.index_copy_(1, target, parts)
        self.last.index_copy_(0, target, tokens)
        self.steps.index_fill_(0, target, 1)
        return joined(tokens, logprobs)

    # Tokens

    def _decode(self) -> None:
        count = max(self.running) + 1
        filtered = any([s.params.filtered for s in self.running.values()])
        if self.cuda:
            count = min(self.cache.slots, max(LEAST_SLOTS, 1 << (count - 1).bit_length()))
            key = (count, filtered)
            self._quiet(count)
            values = self.graphs.run(key, lambda: self._token(*key, self.cache.length), lambda: self._logits(count, self.cache.length))
        else:
            self._quiet(count)
            keys = max([len(s.prompt) + s.issued for s in self.running.values()])
            values = self._token(count, filtered, min(self.cache.length, self._rounded(keys)))
        self.counted.steps += 1
        self.counted.step_slots += count
        self.counted.step_sequences += len(self.running)
        self.counted.step_waiting += len(self.waiting)
        of = list(self.running.items())
        self._send(values, of, [slot for slot, _ in of])
        for slot, s in of:
            s.issued += 1
            if s.issued == s.params.max_tokens:
                del self.running[slot]
                self.idle.add(slot)

    def _logits(self, count: int, keys: int) -> Tensor:
        return self.network.logits(self.view, self.cache.decode(self.view, self.last[:count], self.at[:count], keys))

    def _token(self, count: int, filtered: bool, keys: int) -> Tensor:
        """One token of each of the first slots; those that are not live stay as they are, and those that should not be stay
        where they may write."""
        logits, at, steps = self._logits(count, keys), self.at[:count], self.steps[:count]
        tokens, logprobs = choose(
            logits, self.seeds[:count], steps, self.temperature[:count], self.top_k[:count], self.top_p[:count], filtered
        )
        torch.clamp(at + self.live[:count], max=self.cache.length - 1, out=at)
        self.last[:count] = tokens
        steps += 1
        return joined(tokens, logprobs)

    def _quiet(self, count: int) -> None:
        """Tells the device which slots are empty: they see one key and stay where they are. As long as they are few among
        those that a step runs over, the next pass can tell it."""
        if len(self.idle) > self.untold * count:
            where = put(list(self.idle), self.network.device)
            self.live[where] = 0
            self.at[where] = 0
            self.idle.clear()

    def _send(self, values: Tensor, of: list[tuple[int, Sequence]], columns: list[int] | None) -> None:
        self.sent += 1
        self.pending.append(Pending(*fetched(values), of, columns))

    def _collect(self, leave: int) -> None:
        """Reads what is there, but for the newest `leave`, and lets go of the sequences that are whole."""
        while len(self.pending) > leave:
            made = self.pending.popleft()
            if made.there is not None:
                began = time.perf_counter()
                made.there.synchronize()
                self.counted.waited += time.perf_counter() - began
            tokens, logprobs = made.values.tolist()
            if made.columns is not None:
                tokens, logprobs = ([values[i] for i in made.columns] for values in (tokens, logprobs))
            for (slot, s), token, logprob in zip(made.of, tokens, logprobs, strict=False):  # beyond those of `of` is padding
                if s.ended:
                    continue  # it stopped while this token was under way
                s.tokens.append(int(token))
                s.logprobs.append(logprob)
                if self._ended(s):
                    self._let_go(slot, s)
            self.told()

    def _let_go(self, slot: int, s: Sequence) -> None:
        s.ended = True
        del self.active[slot]
        self.free.append(slot)
        if self.running.pop(slot, None) is not None:
            self.idle.add(slot)
        if s.group is None:
            return s.done(s)
        s.group.left -= 1
        if s.group.left == 0:
            for member in s.group.members:
                member.done(member)

    def _ended(self, s: Sequence) -> bool:
        params, tokens = s.params, s.tokens
        if tokens[-1] in params.stop_ids or params.stop_texts and self._says_stop(s):
            s.stop_reason = "stop"
            return True
        return len(tokens) >= params.max_tokens or s.cancelled()

    def _says_stop(self, s: Sequence) -> bool:
        longest = max(map(len, s.params.stop_texts))
        tail = self.decode_text(s.tokens[-(longest * 4 + 4) :])  # a character has four bytes at most, a token one at least
        return any(text in tail for text in s.params.stop_texts)


def joined(tokens: Tensor, logprobs: Tensor) -> Tensor:
    """(2, n), for one way to the host; float32 holds ids to 2^24."""
    return torch.stack([tokens.float(), logprobs])
