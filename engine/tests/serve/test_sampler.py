from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from memagent_engine.serve import losses, models
from memagent_engine.serve.attention import Segments
from memagent_engine.serve.choice import choose, mix, uniform
from memagent_engine.serve.engine import Engine
from memagent_engine.serve.network import Network, view
from memagent_engine.serve.rows import Row, Rows, Shape, near, pack, shaped
from memagent_engine.serve.sampler import Sampler, SamplerLimits
from memagent_engine.serve.sequences import SamplingParams, Sequence, grouped
from memagent_engine.serve.trainer import Limits, Trainer
from memagent_engine.serve.weights import LoraConfig, Snapshot, Weights, fused
from memagent_engine.serve.wire import Datum

from .conftest import VOCAB

LIMITS = SamplerLimits(slots=6, cache_tokens=6 * 256, prefill_tokens=128, multiple=8)


def run(engine: Engine, prompts: list[np.ndarray], params: SamplingParams, seeds: list[int], snapshot: Snapshot | None = None, limits: SamplerLimits = LIMITS) -> list[Sequence]:
    sampler, done = Sampler(engine.network, limits, lambda ids: "".join(chr(32 + i) for i in ids)), []
    made = [Sequence(p, params, s, snapshot or engine.base_snapshot, done.append) for p, s in zip(prompts, seeds, strict=True)]
    for sequence in made:
        sampler.add(sequence)
    while sampler.busy:
        sampler.step()
    assert len(done) == len(made)
    return made


def prompts(seed: int, lengths: list[int]) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.integers(2, VOCAB, n) for n in lengths]


def scored(engine: Engine, sequence: Sequence, weights: Weights | None = None) -> np.ndarray:
    """The log-probabilities of a finished sequence by the trainer."""
    whole = np.concatenate([sequence.prompt, sequence.tokens])
    n = len(whole) - 1
    datum = Datum(whole[:-1], np.arange(n), whole[1:], {"weights": np.ones(n, np.float32)}, (n,))
    t = Trainer(engine.network, weights or Weights(engine.base.spec, engine.weights, LoraConfig()), engine.limits)
    return t.forward([datum], "cross_entropy", losses.check("cross_entropy", None), backward=False).logprobs[0][-len(sequence.tokens) :]


@pytest.mark.parametrize("params", [SamplingParams(12), SamplingParams(12, 0.7, 5, 0.9), SamplingParams(12, 0.0)])
def test_sampled_logprobs_are_the_trainers(engine: Engine, params: SamplingParams) -> None:
    shared = prompts(1, [50])[0]
    given = [*prompts(2, [1, 30, 77, 12]), *(np.concatenate([shared, p]) for p in prompts(3, [1, 9, 20, 3])), shared]
    for sequence in run(engine, given, params, list(range(9))):
        np.testing.assert_allclose(sequence.logprobs, scored(engine, sequence), atol=1e-4)


def test_an_adapter_is_sampled_from_as_it_is_trained(engine: Engine) -> None:
    weights = Weights(engine.base.spec, engine.weights, LoraConfig(4, 3))
    with torch.no_grad():
        for p in weights.trained.values():
            p.add_(0.03 * torch.ones_like(p))
    plain, = run(engine, prompts(4, [20]), SamplingParams(10), [1])
    adapted, = run(engine, prompts(4, [20]), SamplingParams(10), [1], weights.snapshot(torch.float32))
    np.testing.assert_allclose(adapted.logprobs, scored(engine, adapted, weights), atol=1e-4)
    assert plain.logprobs != adapted.logprobs


def test_a_seed_decides_whatever_else_is_in_the_batch(engine: Engine) -> None:
    given = prompts(5, [10, 40, 40, 70, 5, 33, 12, 90])
    given[2] = given[1]
    together = run(engine, given, SamplingParams(15), list(range(8)))
    for i, sequence in enumerate(together):
        alone, = run(engine, [given[i]], SamplingParams(15), [i])
        assert alone.tokens == sequence.tokens
    again = run(engine, given, SamplingParams(15), list(range(8)))
    assert [s.tokens for s in again] == [s.tokens for s in together]
    assert together[1].tokens != together[2].tokens  # the same prompt, another seed


