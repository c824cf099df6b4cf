"""Attention, causal or blind across documents and branches.

Several examples share a row, and none may see another; the branches of one see its shared beginning
and themselves. On CUDA that is FlexAttention with a block
mask (https://pytorch.org/blog/flexattention), which skips what the mask hides; on a CPU it is
dense attention under the same mask. Without documents it is plain causal attention, the fastest.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_block_mask, flex_attention

Mask = BlockMask | Tensor | None


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Mask) -> Tensor:
    """q: (B, H, T, head); k, v: (B, kv heads, T, head)."""
    if isinstance(mask, BlockMask):
        return flex_attention(q, k, v, block_mask=mask, enable_gqa=True)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=mask is None, enable_gqa=True)


def same_document(documents: Tensor, branches: Tensor) -> Callable[..., Tensor]:
    """Both (B, T) int. A token sees the past of its own document: the shared part (branch 0) and its own branch."""

    def visible(b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        own = (branches[b, k] == 0) | (branches[b, q] == branches[b, k])
        return (q >= k) & (documents[b, q] == documents[b, k]) & own

    return visible


def dense_mask(documents: Tensor, branches: Tensor) -> Tensor:
    """(B, T) -> (B, 1, T, T), True where attention may look."""
    T = documents.shape[1]
    past = torch.ones(T, T, dtype=torch.bool, device=documents.device).tril()
    own = (branches[:, None, :] == 0) | (branches[:, :, None] == branches[:, None, :])
    return ((documents[:, :, None] == documents[:, None, :]) & own & past)[:, None]


def block_mask(documents: Tensor, branches: Tensor) -> BlockMask:
    B, T = documents.shape
    make = compiled_create_block_mask() if documents.is_cuda else create_block_mask
    return make(same_document(documents, branches), B, None, T, T, device=documents.device)


_compiled: Callable[..., BlockMask] | None = None


def compiled_create_block_mask() -> Callable[..., BlockMask]:
    """Compiled once: the plain one would first write out the dense mask of B x T x T."""
    global _compiled
    if _compiled is None:
        _compiled = torch.compile(create_block_mask)
    return _compiled


def document_mask(documents: Tensor, branches: Tensor) -> Mask:
    return block_mask(documents, branches) if documents.is_cuda else dense_mask(documents, branches)
