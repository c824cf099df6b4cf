"""Gradients and steps of one model.

Data are sorted by length and cut into micro-batches padded at the end. Logits exist for a chunk of
positions at a time, and a chunk's backward runs at once, so that a large vocabulary times a long context
never stands in memory; the gradient at the hidden states is then carried through the network in one go.
Gradients add up in float32 until the next step, so that two requests equal one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from . import losses
from .network import Network, View
from .weights import Weights
from .wire import Datum


@dataclass(frozen=True)
class Limits:
    """What bounds memory."""

    micro_tokens: int         # of a micro-batch, padding included
    logit_values: int         # positions x vocabulary of a chunk
    recompute: bool = False   # run each layer again in the backward pass instead of keeping its insides
    length_multiple: int = 1  # lengths are padded to it: fewer shapes to compile


@dataclass(frozen=True)
class Output:
    """Of each datum: log-probabilities of its targets, their losses. And the sums over all."""

    logprobs: list[np.ndarray]
    losses: list[np.ndarray]
    metrics: dict[str, float]


@dataclass(frozen=True)
class AdamParams:
    learning_rate: float = 1e-4
    beta1: float = 0.9
    beta2: float = 0.95
    eps: float = 1e-12
    weight_decay: float = 0.0
    grad_clip_norm: float = 0.0  # 0: none


def micro_batches(lengths: Sequence[int], limits: Limits) -> Iterator[list[int]]:
    """Indices of data, longest first, so that what does not fit in memory fails at once."""
    batch: list[int] = []
    for i in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
        if batch and (len(batch) + 1) * padded(lengths[batch[0]], limits) > limits.micro_tokens:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def padded(length: int, limits: Limits) -> int:
    return -(-length // limits.length_multiple) * limits.length_multiple


class TargetLogprobs(torch.autograd.Function):
    """log softmax at the targets. The backward pass turns the logits themselves into their gradient,
    g (1[target] - softmax), so that a chunk is held once; nothing else may use these logits after."""

    @staticmethod
    def forward(ctx, logits: Tensor, targets: Tensor) -> Tensor:
        total = logits.logsumexp(-1)
        ctx.save_for_backward(targets, total)
        ctx.logits = logits
        return logits.gather(-1, targets[:, None])[:, 0] - total

    @staticmethod
    def backward(ctx, g: Tensor) -> tuple[Tensor, None]:
        targets, total = ctx.saved_tensors
        down = ctx.logits.detach().sub_(total[:, None]).exp_().mul_(-g[:, None])
        ctx.logits = None
        return down.scatter_add_(-1, targets[:, None], g[:, None]), None


class Trainer:
    def __init__(self, network: Network, weights: Weights, limits: Limits) -> None:
        self.network, self.weights, self.limits = network, weights, limits
        leaves = list(weights.trained.values())
        self.optimizer = torch.optim.AdamW(leaves, lr=0.0, weight_decay=0.0, fused=leaves[0].is_cuda)

    def forward(self, data: list[Datum], loss_fn: str, config: dict[str, float], backward: bool) -> Output:
        """Adds the data's gradient to what is there (`backward`), or only evaluates."""
        logprobs: list[np.ndarray] = [np.empty(0)] * len(data)
        values: list[np.ndarray] = [np.empty(0)] * len(data)
        sums = dict.fromkeys(("loss:sum", "tokens:sum", "clipped:sum", "logprob_difference:sum", "abs_logprob_difference:sum"), 0.0)
        with torch.set_grad_enabled(backward):
            view = self.weights.view()
            for batch in micro_batches([len(d.tokens) for d in data], self.limits):
                some = [data[i] for i in batch]
                logp, loss, clipped = self._micro_batch(view, some, loss_fn, config, backward)
                inputs = {n: np.concatenate([d.inputs[n] for d in some]) for n in some[0].inputs}
                counted = losses.active(loss_fn, {n: torch.from_numpy(v) for n, v in inputs.items()}).numpy()
                sums["loss:sum"] += float(loss.sum(dtype=np.float64))
                sums["tokens:sum"] += float(counted.sum())
                sums["clipped:sum"] += float(clipped.sum())
                if "logprobs" in inputs:
                    difference = (logp - inputs["logprobs"])[counted].astype(np.float64)
                    sums["logprob_difference:sum"] += float(difference.sum())
                    sums["abs_logprob_difference:sum"] += float(np.abs(difference).sum())
                ends = np.cumsum([len(d.targets) for d in some])[:-1]
                for i, lp, l in zip(batch, np.split(logp, ends), np.split(loss, ends), strict=True):
                    logprobs[i], values[i] = lp.reshape(data[i].shape), l.reshape(data[i].shape)
        return Output(logprobs, values, sums)

    def _micro_batch(
        self, view: View, data: list[Datum], loss_fn: str, config: dict[str, float], backward: bool
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        device, length = self.network.device, padded(max(len(d.tokens) for d in data), self.limits)
        ids = np.zeros((len(data), length), np.int64)
        for row, d in enumerate(data):
            ids[row, : len(d.tokens)] = d.tokens
        where = torch.from_numpy(np.concatenate([row * length + d.positions for row, d in enumerate(data)])).to(device)
        targets = torch.from_numpy(np.concatenate([d.targets for d in data])).to(device)
        inputs = {
            name: torch.from_numpy(np.concatenate([d.inputs[name] for d in data])).to(device)
            for name in data[0].inputs
        }
        hidden = self.network.hidden(view, torch.from_numpy(ids).to(device), self.limits.recompute)
        flat = hidden.detach().flatten(0, 1)
        logp, loss = (torch.empty(len(where), device=device) for _ in range(2))
        clipped = torch.zeros(len(where), dtype=torch.bool, device=device)
        moving = losses.active(loss_fn, inputs) if backward else torch.zeros_like(clipped)
        down = torch.zeros_like(flat, dtype=torch.float32) if backward else None
        rows = max(1, self.limits.logit_values // self.network.spec.vocab)
        for grad in (True, False):
            for part in (moving if grad else ~moving).nonzero()[:, 0].split(rows):
                if not len(part):
                    continue
                chosen = flat[where[part]].requires_grad_(grad)
                with torch.set_grad_enabled(grad):
                    lp = self.target_logprobs(view, chosen, targets[part])
                    l, c = losses.elementwise(loss_fn, lp, {n: v[part] for n, v in inputs.items()}, config)
                if grad:
                    l.sum().backward()
                    down.index_add_(0, where[part], chosen.grad.float())
                logp[part], loss[part], clipped[part] = lp.detach(), l.detach(), c
        if backward and bool(moving.any()):
            hidden.backward(down.to(hidden.dtype).view_as(hidden))
        return logp.cpu().numpy(), loss.cpu().numpy(), clipped.cpu().numpy()

    def target_logprobs(self, view: View, hidden: Tensor, targets: Tensor) -> Tensor:
        return TargetLogprobs.apply(self.network.logits(view, hidden), targets)

    def step(self, params: AdamParams) -> dict[str, float]:
        """One AdamW step on the gradient since the last; no gradient counts as zero, so momentum still moves."""
        leaves = list(self.weights.trained.values())
        for leaf in leaves:
            if leaf.grad is None:
                leaf.grad = torch.zeros_like(leaf)
        clip = params.grad_clip_norm if params.grad_clip_norm > 0 else float("inf")
        norm = torch.nn.utils.clip_grad_norm_(leaves, clip)
        if not bool(torch.isfinite(norm)):
            self.optimizer.zero_grad(set_to_none=True)
            raise FloatingPointError(f"the gradient's norm is {float(norm)}: no step was taken, the gradient is dropped")
        for group in self.optimizer.param_groups:
            group.update(lr=params.learning_rate, betas=(params.beta1, params.beta2), eps=params.eps, weight_decay=params.weight_decay)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return {"grad_norm:mean": float(norm), "learning_rate:mean": params.learning_rate}

    def state(self) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """The weights and the optimizer's moments, by name."""
        moments = {}
        for name, leaf in self.weights.trained.items():
            for key, value in self.optimizer.state.get(leaf, {}).items():
                moments[f"{name}/{key}"] = value
        return {name: t.detach() for name, t in self.weights.trained.items()}, moments

    def restore(self, weights: dict[str, Tensor], moments: dict[str, Tensor] | None) -> None:
        """Takes weights and, where given, moments; a gradient not yet stepped is dropped."""
        self.optimizer.zero_grad(set_to_none=True)
        self.optimizer.state.clear()
        with torch.no_grad():
            for name, leaf in self.weights.trained.items():
                leaf.copy_(weights[name])
        for key, value in (moments or {}).items():
            name, kind = key.rsplit("/", 1)
            leaf = self.weights.trained[name]
            self.optimizer.state[leaf][kind] = value.to(leaf.device, copy=True)