class Replayed:
    """Graphs without a GPU: what is captured runs twice, as it does when it is captured."""

    def worth(self, shape: Shape) -> bool:
        return True

    def place(self, size: int, device: torch.device) -> torch.Tensor:
        return torch.zeros(size, dtype=torch.long)

    def run(self, shape: Shape, step: Callable[[], torch.Tensor], rehearse: Callable[[], object]) -> torch.Tensor:
        rehearse()
        return step()


def test_a_host_that_runs_ahead_samples_the_same(engine: Engine, monkeypatch) -> None:
    """As on a GPU: tokens are read late, passes over prompts are filled up or captured in few sizes."""
    monkeypatch.setattr(torch.Tensor, "pin_memory", lambda t: t)
    shared = prompts(21, [50])[0]
    given = [*(np.concatenate([shared, p]) for p in prompts(22, [3, 9, 40])), *prompts(20, [10, 40, 70, 5, 33, 12, 90, 1, 60]), prompts(20, [10])[0]]
    params = [SamplingParams(13 - i, stop_ids=frozenset(range(0, VOCAB, 7))) for i in range(13)]

    def sampled(ahead: int, fill: int, capturable: int = 0) -> list[tuple]:
        sampler, done = Sampler(engine.network, LIMITS), []
        sampler.ahead, sampler.fill, sampler.capturable = ahead, fill, capturable
        for i, (prompt, p) in enumerate(zip(given, params, strict=True)):
            sampler.add(Sequence(prompt, p, i, engine.base_snapshot, done.append))
        sampler._use = lambda snapshot: (Sampler._use(sampler, snapshot), setattr(sampler, "graphs", sampler.graphs or Replayed()))
        while sampler.busy:
            sampler.step()
        assert sampler.counted.shared_tokens > 0 and sorted(sampler.free) == list(range(sampler.cache.slots))
        return [(s.seed, s.tokens, s.stop_reason, s.logprobs) for s in sorted(done, key=lambda s: s.seed)]

    plain = sampled(0, 1)
    for ahead, fill, capturable in ((1, 16, 0), (1, 1, 64), (1, 16, 10**6)):
        for one, other in zip(sampled(ahead, fill, capturable), plain, strict=True):
            assert one[:3] == other[:3]
            np.testing.assert_allclose(one[3], other[3], atol=1e-5)
    assert {reason for _, _, reason, _ in plain} == {"stop", "length"}


def test_sizes_of_captured_passes_are_few_and_hold_what_they_must() -> None:
    sizes = {near(n, 256) for n in range(1, 32769)}
    assert all(near(n, 256) >= n and near(n, 256) <= max(256, n * 1.25 + 256) for n in range(1, 32769)) and len(sizes) < 28
    for n in (1, 3, 4, 15, 16, 63, 64, 255):
        assert shaped([Row(0, np.arange(9), 0, None)] * n, 1024, 256, 256, 10**6).rows in {k for k in (4, 16, 64, 256) if k > n}
    row = Row(0, np.arange(1, 4), 0, None)
    shape = Shape(tokens=8, rows=4, longest=4, keys=16)
    rows = Rows(torch.from_numpy(pack([row, Row(2, np.array([9, 8]), 10, None)], shape, 5)), shape, 16)
    assert rows.ids.tolist() == [1, 2, 3, 9, 8, 0, 0, 0] and rows.positions.tolist() == [0, 1, 2, 10, 11, 0, 0, 0]
    assert rows.where.tolist() == [0, 1, 2, 42, 43, 80, 80, 80]  # what is beyond goes to the spare slot's first place
    assert rows.bounds.tolist() == [0, 3, 5, 5, 5] and rows.seen.tolist() == [3, 12, 0, 0] and rows.last.tolist() == [2, 4, 4, 4]


