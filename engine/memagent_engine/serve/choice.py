"""The choice of a token from logits, row by row with its own parameters and its own random numbers.

A uniform number is a hash of (seed, step), so that what a sequence draws depends on no other sequence of
the batch and no order of arrival. The log-probability that is reported is the model's own, before
temperature, top-k and top-p: the policy that training differentiates.
"""

from __future__ import annotations

import torch
from torch import Tensor

MASK = 2**64 - 1
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(*numbers: int) -> int:
    """One 63-bit number of several (splitmix64, https://prng.di.unimi.it/splitmix64.c)."""
    state = 0
    for n in numbers:
        state = (state + (n & MASK) + GOLDEN) & MASK
        state = ((state ^ state >> 30) * FIRST) & MASK
        state = ((state ^ state >> 27) * SECOND) & MASK
        state ^= state >> 31
    return state >> 1


def signed(n: int) -> int:
    return n - 2**64 if n >= 2**63 else n


def shifted(x: Tensor, bits: int) -> Tensor:
    return (x >> bits) & (2 ** (64 - bits) - 1)  # logical: int64's own shift copies the sign


def uniform(seeds: Tensor, steps: Tensor) -> Tensor:
    """(B,) int64 seeds and steps -> (B,) in [0, 1), with 24 bits: exact in float32."""
    x = seeds + (steps + 1) * signed(GOLDEN)
    x = (x ^ shifted(x, 30)) * signed(FIRST)
    x = (x ^ shifted(x, 27)) * signed(SECOND)
    return shifted(x ^ shifted(x, 31), 40).float() * 2.0**-24


def choose(
    logits: Tensor, seeds: Tensor, steps: Tensor, temperature: Tensor, top_k: Tensor, top_p: Tensor, filtered: bool
) -> tuple[Tensor, Tensor]:
    """(B, V) float32 logits and a parameter of each row -> tokens (B,) and their raw log-probabilities (B,).

    temperature 0 is the greatest logit; top_k <= 0 and top_p = 1 leave all. `filtered` says that some row has either.
    """
    scaled = logits / temperature.clamp(min=1e-6)[:, None]
    if filtered:
        scaled = keep(scaled, top_k, top_p)
    sums = (scaled - scaled.amax(-1, keepdim=True)).exp().cumsum(-1)
    at = uniform(seeds, steps)[:, None] * sums[:, -1:]
    drawn = torch.searchsorted(sums, at, right=True)[:, 0].clamp(max=logits.shape[-1] - 1)
    tokens = torch.where(temperature > 0, drawn, logits.argmax(-1))
    return tokens, logits.gather(-1, tokens[:, None])[:, 0] - logits.logsumexp(-1)


def keep(scaled: Tensor, top_k: Tensor, top_p: Tensor) -> Tensor:
    """Minus infinity for what top-k or top-p leaves out; the likeliest token always stays."""
    values, order = scaled.sort(-1, descending=True)
    ranks = torch.arange(scaled.shape[-1], device=scaled.device)
    probabilities = values.softmax(-1)
    before = probabilities.cumsum(-1) - probabilities
    out = (ranks >= torch.where(top_k > 0, top_k, scaled.shape[-1])[:, None]) | (before >= top_p[:, None])
    out[:, 0] = False
    return scaled.masked_fill(torch.zeros_like(out).scatter(-1, order, out), float("-inf"))
