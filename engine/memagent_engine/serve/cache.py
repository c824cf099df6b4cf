"""Keys and values of the sequences in flight: one slot each, written in place.

`extend` runs new tokens of some slots after what the slots hold, a prefill being the case of slots that hold
nothing; `decode` runs one token of each of the first slots. One slot more than is used takes what is padding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from .attention import decode_kernel, flash, has_flash, put
from .network import Network, View
from .rows import Rows

COPIED = 2**28  # bytes at once
SELDOM = 8      # times


class Cache:
    """k and v: per layer (slots + 1, length, kv heads, head)."""

    def __init__(self, network: Network, slots: int, length: int) -> None:
        s = network.spec
        self.network, self.slots, self.length = network, slots, length
        shape = (s.layers, slots + 1, length, s.kv_heads, s.head)
        self.k = torch.zeros(shape, device=network.device, dtype=network.dtype)
        self.v = torch.zeros(shape, device=network.device, dtype=network.dtype)
        self.flash = has_flash(network.device, network.dtype, s.head)
        self.kernel = decode_kernel(s.head) if self.flash else None
        self.begins = torch.arange(slots + 1, device=network.device) * length  # of each slot, among all tokens
        self.key_bounds = self.begins.int()
        self.one_each = torch.arange(slots + 1, device=network.device, dtype=torch.int32)

    def _write(self, layer: int, where: Tensor, k: Tensor, v: Tensor) -> None:
        for store, new in ((self.k, k), (self.v, v)):
            store[layer].flatten(0, 1).index_copy_(0, where, new)

    def copy_prefixes(self, copies: list[tuple[int, int, int]]) -> None:
        """Each (source, target, tokens): the first tokens of one slot into another. Several at once, so that some get
        more than they share: what lies beyond is written over before anything sees it."""
        s, left = self.network.spec, sorted(copies, key=lambda c: -c[2])
        while left:
            most = left[0][2]
            room = max(1, COPIED // (s.layers * s.kv_heads * s.head * self.k.element_size() * most))
            some = [c for c in left[:room] if c[2] * 2 > most]
            left = left[len(some) :]
            at = put([c[:2] for c in some], self.network.device)
            for store in (self.k, self.v):
                store[:, at[:, 1], :most] = store[:, at[:, 0], :most]

    def extend(self, view: View, rows: Rows) -> Tensor:
        """The rows go on in their slots -> hidden states (N, D)."""
        shape, visible = rows.shape, None
        if not self.flash and not shape.from_zero:
            positions = rows.starts[:, None] + torch.arange(shape.longest, device=rows.ids.device)
            visible = (torch.arange(shape.keys, device=rows.ids.device) <= positions[..., None])[:, None]

        def attend_past(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            self._write(layer, rows.where, k, v)
            if self.flash:
                all_k, all_v = self.k[layer].flatten(0, 1), self.v[layer].flatten(0, 1)
                return flash(q, all_k, all_v, rows.bounds, rows.key_bounds, shape.longest, shape.keys, True, rows.seen)
            if shape.from_zero:
                past, masked = (rows.rows(x) for x in (k, v)), {"is_causal": True}
            else:
                past, masked = (store[layer, rows.slots, : shape.keys].transpose(1, 2) for store in (self.k, self.v)), {"attn_mask": visible}
            return rows.run(F.scaled_dot_product_attention(rows.rows(q), *past, **masked, enable_gqa=True))

        return self.network.run(view, rows.ids, rows.positions, attend_past)

    def decode(self, view: View, ids: Tensor, positions: Tensor, keys: int) -> Tensor:
        """One token of each of the first B slots, at positions (B,), none of which sees more than `keys` -> (B, D).

        Without FlashAttention the query heads that share a key head stand as that head's queries: they see
        the same keys, so one mask row serves them and no key is copied.
        """
        B = len(ids)
        where, used = self.begins[:B] + positions, (positions + 1).int()
        visible = None if self.flash else (torch.arange(keys, device=ids.device) <= positions[:, None])[:, None, None]

        def attend_past(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            self._write(layer, where, k, v)
            if self.flash:
                all_k, all_v = self.k[layer].flatten(0, 1), self.v[layer].flatten(0, 1)
                if self.kernel is not None:
                    return self.kernel(q, all_k, all_v, used, self.length)
                return flash(q, all_k, all_v, self.one_each[: B + 1], self.key_bounds[: B + 1], 1, self.length, False, used)
            grouped = q.view(B, k.shape[1], -1, q.shape[-1])
            past = (store[layer, :B, :keys].transpose(1, 2) for store in (self.k, self.v))
            mask = visible.expand(B, 1, grouped.shape[2], keys)
            return F.scaled_dot_product_attention(grouped, *past, attn_mask=mask).reshape(q.shape)

        return self.network.run(view, ids, positions, attend_past)


class Graphs:
    """Steps captured once per key and replayed: a step of many small kernels is otherwise bound by the
    launching of them. Everything a step reads must stay where it was captured."""

    def __init__(self) -> None:
        self.captured: dict[object, tuple[torch.cuda.CUDAGraph, Tensor]] = {}
        self.places: dict[int, Tensor] = {}
        self.asked: Counter[object] = Counter()
        self.pool = None
        self.aside = torch.cuda.Stream()  # one: the allocator keeps what each stream has freed for itself

    def worth(self, key: object) -> bool:
        """Whether a step comes often enough: to capture one takes as long as about so many runs of it (what the allocator
        has kept is given back each time)."""
        self.asked[key] += 1
        return self.asked[key] > SELDOM

    def place(self, size: int, device: torch.device) -> Tensor:
        """Where captured steps find that many integers."""
        if size not in self.places:
            self.places[size] = torch.zeros(size, dtype=torch.long, device=device)
        return self.places[size]

    def run(self, key: object, step: Callable[[], Tensor], rehearse: Callable[[], object]) -> Tensor:
        """`rehearse` is the step without effects that a second run would add to: run aside first, so that libraries set
        themselves up."""
        if key not in self.captured:
            self.aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self.aside):
                rehearse()
            torch.cuda.current_stream().wait_stream(self.aside)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool, capture_error_mode="thread_local"):
                out = step()
            self.pool = self.pool or graph.pool()
            self.captured[key] = graph, out
        graph, out = self.captured[key]
        graph.replay()
        return out