def test_those_that_begin_alike_are_done_together(engine: Engine) -> None:
    sampler, order = Sampler(engine.network, LIMITS), []
    shared = prompts(23, [60])[0]
    for i, (prompt, new) in enumerate([(shared, 6), (shared, 2), (prompts(24, [60])[0], 3), (np.append(shared, 5), 4)]):
        sampler.add(Sequence(prompt, SamplingParams(new), i, engine.base_snapshot, lambda s, i=i: order.append(i)))
    while sampler.busy:
        sampler.step()
    assert order[0] == 2 and sorted(order[1:]) == [0, 1, 3]


def test_joined_matrices_are_the_same_network(engine: Engine) -> None:
    place = {n: t.clone() for n, t in engine.weights.items()}
    joined = view(engine.base.spec, {**place, **fused(place, engine.base.spec.layers)})
    ids, segments = torch.arange(2, 60), Segments([20, 38], torch.device("cpu"))
    with torch.no_grad():
        for name, t in engine.weights.items():
            place[name].copy_(t * 1.1)  # the joined ones see it
        ours = engine.network.hidden(joined, ids, segments)
        expected = engine.network.hidden(view(engine.base.spec, {n: t * 1.1 for n, t in engine.weights.items()}), ids, segments)
    torch.testing.assert_close(ours, expected, atol=1e-5, rtol=1e-5)


def test_a_shared_prefix_is_computed_once(engine: Engine) -> None:
    prompt = prompts(6, [100])[0]
    sampler = Sampler(engine.network, LIMITS)
    for i in range(5):
        sampler.add(Sequence(prompt, SamplingParams(2), i, engine.base_snapshot, lambda s: None))
    sampler.step()
    assert (sampler.counted.prompt_tokens, sampler.counted.shared_tokens) == (5 * 100, 4 * 99)


def test_groups_begin_alike_and_leave_a_token_each() -> None:
    a, b = np.arange(100), np.arange(100) + 200
    given = [a, b, np.concatenate([a[:60], b[:5]]), a[:50].copy(), b[:10], a]
    groups = grouped(given)
    assert sorted(i for members, _ in groups for i in members) == list(range(6))
    for members, shared in groups:
        first = given[members[0]]
        if len(members) == 1:
            assert shared == len(first)
        for i in members[1:]:
            assert shared < len(given[i]) and (given[i][:shared] == first[:shared]).all()


def test_stops(engine: Engine) -> None:
    free, = run(engine, prompts(7, [20]), SamplingParams(10), [3])
    assert free.stop_reason == "length" and len(free.tokens) == 10
    stopped, = run(engine, prompts(7, [20]), SamplingParams(10, stop_ids=frozenset({free.tokens[4]})), [3])
    first = free.tokens.index(free.tokens[4])
    assert stopped.stop_reason == "stop" and stopped.tokens == free.tokens[: first + 1]
    text = "".join(chr(32 + i) for i in free.tokens[2:4])
    by_text, = run(engine, prompts(7, [20]), SamplingParams(10, stop_texts=(text,)), [3])
    assert by_text.stop_reason == "stop" and by_text.tokens == free.tokens[:4]


def test_a_cancelled_sequence_makes_room(engine: Engine) -> None:
    sampler, done, wish = Sampler(engine.network, SamplerLimits(2, 512, 128, 8)), [], []
    for i in range(4):
        sampler.add(Sequence(prompts(10, [8])[0], SamplingParams(100), i, engine.base_snapshot, done.append, cancelled=lambda: bool(wish)))
    sampler.step()
    wish.append(True)
    sampler.step()
    sampler.step()
    assert len(done) == 4 and not sampler.busy


