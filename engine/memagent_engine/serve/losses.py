"""The losses of the Tinker protocol, on vectors of log-probabilities, summed over tokens.

r = exp(logp - logprobs), the ratio to the policy that sampled; A advantages; w weights.

    cross_entropy        -sum w logp
    importance_sampling  -sum w r A
    ppo                  -sum w min(r A, clip(r) A)
    cispo                -sum w stop(clip(r)) logp A
    dro                  -sum w (logp A - beta / 2 (logp - logprobs)^2)
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from .problems import Problem

NEEDS: dict[str, tuple[str, ...]] = {
    "cross_entropy": ("weights",),
    "importance_sampling": ("logprobs", "advantages"),
    "ppo": ("logprobs", "advantages"),
    "cispo": ("logprobs", "advantages"),
    "dro": ("logprobs", "advantages"),
}
CONFIG: dict[str, dict[str, float]] = {  # the keys each takes, and their defaults; thresholds are ratios
    "cross_entropy": {},
    "importance_sampling": {},
    "ppo": {"clip_low_threshold": 0.8, "clip_high_threshold": 1.2},
    "cispo": {"clip_low_threshold": 0.8, "clip_high_threshold": 1.2},
    "dro": {"beta": 0.05},
}


def check(loss_fn: str, config: Mapping[str, object] | None) -> dict[str, float]:
    """The whole config of a loss; unknown names and keys are errors."""
    if loss_fn not in NEEDS:
        raise Problem(f"no loss {loss_fn!r}; there are {', '.join(NEEDS)}")
    known = CONFIG[loss_fn]
    for key, value in (config or {}).items():
        if key not in known:
            raise Problem(f"{loss_fn} takes no {key!r} in loss_fn_config; it takes {', '.join(known) or 'none'}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Problem(f"loss_fn_config.{key} is {value!r}, not a number")
    return {**known, **(config or {})}


def active(loss_fn: str, inputs: Mapping[str, Tensor]) -> Tensor:
    """Where the gradient can be other than zero."""
    weighted = inputs["weights"] != 0
    return weighted if loss_fn in ("cross_entropy", "dro") else weighted & (inputs["advantages"] != 0)


def elementwise(loss_fn: str, logp: Tensor, inputs: Mapping[str, Tensor], config: Mapping[str, float]) -> tuple[Tensor, Tensor]:
    """The loss of each token, and whether its ratio was clipped."""
    w = inputs["weights"]
    if loss_fn == "cross_entropy":
        return -w * logp, torch.zeros_like(logp, dtype=torch.bool)
    old, A = inputs["logprobs"], inputs["advantages"]
    if loss_fn == "dro":
        return -w * (logp * A - 0.5 * config["beta"] * (logp - old) ** 2), torch.zeros_like(logp, dtype=torch.bool)
    r = (logp - old).exp()
    if loss_fn == "importance_sampling":
        return -w * r * A, torch.zeros_like(logp, dtype=torch.bool)
    low = inputs.get("clip_low_threshold", config["clip_low_threshold"])
    high = inputs.get("clip_high_threshold", config["clip_high_threshold"])
    clipped = torch.minimum(torch.maximum(r, torch.as_tensor(low, dtype=r.dtype, device=r.device)),
                            torch.as_tensor(high, dtype=r.dtype, device=r.device))
    if loss_fn == "ppo":
        plain, bounded = r * A, clipped * A
        return -w * torch.minimum(plain, bounded), (bounded < plain) & (w != 0)
    return -w * clipped.detach() * logp * A, (r != clipped) & (w != 0)
