"""The benchmark at a size for a CPU: every part runs, and the step over HTTP does what the step within does."""

from __future__ import annotations

from pathlib import Path

from memagent_engine.serve import bench, bench_seam, bench_short
from memagent_engine.serve.bench_shapes import random_base
from memagent_engine.serve.engine import Engine, Settings

SIZES = bench.Sizes(3, (20, 60), 64, 4, 20, 4, 5, 40, 2, 1)


def test_every_part_says_its_figure(tmp_path: Path, capsys) -> None:
    b = bench.Bench(Engine(random_base("tiny"), tmp_path, Settings(slots=4, cache_bytes=2**24)), SIZES, None)
    for name in bench.PARTS[:4]:
        getattr(b, name.replace(" ", "_"))()
    said = capsys.readouterr().out
    for name in ("training", "sampling", "agreement", "hand-over", "conversations"):
        assert f'"bench": "{name}"' in said


def test_a_client_in_another_process(tmp_path: Path) -> None:
    b = bench.Bench(Engine(random_base("tiny"), tmp_path, Settings(slots=4, cache_bytes=2**24)), SIZES, None)
    found: dict = {}
    bench_seam.compare(b, lambda what, **values: found.update(values))
    assert found["over_http_seconds"] > 0 and found["within_seconds"] > 0 and found["sent_mb"] > 0


def test_short_conversations_within_and_over_http(tmp_path: Path) -> None:
    b = bench.Bench(Engine(random_base("overhead"), tmp_path, Settings(slots=16, cache_bytes=2**24)), SIZES, None)
    found: list[dict] = []
    bench_short.compare(b, lambda what, **values: found.append(values), bench_short.Short(20, 4, (4, 24), 2, 40, 8, 112, 1))
    assert [f["in_flight"] for f in found] == [4, 24]
    assert all(f["per_second"] > 0 and f["http_per_second"] > 0 and f["http_requests"] >= 5 and 1 < f["new"] < 4 for f in found)