def test_bfloat16_differs_by_its_rounding_only(base: models.Base) -> None:
    """The arithmetic of a GPU, on the CPU: sampler and trainer agree as far as bfloat16 does."""
    network = Network(base.spec, torch.device("cpu"), torch.bfloat16)
    state = {n: t.bfloat16() for n, t in base.state.items()}
    sampler, done = Sampler(network, LIMITS), []
    shared = prompts(11, [60])[0]
    for i in range(4):
        sampler.add(Sequence(np.concatenate([shared, prompts(12 + i, [5])[0]]), SamplingParams(8), i, Snapshot(state), done.append))
    while sampler.busy:
        sampler.step()
    gradients = []
    for precise in (False, True):
        used = Network(base.spec, torch.device("cpu"), torch.float32) if precise else network
        t = Trainer(used, Weights(base.spec, state, LoraConfig()), Limits(64, 960))
        for s in done:
            whole = np.concatenate([s.prompt, s.tokens])
            n = len(whole) - 1
            d = Datum(whole[:-1], np.arange(n), whole[1:], {"weights": np.ones(n, np.float32)}, (n,))
            seen = t.forward([d], "cross_entropy", {}, backward=True).logprobs[0][-8:]
            assert np.abs(seen - s.logprobs).max() < 0.25
        gradients.append(torch.cat([p.grad.flatten() for p in t.weights.trained.values()]))
    assert float(torch.cosine_similarity(*gradients, dim=0)) > 0.99


def test_requests_for_other_weights_wait_their_turn(engine: Engine) -> None:
    other = Snapshot({n: t * 1.1 for n, t in engine.weights.items()})
    sampler, order = Sampler(engine.network, LIMITS), []
    for i, snapshot in enumerate([engine.base_snapshot, other, engine.base_snapshot]):
        sampler.add(Sequence(prompts(8, [10])[0], SamplingParams(3), 1, snapshot, lambda s, i=i: order.append((i, s.tokens, s.logprobs))))
    while sampler.busy:
        sampler.step()
    assert [i for i, _, _ in order] == [0, 1, 2]
    assert order[0][1:] == order[2][1:] and order[0][2] != order[1][2]


def test_long_prompts_after_short_ones_get_room(engine: Engine) -> None:
    sampler, done = Sampler(engine.network, LIMITS), []
    for n in (5, 200, 10, 240):
        sampler.add(Sequence(prompts(9, [n])[0], SamplingParams(4), n, engine.base_snapshot, done.append))
        sampler.step()
    while sampler.busy:
        sampler.step()
    assert sorted(len(s.prompt) for s in done) == [5, 10, 200, 240]
    for s in done:
        np.testing.assert_allclose(s.logprobs, scored(engine, s), atol=1e-4)


def test_uniform_numbers_are_uniform_and_independent() -> None:
    seeds = torch.tensor([mix(s, j) for s in range(40) for j in range(50)])
    u = torch.stack([uniform(seeds, torch.full_like(seeds, t)) for t in range(10)])
    assert 0 <= float(u.min()) and float(u.max()) < 1 and abs(float(u.mean()) - 0.5) < 0.01
    counts = torch.histc(u, 10, 0, 1)
    assert float(((counts - 2000) ** 2 / 2000).sum()) < 30  # chi-square of 9 degrees: 1 in 2000
    assert abs(float(torch.corrcoef(u[:2])[0, 1])) < 0.1 and len(set(seeds.tolist())) == 2000


@pytest.mark.parametrize(("temperature", "top_k", "top_p"), [(1.0, -1, 1.0), (0.5, -1, 1.0), (1.0, 3, 1.0), (1.0, -1, 0.7), (2.0, 4, 0.8)])
def test_choices_follow_the_distribution(temperature: float, top_k: int, top_p: float) -> None:
    logits = torch.tensor([0.3, -1.0, 2.0, 1.0, 0.0, -3.0])
    p = (logits / temperature).softmax(-1)
    kept, mass = [], 0.0
    for rank, i in enumerate(p.argsort(descending=True).tolist()):
        if (top_k <= 0 or rank < top_k) and (mass < top_p or rank == 0):
            kept.append(i)
        mass += float(p[i])
    expected = torch.zeros(6)
    expected[kept] = p[kept] / p[kept].sum()
    n = 20000
    rows = torch.full((n,), 0)
    tokens, logprobs = choose(
        logits.expand(n, -1), torch.tensor([mix(7, i) for i in range(n)]), rows, torch.full((n,), temperature),
        torch.full((n,), top_k), torch.full((n,), top_p), True,
    )
    assert (torch.bincount(tokens, minlength=6) / n - expected).abs().max() < 0.015
    torch.testing.assert_close(logprobs, logits.log_softmax(-1)[tokens])
