"""The engine's gradient against the closed form in float64 on transformers' own network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
import transformers

from memagent_engine.serve import losses
from memagent_engine.serve.engine import Engine
from memagent_engine.serve.trainer import AdamParams, Limits, Trainer
from memagent_engine.serve.weights import LoraConfig, Weights
from memagent_engine.serve.wire import Datum, ForwardBackward

from .conftest import make_datum

CLIP = {"clip_low_threshold": 0.8, "clip_high_threshold": 1.28}


def closed_form(loss: str, logp: torch.Tensor, d: Datum, config: dict) -> torch.Tensor:
    """The textbook's sum over tokens, written without the engine's code."""
    x = {k: torch.from_numpy(v).double() for k, v in d.inputs.items()}
    total = torch.zeros((), dtype=torch.float64)
    known = logp.detach()
    for t in range(len(logp)):
        w, lp = x["weights"][t], logp[t]
        if loss == "cross_entropy":
            total = total - w * lp
            continue
        A, old = x["advantages"][t], x["logprobs"][t]
        r = torch.exp(lp - old)
        low, high = config.get("clip_low_threshold", 0.8), config.get("clip_high_threshold", 1.2)
        now = float(torch.exp(known[t] - old))
        if loss == "importance_sampling":
            total = total - w * r * A
        elif loss == "ppo":
            bounded = min(max(now, low), high)
            total = total - w * (r * A if now * A <= bounded * A else bounded * A)
        elif loss == "cispo":
            total = total - w * min(max(now, low), high) * lp * A
        else:
            total = total - w * (lp * A - 0.5 * config.get("beta", 0.05) * (lp - old) ** 2)
    return total


def reference(folder: Path, data: list[Datum], loss: str, config: dict) -> tuple[dict[str, torch.Tensor], float, list[np.ndarray]]:
    model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float64)
    total, seen = torch.zeros((), dtype=torch.float64), []
    for d in data:
        table = model(torch.from_numpy(d.tokens)[None]).logits[0].log_softmax(-1)
        logp = table[torch.from_numpy(d.positions), torch.from_numpy(d.targets)]
        seen.append(logp.detach().numpy())
        total = total + closed_form(loss, logp, d, config)
    total.backward()
    return {n: p.grad for n, p in model.named_parameters()}, total.item(), seen


def rl_data(seed: int, scale: float = 1.0) -> list[Datum]:
    """Ratios on both sides of both thresholds; one datum with no advantage."""
    rng = np.random.default_rng(seed)
    sizes = [(9, 7), (20, 3), (4, 12), (6, 5), (1, 1)]
    return [
        make_datum(rng, p, r, logprobs=-4.5 + rng.normal(size=r), advantages=scale * (0.0 if i == 3 else 1.0) * rng.normal(size=r))
        for i, (p, r) in enumerate(sizes)
    ]


def trainer(engine: Engine, lora: LoraConfig = LoraConfig(), **limits: int) -> Trainer:
    return Trainer(engine.network, Weights(engine.base.spec, engine.weights, lora), Limits(**{"micro_tokens": 64, "logit_values": 96 * 10, **limits}))


def gradients(t: Trainer) -> dict[str, torch.Tensor]:
    return {n: p.grad for n, p in t.weights.trained.items()}


def assert_close(ours: dict, theirs: dict) -> None:
    for name, expected in theirs.items():
        size = float(expected.abs().max())
        torch.testing.assert_close(ours[name].double(), expected.double(), atol=2e-4 * max(size, 1e-3), rtol=1e-3, msg=lambda m, n=name: f"{n}: {m}")


@pytest.mark.parametrize(
    ("loss", "config"),
    [("cross_entropy", {}), ("importance_sampling", {}), ("ppo", CLIP), ("ppo", {}), ("cispo", CLIP), ("dro", {"beta": 0.3})],
)
def test_gradient_is_the_closed_forms(engine: Engine, folder: Path, loss: str, config: dict) -> None:
    t, data = trainer(engine), rl_data(1)
    output = t.forward(data, loss, losses.check(loss, config), backward=True)
    expected, total, logprobs = reference(folder, data, loss, config)
    assert_close(gradients(t), expected)
    assert output.metrics["loss:sum"] == pytest.approx(total, rel=1e-4)
    for ours, theirs in zip(output.logprobs, logprobs, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-4)


def test_signed_weights_carry_any_loss(engine: Engine, folder: Path) -> None:
    rng = np.random.default_rng(2)
    data = [make_datum(rng, 5, 6, weights=rng.normal(size=6)) for _ in range(3)]
    t = trainer(engine)
    t.forward(data, "cross_entropy", {}, backward=True)
    assert_close(gradients(t), reference(folder, data, "cross_entropy", {})[0])


def test_token_mean_over_all_conversations_of_a_batch(engine: Engine, folder: Path) -> None:
    """Multi-Conv: an advantage of a trajectory goes to every token of its conversations, and the loss is
    divided by the tokens of the whole batch. On a server that sums, the client sends A / T."""
    rng = np.random.default_rng(3)
    rewards = np.array([1.0, 0.0, 0.0])
    lengths = [[4, 6], [3], [8, 2, 5]]  # of the replies of each trajectory's conversations
    advantages, tokens = rewards - rewards.mean(), sum(map(sum, lengths))
    sent, plain = [], []
    for i, replies in enumerate(lengths):
        for reply in replies:
            old = -4.5 + rng.normal(size=reply)
            state = rng.bit_generator.state
            sent.append(make_datum(rng, 7, reply, logprobs=old, advantages=advantages[i] / tokens))
            rng.bit_generator.state = state
            plain.append(make_datum(rng, 7, reply, logprobs=old, advantages=advantages[i]))
    t = trainer(engine)
    for request in (sent[:2], sent[2:]):
        t.forward(request, "ppo", losses.check("ppo", CLIP), backward=True)
    expected, _, _ = reference(folder, plain, "ppo", CLIP)
    assert_close(gradients(t), {n: g / tokens for n, g in expected.items()})


@pytest.mark.parametrize("lora", [LoraConfig(), LoraConfig(4, 7)])
def test_two_requests_equal_one(engine: Engine, lora: LoraConfig) -> None:
    one, two, data = trainer(engine, lora), trainer(engine, lora), rl_data(4)
    config = losses.check("ppo", {})
    one.forward(data, "ppo", config, backward=True)
    two.forward(data[:2], "ppo", config, backward=True)
    two.forward(data, "ppo", config, backward=False)  # only looks
    two.forward(data[2:], "ppo", config, backward=True)
    for name, g in gradients(one).items():
        torch.testing.assert_close(gradients(two)[name], g, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("limits", [{"micro_tokens": 1, "logit_values": 1}, {"micro_tokens": 10**6, "logit_values": 10**9}, {"recompute": True, "length_multiple": 16}])
def test_memory_limits_do_not_change_the_gradient(engine: Engine, limits: dict) -> None:
    plain, other, data = trainer(engine), trainer(engine, **limits), rl_data(5)
    for t in (plain, other):
        t.forward(data, "cispo", losses.check("cispo", {}), backward=True)
    for name, g in gradients(plain).items():
        torch.testing.assert_close(gradients(other)[name], g, atol=1e-4, rtol=1e-4)


def test_lora_gradient_is_the_chain_rule_of_the_full_one(engine: Engine, folder: Path) -> None:
    """With W = W0 + s B A: dA = s B^T dW and dB = s dW A^T, at a B that is not zero."""
    lora = LoraConfig(4, 7)
    t = trainer(engine, lora)
    state = {n: p.detach().clone() for n, p in engine.weights.items()}
    with torch.no_grad():
        for name, p in t.weights.trained.items():
            if name.endswith("lora_B"):
                p.normal_(std=0.02, generator=torch.Generator().manual_seed(len(name)))
    adapter = t.weights.trained
    layers = [n.removesuffix(".lora_A") for n in adapter if n.endswith("lora_A") and not n.startswith("lm_head")]
    with torch.no_grad():
        adapter["lm_head.lora_B"].zero_()  # tied: its sum with the embedding's gradient is no chain rule of one matrix
        for n in layers:
            state[f"{n}.weight"] += lora.scale * adapter[f"{n}.lora_B"] @ adapter[f"{n}.lora_A"]
    merged = Trainer(engine.network, Weights(engine.base.spec, state, LoraConfig()), t.limits)
    for each in (t, merged):
        each.forward(rl_data(6), "importance_sampling", {}, backward=True)
    for n in layers:
        dW = gradients(merged)[f"{n}.weight"]
        size = float(dW.abs().max())
        expected = lora.scale * adapter[f"{n}.lora_B"].detach().T @ dW
        torch.testing.assert_close(adapter[f"{n}.lora_A"].grad, expected, atol=1e-4 * size, rtol=1e-3)
        expected = lora.scale * dW @ adapter[f"{n}.lora_A"].detach().T
        torch.testing.assert_close(adapter[f"{n}.lora_B"].grad, expected, atol=1e-4 * size, rtol=1e-3)


def test_adamw_with_its_parameters_and_the_clip(engine: Engine) -> None:
    t, data = trainer(engine), rl_data(7)
    t.forward(data, "cross_entropy", {}, backward=True)
    name = "model.layers.0.mlp.up_proj.weight"
    g, w = gradients(t)[name].clone(), t.weights.trained[name].detach().clone()
    norm = float(torch.stack([x.norm() for x in gradients(t).values()]).norm())
    metrics = t.step(AdamParams(learning_rate=0.01, beta1=0.8, beta2=0.9, eps=1e-3, weight_decay=0.1, grad_clip_norm=0.5))
    assert metrics["grad_norm:mean"] == pytest.approx(norm, rel=1e-5) and norm > 0.5
    g = g * 0.5 / norm
    expected = w * (1 - 0.01 * 0.1) - 0.01 * g / (g.abs() + 1e-3)  # the first step: both moments are bias-free
    torch.testing.assert_close(t.weights.trained[name].detach(), expected, atol=1e-6, rtol=1e-4)
    assert all(p.grad is None for p in t.weights.trained.values())


def test_sparse_targets_give_the_dense_gradient(engine: Engine) -> None:
    rng = np.random.default_rng(8)
    whole = make_datum(rng, 30, 2, logprobs=-4.0, advantages=0.7)
    where = np.array([29, 30])
    few = Datum(whole.tokens, where, whole.targets[where], {n: v[where] for n, v in whole.inputs.items()}, (2,))
    a, b = trainer(engine), trainer(engine)
    config = losses.check("ppo", {})
    dense, sparse = (t.forward([d], "ppo", config, backward=True) for t, d in ((a, whole), (b, few)))
    np.testing.assert_allclose(sparse.logprobs[0], dense.logprobs[0][where], atol=1e-6)
    for name, g in gradients(a).items():
        torch.testing.assert_close(gradients(b)[name], g, atol=1e-6, rtol=1e-5)


def test_a_gradient_that_is_not_finite_takes_no_step(engine: Engine) -> None:
    t = trainer(engine)
    before = {n: p.detach().clone() for n, p in t.weights.trained.items()}
    next(iter(t.weights.trained.values())).grad = torch.full_like(next(iter(t.weights.trained.values())), float("nan"))
    with pytest.raises(FloatingPointError, match="no step was taken"):
        t.step(AdamParams())
    assert all(torch.equal(before[n], p) for n, p in t.weights.trained.items())


def test_resuming_gives_the_same_next_step_exactly(engine: Engine) -> None:
    for lora in (LoraConfig(), LoraConfig(4, 7)):
        engine.create_model("a", "s", lora)
        params, data = AdamParams(learning_rate=1e-2), rl_data(9)
        request = ForwardBackward("a", None, data, "ppo", losses.check("ppo", {}), True)
        for _ in range(2):
            engine.forward_backward(request)
            engine.optim_step("a", params)
        path = f"tinker://a/weights/x{lora.rank}"
        engine.save("a", path)
        engine.forward_backward(request)
        engine.optim_step("a", params)
        expected = {n: p.detach().clone() for n, p in engine.model("a").trainer.weights.trained.items()}
        engine.create_model("b", "s", lora)
        engine.load("b", path, optimizer=True)
        engine.forward_backward(ForwardBackward("b", None, data, "ppo", losses.check("ppo", {}), True))
        engine.optim_step("b", params)
        assert all(torch.equal(expected[n], p) for n, p in engine.model("b").trainer.weights.trained.items())
