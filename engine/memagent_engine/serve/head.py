"""From hidden states to log-probabilities of given tokens, for a chunk of positions at a time.

Logits are float32 whatever the stream is: bfloat16 would round a logit of 10 by 0.03, and with it every ratio
between sampler and trainer. The backward pass computes g (1[target] - softmax) from the logits it has.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Totals = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
Pull = Callable[[Tensor, Tensor, Tensor, Tensor, torch.dtype], Tensor]


def product(a: Tensor, b: Tensor) -> Tensor:
    """a @ b in float32."""
    if a.is_cuda and a.dtype != torch.float32:
        return torch.mm(a, b, out_dtype=torch.float32)
    return a.float() @ b.float()


def widened(hidden: Tensor, weight: Tensor, down: Tensor | None, up: Tensor | None, lora_scale: float) -> tuple[Tensor, Tensor]:
    """The two sides whose product are the logits. An adapter is more columns of both: a product of its own would
    take several passes over all logits to add."""
    if down is None:
        return hidden, weight.to(hidden.dtype)
    low = hidden @ down.to(hidden.dtype).t() * lora_scale
    return torch.cat([hidden, low], -1), torch.cat([weight.to(hidden.dtype), up.to(hidden.dtype)], -1)


def logits_of(hidden: Tensor, w: dict[str, Tensor], lora_scale: float) -> Tensor:
    """(n, D) -> (n, V)."""
    left, right = widened(hidden, w["lm_head.weight"], w.get("lm_head.lora_A"), w.get("lm_head.lora_B"), lora_scale)
    return product(left, right.t())


def totals(logits: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """log sum exp, and the targets' log-probabilities."""
    total = logits.logsumexp(-1)
    return total, logits.gather(-1, targets[:, None])[:, 0] - total


def pull(logits: Tensor, targets: Tensor, total: Tensor, g: Tensor, dtype: torch.dtype) -> Tensor:
    """The gradient at the logits, in one pass where it is compiled."""
    down = (logits - total[:, None]).exp() * -g[:, None]
    hit = torch.arange(logits.shape[-1], device=logits.device) == targets[:, None]
    return torch.where(hit, down + g[:, None], down).to(dtype)


def pull_in_place(logits: Tensor, targets: Tensor, total: Tensor, g: Tensor, dtype: torch.dtype) -> Tensor:
    """The same into the logits' own memory, where each operation makes a pass of its own."""
    down = logits.sub_(total[:, None]).exp_().mul_(-g[:, None])
    return down.scatter_add_(-1, targets[:, None], g[:, None]).to(dtype)


class HeadLogprobs(torch.autograd.Function):
    """apply(hidden, weight, down, up, targets, lora_scale, totals, pull): down and up are None without an adapter."""

    @staticmethod
    def forward(ctx, hidden, weight, down, up, targets, lora_scale, totals: Totals, pull: Pull) -> Tensor:
        left, right = widened(hidden, weight, down, up, lora_scale)
        logits = product(left, right.t())
        total, logprobs = totals(logits, targets)
        ctx.save_for_backward(hidden, weight, down, up, targets, total)
        ctx.logits, ctx.scale, ctx.pull = logits, lora_scale, pull  # nothing else has these logits: `pull` may write into them
        return logprobs

    @staticmethod
    def backward(ctx, g: Tensor) -> tuple[Tensor | None, ...]:
        hidden, weight, down, up, targets, total = ctx.saved_tensors
        at = ctx.pull(ctx.logits, targets, total, g, hidden.dtype)
        ctx.logits = None
        left, right = widened(hidden, weight, down, up, ctx.scale)
        d_left = at @ right
        d_weight = product(at.t(), hidden) if ctx.needs_input_grad[1] else None
        if down is None:
            return d_left, d_weight, None, None, None, None, None, None
        d_hidden, d_low = d_left.split((hidden.shape[1], len(down)), -1)
        d_low = (d_low * ctx.scale).contiguous()
        d_up = product(at.t(), left[:, hidden.shape[1] :])
        return d_hidden + d_low @ down.to(hidden.dtype), d_weight, product(d_low.t(), hidden), d_up, None, None, None, None
