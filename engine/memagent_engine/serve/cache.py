"""Keys and values of the sequences in flight: one slot each, written in place.

`extend` runs new tokens of some slots after what the slots hold, a prefill being the case of slots that hold
nothing; `decode` runs one token of each of the first slots. One slot more than is used takes what is padding.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from .attention import Segments, attend, decode_kernel, flash, has_flash, put
from .network import Network, View


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

    def copy_prefix(self, source: int, targets: list[int], length: int) -> None:
        """The first `length` tokens of one slot into others."""
        to = put(targets, self.network.device)
        for store in (self.k, self.v):
            store[:, to, :length] = store[:, source, None, :length]

    def extend(self, view: View, ids: Tensor, segments: Segments, slots: list[int]) -> Tensor:
        """Sequence i of `segments` goes on in slots[i] -> hidden states (N, D)."""
        at = put(slots, self.network.device)
        where = self.begins[at][segments.row] + segments.positions
        bounds = torch.cat([self.key_bounds[at], self.key_bounds[:1]])
        visible = None
        if not self.flash and not segments.from_zero:
            positions = segments.begins[:, None] + torch.arange(segments.longest, device=ids.device)
            visible = (torch.arange(segments.keys, device=ids.device) <= positions[..., None])[:, None]

        def attend_past(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            self._write(layer, where, k, v)
            if self.flash:
                all_k, all_v = self.k[layer].flatten(0, 1), self.v[layer].flatten(0, 1)
                return flash(q, all_k, all_v, segments.bounds, bounds, segments.longest, segments.keys, True, segments.seen)
            if segments.from_zero:
                return attend(q, k, v, segments)
            past = (store[layer, at, : segments.keys].transpose(1, 2) for store in (self.k, self.v))
            seen = F.scaled_dot_product_attention(segments.rows(q), *past, attn_mask=visible, enable_gqa=True)
            return segments.run(seen)

        return self.network.run(view, ids, segments.positions, attend_past)

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
        self.pool = None

    def run(self, key: object, step: Callable[[], Tensor], rehearse: Callable[[], object]) -> Tensor:
        """`rehearse` is the step without its effects: run aside first, so that libraries set themselves up."""
        if key not in self.captured:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                rehearse()
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool, capture_error_mode="thread_local"):
                out = step()
            self.pool = self.pool or graph.pool()
            self.captured[key] = graph, out
        graph, out = self.captured[key]
        graph.replay()
        return out
