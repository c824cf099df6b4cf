"""Keys and values of the sequences in flight: one slot each, written in place.

`extend` runs new tokens of some slots after what the slots hold; a decoding step is the case of one
token, and a prefill of slots that hold nothing is the plain causal pass.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from .network import Network, View, causal


class Cache:
    """k and v: per layer (slots, kv heads, length, head)."""

    def __init__(self, network: Network, slots: int, length: int) -> None:
        s = network.spec
        self.network, self.slots, self.length = network, slots, length
        shape = (s.layers, slots, s.kv_heads, length, s.head)
        self.k = torch.zeros(shape, device=network.device, dtype=network.dtype)
        self.v = torch.zeros(shape, device=network.device, dtype=network.dtype)

    def prefill(self, view: View, ids: Tensor, slots: Tensor) -> Tensor:
        """(B, T) ids into empty slots -> hidden states (B, T, D). Rows are padded at the end."""
        T = ids.shape[1]

        def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            self.k[layer, :, :, :T].index_copy_(0, slots, k)
            self.v[layer, :, :, :T].index_copy_(0, slots, v)
            return causal(layer, q, k, v)

        positions = torch.arange(T, device=ids.device)[None]
        return self.network.hidden_with(view, ids, positions, attend)

    def copy_prefix(self, source: Tensor, target: Tensor, length: int) -> None:
        """The first `length` tokens of slot source[i] into target[i]."""
        for store in (self.k, self.v):
            store[:, target, :, :length] = store[:, source, :, :length]

    def extend(self, view: View, ids: Tensor, start: Tensor, slots: Tensor, keys: int) -> Tensor:
        """(B, T) ids at positions start[i].. of slots[i], which see `keys` keys at most -> (B, T, D)."""
        T = ids.shape[1]
        positions = start[:, None] + torch.arange(T, device=ids.device)
        written = positions.clamp(max=self.length - 1)
        visible = (torch.arange(keys, device=ids.device) <= positions[..., None])[:, None]

        def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            self.k[layer, slots[:, None], :, written] = k.transpose(1, 2)
            self.v[layer, slots[:, None], :, written] = v.transpose(1, 2)
            group = q.shape[1] // k.shape[1]
            past_k, past_v = self.k[layer, slots, :, :keys], self.v[layer, slots, :, :keys]
            past_k, past_v = (x.repeat_interleave(group, 1) if group > 1 else x for x in (past_k, past_v))
            return F.scaled_dot_product_attention(q, past_k, past_v, attn_mask=visible)

        return self.network.hidden_with(view, ids, positions, attend)

    def decode(self, view: View, ids: Tensor, positions: Tensor, keys: int) -> Tensor:
        """One token of each of the first B slots, at positions (B,) -> hidden (B, D).

        The query heads that share a key head stand as that head's queries: they see the same keys, so
        one mask row serves them and no key is copied.
        """
        B = len(ids)
        rows = torch.arange(B, device=ids.device)
        visible = (torch.arange(keys, device=ids.device) <= positions[:, None])[:, None, None]

        def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            self.k[layer, rows, :, positions] = k[:, :, 0]
            self.v[layer, rows, :, positions] = v[:, :, 0]
            grouped = q.view(B, k.shape[1], -1, q.shape[-1])
            mask = visible.expand(B, 1, grouped.shape[2], keys)
            seen = F.scaled_dot_product_attention(grouped, self.k[layer, :B, :, :keys], self.v[layer, :B, :, :keys], attn_mask=mask)
            return seen.reshape(B, -1, 1, q.shape[-1])

        return self.network.hidden_with(view, ids[:, None], positions[:, None], attend)[:, 0]


class Graphs:
    """Decoding steps captured once per (slots, keys) and replayed: a step of many small kernels is
    otherwise bound by the launching of them. Weights and cache must stay where they were captured."""

    def __init__(self, cache: Cache, view: View) -> None:
        self.cache, self.view = cache, view
        self.captured: dict[tuple[int, int], tuple[torch.cuda.CUDAGraph, Tensor, Tensor, Tensor]] = {}
        self.pool = None

    def logits(self, ids: Tensor, positions: Tensor, keys: int) -> Tensor:
        key = (len(ids), keys)
        if key not in self.captured:
            self.captured[key] = self._capture(ids, positions, keys)
        graph, in_ids, in_positions, out = self.captured[key]
        in_ids.copy_(ids)
        in_positions.copy_(positions)
        graph.replay()
        return out

    def _capture(self, ids: Tensor, positions: Tensor, keys: int) -> tuple[torch.cuda.CUDAGraph, Tensor, Tensor, Tensor]:
        in_ids, in_positions = ids.clone(), positions.clone()

        def step() -> Tensor:
            return self.cache.network.logits(self.view, self.cache.decode(self.view, in_ids, in_positions, keys))

        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):  # a first run aside, so that libraries set themselves up
            step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool):
            out = step()
        self.pool = self.pool or graph.pool()
        return graph, in_ids, in_positions, out
