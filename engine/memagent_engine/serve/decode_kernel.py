"""Attention of one new token of each slot, as a Triton kernel: faster there than FlashAttention 2's, which stands in without it.

A program has one key head of one slot: its query heads as the rows of a matrix, and a loop over the keys the
slot holds, so that the cost is what is held and not what there is room for. It needs Triton, which PyTorch
brings on CUDA, and heads of a power of two.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor

LOG2_E = 1.4426950408889634


@triton.jit
def kernel(
    q, k, v, used, out, length, scale, HEADS: tl.constexpr, KV: tl.constexpr, D: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr
):  # fmt: skip
    slot = tl.program_id(0).to(tl.int64)
    head = tl.program_id(1)
    group: tl.constexpr = HEADS // KV
    rows, columns = tl.arange(0, ROWS), tl.arange(0, D)
    own = (slot * HEADS + head * group + rows[:, None]) * D + columns[None, :]
    queries = tl.load(q + own, mask=rows[:, None] < group, other=0.0)
    count = tl.load(used + slot)
    base = slot * length * KV * D + head * D
    greatest = tl.full((ROWS,), float("-inf"), tl.float32)
    total = tl.zeros((ROWS,), tl.float32)
    seen = tl.zeros((ROWS, D), tl.float32)
    for start in range(0, count, BLOCK):
        keys = start + tl.arange(0, BLOCK)
        inside = keys < count
        at = base + keys[:, None] * (KV * D) + columns[None, :]
        scores = tl.dot(queries, tl.trans(tl.load(k + at, mask=inside[:, None], other=0.0))) * scale
        scores = tl.where(inside[None, :], scores, float("-inf"))
        new = tl.maximum(greatest, tl.max(scores, 1))
        weights = tl.exp2(scores - new[:, None])
        fade = tl.exp2(greatest - new)
        values = tl.load(v + at, mask=inside[:, None], other=0.0)
        total = total * fade + tl.sum(weights, 1)
        seen = seen * fade[:, None] + tl.dot(weights.to(values.dtype), values)
        greatest = new
    tl.store(out + own, (seen / total[:, None]).to(out.dtype.element_ty), mask=rows[:, None] < group)


def decode(q: Tensor, k: Tensor, v: Tensor, used: Tensor, length: int) -> Tensor:
    """q (B, H, d); k and v (slots x length, kv, d), of which slot i uses used[i] -> (B, H, d)."""
    (B, heads, d), kv = q.shape, k.shape[1]
    many = B * kv >= 512  # enough programs to fill the GPU with small blocks
    rows = max(16, triton.next_power_of_2(heads // kv))
    out = torch.empty_like(q)
    kernel[(B, kv)](
        q, k, v, used, out, length, d**-0.5 * LOG2_E, heads, kv, d, rows, 64 if many else 256, num_warps=4, num_stages=3 if many else 2
    )
    return out
