"""What the CPU's tests cannot see: the engine on a GPU against the engine on the CPU. Half a minute; exits 1 where one fails.

    PYTHONPATH=engine python engine/tests/serve/gpu_check.py [cuda|cpu]

On a GPU arithmetic is bfloat16, so that agreement is to its rounding; `cpu` runs the same checks without one.
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from memagent_engine.serve.attention import Segments, attend, decode_kernel
from memagent_engine.serve.bench_shapes import random_base
from memagent_engine.serve.cache import SELDOM
from memagent_engine.serve.engine import Engine, Settings
from memagent_engine.serve.rows import Shape
from memagent_engine.serve.sampler import Sampler
from memagent_engine.serve.sequences import SamplingParams, Sequence
from memagent_engine.serve.trainer import Limits, Output, Trainer
from memagent_engine.serve.weights import LoraConfig, Snapshot, Weights
from memagent_engine.serve.wire import Datum

DEVICE = torch.device(sys.argv[1] if len(sys.argv) > 1 else "cuda")
RNG = np.random.default_rng(1)
CHECKS: list[Callable[[], str]] = []


def check(function: Callable[[], str]) -> Callable[[], str]:
    CHECKS.append(function)
    return function


def engine(device: torch.device) -> Engine:
    return Engine(random_base("tiny"), Path(tempfile.mkdtemp()), Settings(device.type, slots=16))


def weights(e: Engine, rank: int) -> Weights:
    """The same on both devices, moved away from the base."""
    base = e.weights if rank else {n: t.to(e.network.device) for n, t in e.base.state.items()}
    made = Weights(e.base.spec, base, LoraConfig(rank, 1))
    with torch.no_grad():
        for n, t in made.trained.items():
            t.add_(0.02 * torch.randn(t.shape, generator=torch.Generator().manual_seed(len(n))).to(t.device))
    return made


def trainer(e: Engine, w: Weights) -> Trainer:
    return Trainer(e.network, w, Limits(1024, 2**18, length_multiple=e.limits.length_multiple))


def prompts() -> list[np.ndarray]:
    shared = RNG.integers(2, 512, 80)
    alike = [np.concatenate([shared, RNG.integers(2, 512, n)]) for n in (1, 9, 30, 50)]
    return alike + [RNG.integers(2, 512, n) for n in (1, 5, 100, 200, 300, 17, 64)] * 4


def sampled(sampler: Sampler, snapshot: Snapshot, given: list[np.ndarray], **params: object) -> list[Sequence]:
    done: list[Sequence] = []
    for i, prompt in enumerate(given):
        sampler.add(Sequence(prompt, SamplingParams(3 + i % 20, **params), i, snapshot, done.append))
    while sampler.busy:
        sampler.step()
    return sorted(done, key=lambda s: s.seed)


def scored(t: Trainer, made: list[Sequence], parts: int = 1) -> Output:
    """Loss and gradient on what was sampled, in one request or several; gives the last."""
    data = []
    for s in made:
        whole = np.concatenate([s.prompt, s.tokens])
        where = np.arange(len(s.prompt) - 1, len(whole) - 1)
        one = np.ones(len(where), np.float32)
        inputs = {"weights": one, "advantages": one * (0.3 - s.seed % 3), "logprobs": np.asarray(s.logprobs, np.float32)}
        data.append(Datum(whole[:-1], where, whole[1:][where], inputs, (len(where),)))
    for part in np.array_split(np.arange(len(data)), parts):
        found = t.forward([data[i] for i in part], "importance_sampling", {}, backward=True)
    return found


def gradient(t: Trainer) -> torch.Tensor:
    return torch.cat([p.grad.flatten().cpu() for p in t.weights.trained.values()])


@check
def packed_attention() -> str:
    lengths = [300, 17, 129, 1]
    dtype = torch.bfloat16 if DEVICE.type == "cuda" else torch.float32
    q, k, v = (torch.randn(sum(lengths), h, 64, device=DEVICE, dtype=dtype, requires_grad=True) for h in (9, 3, 3))
    g = torch.randn_like(q)
    ours = attend(q, k, v, Segments(lengths, DEVICE))
    parts = zip(*(x.float().split(lengths) for x in (q, k, v)), strict=True)
    rows = [F.scaled_dot_product_attention(*(y.transpose(0, 1)[None] for y in p), is_causal=True, enable_gqa=True)[0] for p in parts]
    theirs = torch.cat([r.transpose(0, 1) for r in rows])
    worst = float((ours - theirs).abs().max().detach())
    for a, b in zip(torch.autograd.grad(ours, (q, k, v), g), torch.autograd.grad(theirs, (q, k, v), g.float()), strict=True):
        worst = max(worst, float((a - b).abs().max() / b.abs().max()))
    assert worst < 0.03, worst
    return f"forward and backward within {worst:.4f} of float32"


@check
def decoding_attention() -> str:
    kernel = decode_kernel(64)
    if DEVICE.type != "cuda" or kernel is None:
        return "no kernel here: FlashAttention or PyTorch's own decodes"
    worst, length = 0.0, 400
    for slots in (8, 256):
        k, v = (torch.randn(slots * length, 3, 64, device=DEVICE, dtype=torch.bfloat16) for _ in range(2))
        q, used = torch.randn(slots, 9, 64, device=DEVICE, dtype=torch.bfloat16), torch.randint(1, length, (slots,), device=DEVICE, dtype=torch.int32)
        ours = kernel(q, k, v, used, length)
        for i in range(0, slots, 5):
            past = (x[i * length : i * length + int(used[i])].float().transpose(0, 1)[None] for x in (k, v))
            theirs = F.scaled_dot_product_attention(q[i].float()[None, :, None], *past, enable_gqa=True)[0, :, 0]
            worst = max(worst, float((ours[i] - theirs).abs().max()))
    assert worst < 0.02, worst
    return f"within {worst:.4f} of float32"


@check
def samples_and_gradients() -> str:
    said = []
    here, cpu = engine(DEVICE), engine(torch.device("cpu"))
    for rank in (0, 4):
        w = weights(here, rank)
        snapshot, given = w.snapshot(here.network.dtype), prompts()
        sampler = Sampler(here.network, here.worker.sampler.limits)
        for params in ({}, {"temperature": 0.7, "top_k": 20, "top_p": 0.9}, {"stop_ids": frozenset(range(60))}):
            made = sampled(sampler, snapshot, given, **params)
            again = sampled(sampler, w.snapshot(here.network.dtype), given, **params)
            assert [s.tokens for s in made] == [s.tokens for s in again], "the same seeds gave other tokens"
            assert len(made) == len(given) and all(len(s.tokens) == 3 + i % 20 or s.stop_reason == "stop" for i, s in enumerate(made))
            stops = params.get("stop_ids", frozenset())
            assert all((s.tokens[-1] in stops) == (s.stop_reason == "stop") and not stops & set(s.tokens[:-1]) for s in made)
            ours, theirs, split = trainer(here, w), trainer(cpu, weights(cpu, rank)), trainer(here, w)
            metrics = [scored(t, made).metrics for t in (ours, theirs)]
            apart = [m["abs_logprob_difference:sum"] / m["tokens:sum"] for m in metrics]
            whole = gradient(ours)
            cosine = float(F.cosine_similarity(whole, gradient(theirs), dim=0))
            for p in w.trained.values():
                p.grad = None
            scored(split, made, 3)
            halves = float((gradient(split) - whole).norm() / whole.norm())
            for p in w.trained.values():
                p.grad = None
            assert max(apart) < 0.02 and cosine > 0.998 and halves < 0.02, (rank, params, apart, cosine, halves)
            said.append(f"{apart[0]:.4f}/{apart[1]:.4f}/{cosine:.5f}/{halves:.5f}")
        assert sampler.counted.shared_tokens > 0
    return "sampler to trainer, to the CPU in float32, gradient's cosine, three requests to one: " + ", ".join(said)


@check
def captured_passes() -> str:
    """Passes over prompts by their graphs against the same passes kernel by kernel."""
    here, given = engine(DEVICE), prompts()
    sampler, apart = Sampler(here.network, here.worker.sampler.limits), []
    runs = [sampled(sampler, here.base_snapshot, given) for _ in range(SELDOM + 3)]
    if DEVICE.type != "cuda":
        return "nothing is captured here"
    shapes = [k for k in sampler.graphs.captured if isinstance(k, Shape)]
    assert shapes and sampler.capturable > 0, "no pass was captured"
    for a, b in zip(runs[0], runs[-1], strict=True):
        apart.append(abs(a.logprobs[0] - b.logprobs[0]) if a.tokens[0] == b.tokens[0] else 1.0)
    assert np.median(apart) < 0.01 and np.mean(np.array(apart) >= 1) < 0.1, apart
    return f"{len(shapes)} shapes; first log-probabilities differ by {np.mean(apart):.5f} in the mean"


def main() -> None:
    failed = 0
    for function in CHECKS:
        try:
            print(f"ok      {function.__name__}: {function()}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {function.__name__}", flush=True)
            traceback.print_exc()
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
