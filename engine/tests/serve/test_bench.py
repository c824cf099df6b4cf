"""The benchmark at a size for a CPU: every part runs, and the step over HTTP does what the step within does."""

from __future__ import annotations

from pathlib import Path

from memagent_engine.serve import bench, bench_seam, bench_short
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
