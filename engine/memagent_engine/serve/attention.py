"""Attention over sequences that stand one after another in one run of tokens, none of which sees another.

On a GPU it is FlashAttention's kernel for variable lengths (https://arxiv.org/abs/2307.08691), which needs no
padding and reads keys from the cache where they lie. Elsewhere the rows are padded for the attention alone.

Shapes: N tokens of all sequences, n sequences, T tokens of the longest, H heads, kv key heads, d of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor


def put(values: object, device: torch.device, dtype: torch.dtype = torch.long) -> Tensor:
    """Numbers onto the device, without waiting for what it is doing."""
    array = torch.as_tensor(np.ascontiguousarray(values)).to(dtype)
    return array.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else array.to(device)


def fetched(values: Tensor) -> tuple[Tensor, torch.cuda.Event | None]:
    """Numbers on their way to the host, and what to wait for before they are read."""
    if values.device.type != "cuda":
        return values, None
    values, there = torch.empty(values.shape, dtype=values.dtype, pin_memory=True).copy_(values, non_blocking=True), torch.cuda.Event()
    there.record()
    return values, there


class Segments:
    """Whole sequences: number i has lengths[i] tokens."""

    def __init__(self, lengths: Sequence[int], device: torch.device) -> None:
        counts = np.asarray(lengths)
        ends = np.cumsum(counts)
        self.count, self.tokens, self.longest = len(counts), int(ends[-1]), int(counts.max())
        self.even = bool((counts == self.longest).all())
        column = np.arange(self.tokens) - np.repeat(ends - counts, counts)
        self.positions = put(column, device)
        self.last = put(ends - 1, device)  # of each sequence, among the N
        self.padded = put(np.repeat(np.arange(len(counts)), counts) * self.longest + column, device)  # among n x T
        self.bounds = put(np.concatenate([[0], ends]), device, torch.int32)

    def rows(self, x: Tensor) -> Tensor:
        """(N, h, d) -> (n, h, T, d), padded at the end."""
        if not self.even:
            x = x.new_zeros(self.count * self.longest, *x.shape[1:]).index_copy(0, self.padded, x)
        return x.view(self.count, self.longest, *x.shape[1:]).transpose(1, 2)

    def run(self, x: Tensor) -> Tensor:
        """The way back."""
        x = x.transpose(1, 2).flatten(0, 1)
        return x if self.even else x.index_select(0, self.padded)


@lru_cache
def has_flash(device: torch.device, dtype: torch.dtype, head: int) -> bool:
    if device.type != "cuda" or dtype not in (torch.bfloat16, torch.float16) or head % 8 or head > 256:
        return False
    return torch.cuda.get_device_capability(device)[0] >= 8


def flash(
    q: Tensor, k: Tensor, v: Tensor, bounds: Tensor, key_bounds: Tensor, longest: int, most_keys: int, causal: bool, used: Tensor | None = None
) -> Tensor:
    """key_bounds[i] is where the keys of sequence i begin; with `used` it has used[i] of them, wherever the next begins."""
    return torch.ops.aten._flash_attention_forward(
        q, k, v, bounds, key_bounds, longest, most_keys, 0.0, causal, False, seqused_k=used
    )[0]


@lru_cache
def decode_kernel(head: int) -> Callable[[Tensor, Tensor, Tensor, Tensor, int], Tensor] | None:
    """The kernel for one token of each slot, where there is one for such heads."""
    try:
        from .decode_kernel import decode
    except ImportError:
        return None
    return decode if head in (16, 32, 64, 128, 256) else None


def attend(q: Tensor, k: Tensor, v: Tensor, segments: Segments) -> Tensor:
    """q (N, H, d), k and v (N, kv, d): each token sees its own sequence's past -> (N, H, d)."""
    if has_flash(q.device, q.dtype, q.shape[-1]):
        return flash(q, k, v, segments.bounds, segments.bounds, segments.longest, segments.longest, True)
    seen = F.scaled_dot_product_attention(*(segments.rows(x) for x in (q, k, v)), is_causal=True, enable_gqa=True)
    return segments.run(seen)
