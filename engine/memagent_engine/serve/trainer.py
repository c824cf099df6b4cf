"""Gradients and steps of one model.

Data stand one after another in micro-batches of a number of tokens, unpadded. Logits exist for a chunk of
positions at a time, and a chunk's backward runs at once, so that a large vocabulary times a long context
never stands in memory; the gradient at the hidden states is then carried through the network in one go.
Gradients add up in float32 until the next step, so that two requests equal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from . import losses
from .attention import Segments, fetched, put
from .network import Network, View
from .weights import Weights
from .wire import Datum


@dataclass(frozen=True)
class Limits:
    """What bounds memory."""

    micro_tokens: int         # of a micro-batch
    logit_values: int         # positions x vocabulary of a chunk
    recompute: bool = False   # run each layer again in the backward pass instead of keeping its insides
    length_multiple: int = 1  # a micro-batch is filled up to it: kernels like round numbers


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


def micro_batches(lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Indices of data, longest first, so that what does not fit in memory fails at once."""
    batch: list[int] = []
    used = 0
    for i in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
        if batch and used + lengths[i] > tokens:
            yield batch
            batch, used = [], 0
        batch.append(i)
        used += lengths[i]
    if batch:
        yield batch


class Trainer:
    def __init__(self, network: Network, weights: Weights, limits: Limits) -> None:
        self.network, self.weights, self.limits = network, weights, limits
        leaves = list(weights.trained.values())
        self.optimizer = torch.optim.AdamW(leaves, lr=0.0, weight_decay=0.0, fused=leaves[0].is_cuda)

    def forward(self, data: list[Datum], loss_fn: str, config: dict[str, float], backward: bool) -> Output:
        """Adds the data's gradient to what is there (`backward`), or only evaluates."""
        return self.launch(data, loss_fn, config, backward)()

    def launch(self, data: list[Datum], loss_fn: str, config: dict[str, float], backward: bool) -> Callable[[], Output]:
        """The same without waiting for the device: what is given does, and reads. Until then more can be launched."""
        made = []
        with torch.set_grad_enabled(backward):
            view = self.weights.view()
            for batch in micro_batches([len(d.tokens) for d in data], self.limits.micro_tokens):
                some = [data[i] for i in batch]
                inputs = {n: np.concatenate([d.inputs[n] for d in some]) for n in some[0].inputs}
                counted = losses.active(loss_fn, {n: torch.from_numpy(v) for n, v in inputs.items()}).numpy()
                order, found = self._micro_batch(view, some, inputs, counted & backward, loss_fn, config)
                made.append((batch, inputs, counted, order, *fetched(found)))
        return lambda: self._read(data, made)

    def _read(self, data: list[Datum], made: list[tuple]) -> Output:
        logprobs: list[np.ndarray] = [np.empty(0)] * len(data)
        values: list[np.ndarray] = [np.empty(0)] * len(data)
        sums = dict.fromkeys(("loss:sum", "tokens:sum", "clipped:sum", "logprob_difference:sum", "abs_logprob_difference:sum"), 0.0)
        for batch, inputs, counted, order, found, there in made:
            if there is not None:
                there.synchronize()
            back = np.empty((3, len(order)), np.float32)
            back[:, order] = found.numpy()
            logp, loss, clipped = back
            sums["loss:sum"] += float(loss.sum(dtype=np.float64))
            sums["tokens:sum"] += float(counted.sum())
            sums["clipped:sum"] += float(clipped.sum())
            if "logprobs" in inputs:
                difference = (logp - inputs["logprobs"])[counted].astype(np.float64)
                sums["logprob_difference:sum"] += float(difference.sum())
                sums["abs_logprob_difference:sum"] += float(np.abs(difference).sum())
            ends = np.cumsum([len(data[i].targets) for i in batch])[:-1]
            for i, lp, l in zip(batch, np.split(logp, ends), np.split(loss, ends), strict=True):
                logprobs[i], values[i] = lp.reshape(data[i].shape), l.reshape(data[i].shape)
        return Output(logprobs, values, sums)

    def _micro_batch(
        self, view: View, data: list[Datum], inputs: dict[str, np.ndarray], moving: np.ndarray, loss_fn: str, config: dict[str, float]
    ) -> tuple[np.ndarray, Tensor]:
        """An order of the targets, those that move the weights first; in it log-probability, loss and clipped (3, M)."""
        device, lengths = self.network.device, [len(d.tokens) for d in data]
        begins = np.cumsum([0, *lengths[:-1]])
        where = np.concatenate([at + d.positions for at, d in zip(begins, data, strict=True)])
        ids = np.concatenate([d.tokens for d in data])
        if spare := -len(ids) % self.limits.length_multiple:
            ids, lengths = np.concatenate([ids, np.zeros(spare, np.int64)]), [*lengths, spare]
        order = np.argsort(~moving, kind="stable")
        where, targets = put(where[order], device), put(np.concatenate([d.targets for d in data])[order], device)
        given = {name: put(v[order], device, torch.float32) for name, v in inputs.items()}
        hidden = self.network.hidden(view, put(ids, device), Segments(lengths, device), self.limits.recompute)
        known = hidden.detach()
        count, first = len(order), int(moving.sum())
        found = torch.empty(3, count, device=device)
        down = torch.zeros_like(known, dtype=torch.float32) if first else None
        rows = max(1, self.limits.logit_values // self.network.spec.vocab)
        bounds = [*range(0, first, rows), *range(first, count, rows), count]
        for start, end in zip(bounds, bounds[1:], strict=False):
            part, grad = slice(start, end), start < first
            chosen = known[where[part]].requires_grad_(grad)
            with torch.set_grad_enabled(grad):
                lp = self.network.logprobs(view, chosen, targets[part])
                loss, clipped = losses.elementwise(loss_fn, lp, {n: v[part] for n, v in given.items()}, config)
            if grad:
                loss.sum().backward()
                down.index_add_(0, where[part], chosen.grad.float())
            found[:, part] = torch.stack([lp.detach(), loss.detach(), clipped.float()])
        if first:
            hidden.backward(down.to(hidden.dtype))
        return order, found

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
