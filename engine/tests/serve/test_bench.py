"""The benchmark at a size for a CPU: every part runs, and the step over HTTP does what the step within does."""

from __future__ import annotations

from pathlib import Path

from memagent_engine.serve import bench, bench_rollouts, bench_seam, bench_short
from memagent_engine.serve.bench_shapes import random_base
from memagent_engine.serve.engine import Engine, Settings

SIZES = bench.Sizes(3, (20, 60), 64, 4, 20, 4, 5, 40, 2, 1, 2)


def test_every_part_says_its_figure(tmp_path: Path, capsys) -> None:
    b = bench.Bench(Engine(random_base("tiny"), tmp_path, Settings(slots=4, cache_bytes=2**24)), SIZES, None)
    for name in bench.PARTS[:4]:
        getattr(b, name.replace(" ", "_"))()
    said = capsys.readouterr().out
    for name in ("training", "sampling", "agreement", "hand-over", "conversations"):
        assert f'"bench": "{name}"' in said


def test_clients_in_other_processes_one_after_another(tmp_path: Path) -> None:
    """The server stops after a part, and starts again for the next."""
    b = bench.Bench(Engine(random_base("tiny"), tmp_path, Settings(slots=16, cache_bytes=2**24)), SIZES, None)
    seam: dict = {}
    bench_seam.compare(b, lambda what, **values: seam.update(values))
    assert seam["turns"] == 2 and seam["sent_mb"] > 0 and seam["added_least"] <= seam["added"] <= seam["added_most"]
    assert seam["over_http_training"] > seam["to_the_first_promise"] > 0 and seam["within_seconds"] > seam["within_training"] > 0
    assert seam["engine_sampling"] > 0 and seam["engine_training"] > 0
    short: list[dict] = []
    bench_short.compare(b, lambda what, **values: short.append(values), bench_short.Short(20, 4, (4, 24), 2, 40, 8, 112, 1))
    assert [f["in_flight"] for f in short] == [4, 24]
    assert all(f["per_second"] > 0 and f["http_per_second"] > 0 and f["http_requests"] >= 5 and 1 < f["new"] < 4 for f in short)


def test_rollouts_do_all_that_they_should_with_and_without_gathering(tmp_path: Path) -> None:
    b = bench.Bench(Engine(random_base("overhead"), tmp_path, Settings(slots=64, cache_bytes=2**24)), SIZES, None)
    said: list[tuple[str, dict]] = []
    z = bench_rollouts.Rollouts(groups=5, rounds=3, section=40, tail=4, clients=2, think=0.002, warm=0, repeat=1, ends=112, likelier=1)
    bench_rollouts.compare(b, lambda what, **values: said.append((what, values)), z)
    assert [(what, f["gather_ms"] > 0) for what, f in said] == [
        (f"rollouts {kind}", gathers) for kind in ("within", "over HTTP", "that trickle in") for gathers in (False, True)
    ]
    for _, f in said:
        assert f["conversations"] == 5 * 3 * 8 and f["per_second"] > 0 and 1 < f["new"] < 16 and f["ms_each"] >= f["host_ms_each"] > 0
        assert f["passes"] >= f["admissions"] > 0 and f["steps"] > 0 and f["shared"] > 0.5
    assert b.engine.worker.sampler.gather == 0  # as it was


def test_a_group_reads_the_same_section_and_mostly_the_same_prompt() -> None:
    z = bench_rollouts.Rollouts(groups=40, rounds=2, section=30, tail=5)
    texts = bench_rollouts.Texts(z, 256, range(40))
    again = bench_rollouts.Texts(z, 256, range(20, 40))
    assert all((texts.prompts[at] == prompt).all() for at, prompt in again.prompts.items())
    differ = 0
    for g in range(40):
        for r in range(2):
            prompts = [texts.prompts[g, m, r] for m in range(8)]
            assert all(len(p) == 35 and (p[:30] == prompts[0][:30]).all() for p in prompts)
            differ += any((p != prompts[0]).any() for p in prompts)
    assert 8 < differ < 36
