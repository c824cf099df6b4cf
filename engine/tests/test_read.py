from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from memagent_engine.pocket.packing import LEFT_OVER, Branch, Example, make_batch, make_row, pack, take_rows
from memagent_engine.pocket.practice import trace
from memagent_engine.pocket.scores import ExactMatch, wilson
from memagent_engine.pocket.settings import POCKET, TINY, override
from memagent_engine.pocket.traces import TraceStream, examples_of_command, parse
from memagent_engine.pocket.train_read import train

# A producer: of two values, the reply is the first or the second, as the last token asks; with a third argument any value.
PRODUCER = """
import json, random, sys
rng = random.Random(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    values = [rng.randrange(300, 316) for _ in range(2)]
    asked = rng.randrange(2)
    told = sys.argv[3] if len(sys.argv) > 3 else "right"
    reply = {"right": values[asked], "any": rng.randrange(300, 316), "other": values[1 - asked]}[told]
    kind = "leave" if told == "other" else "pick"
    print(json.dumps({"prompt": [3 if told == "other" else 2, *values, 4 + asked], "response": [reply, 1], "kind": f"{kind}{asked}"}))
"""


def branch(prompt: Sequence[int], response: Sequence[int], kind: str) -> Branch:
    return Branch(np.array(prompt, np.uint16), np.array(response, np.uint16), kind)


def single(prompt: Sequence[int], response: Sequence[int], kind: str) -> Example:
    return Example(np.empty(0, np.uint16), (branch(prompt, response, kind),))


def examples(count: int, seed: int = 0, longest: int = 4000) -> Iterator[Example]:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(20, longest))
        yield single(rng.integers(2, 500, n), rng.integers(2, 500, 5), "x")


def test_rows_are_nearly_full_and_lose_nothing() -> None:
    rows = list(pack(examples(1500), POCKET.read))
    assert sum(len(r.kinds) for r in rows) == 1500
    assert np.mean([(r.documents != LEFT_OVER).mean() for r in rows[:-20]]) > 0.95


def test_a_row_names_the_position_before_each_reply_token() -> None:
    s = TINY.read
    a, b = single([10, 11, 12], [20, 1], "a"), single([13], [21, 22, 23, 1], "b")
    batch = make_batch([make_row([a, b], s, np.random.default_rng(0))], s)
    assert batch.targets[: batch.replies].tolist() == [20, 1, 21, 22, 23, 1]
    assert batch.positions[0, :9].tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 3]
    assert batch.kinds == [("a", 2), ("b", 4)]
    weights = batch.weights[: batch.replies]
    assert weights[:2].sum() == pytest.approx(2**0.5) and weights[2:].sum() == pytest.approx(2.0)


def test_branches_of_an_example_go_on_from_its_shared_beginning() -> None:
    s = TINY.read
    shared = Example(np.array([10, 11, 12], np.uint16), (branch([13], [20, 1], "a"), branch([14, 15], [21, 1], "b")))
    batch = make_batch([make_row([single([9], [22, 1], "c"), shared], s, np.random.default_rng(0))], s)
    assert batch.targets[: batch.replies].tolist() == [22, 1, 20, 1, 21, 1]
    assert batch.documents[0, :14].tolist() == [0] * 3 + [1] * 10 + [LEFT_OVER]
    assert batch.branches[0, :13].tolist() == [0] * 6 + [1] * 3 + [2] * 4
    assert batch.positions[0, :13].tolist() == [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6]
    assert batch.kinds == [("c", 2), ("a", 2), ("b", 2)]


def test_a_teacher_has_its_share_of_some_kinds_and_of_prompts() -> None:
    rows = [make_row([single([10, 11, 12, 13] * 9, [20, 1], "a/x"), single([13], [21, 22, 1], "b/x")], TINY.read, np.random.default_rng(0))]
    of_a = make_batch(rows, override(TINY, ["read.teacher_kinds='a/|c/'"]).read)
    assert of_a.taught[: of_a.replies].tolist() == [1, 1, 0, 0, 0] and of_a.taught[of_a.replies :].all()
    assert make_batch(rows, TINY.read).taught.all()


def test_both_forms_of_a_trace_are_read() -> None:
    one = parse('{"kind":"needle","prompt":[2,400],"response":[10,1]}')
    assert one.shared.tolist() == [] and one.whole and len(one) == 4
    assert [(b.prompt.tolist(), b.response.tolist(), b.kind) for b in one.branches] == [([2, 400], [10, 1], "needle")]
    several = parse(
        b'{"shared":[2,400,16383],"branches":[{"kind":"a","prompt":[4],"response":[13,1]},{"prompt":[5,6],"response":[1]}]}\n'
    )
    assert several.shared.tolist() == [2, 400, 16383] and several.whole and len(several) == 9
    assert [(b.prompt.tolist(), b.response.tolist(), b.kind) for b in several.branches] == [
        ([4], [13, 1], "a"), ([5, 6], [1], "all"),
    ]


def test_a_trace_without_a_reply_is_not_whole() -> None:
    assert not parse('{"prompt":[2],"response":[]}').whole
    assert not parse('{"shared":[2],"branches":[]}').whole
    assert not parse('{"shared":[2],"branches":[{"prompt":[3],"response":[1]},{"prompt":[],"response":[1]}]}').whole
    with pytest.raises(KeyError):
        parse('{"shared":[2]}')


def test_too_many_prompt_positions_are_thinned_and_too_many_replies_wait() -> None:
    s = override(TINY, ["read.prompt_part=1.0", "read.loss_positions=12"]).read
    rows = [make_row([e], s, np.random.default_rng(0)) for e in examples(5, longest=100)]
    batches = []
    while rows:
        batches.append(make_batch(take_rows(rows, s), s))
    assert [b.replies for b in batches] == [10, 10, 5]
    assert [(b.weights > 0).sum() for b in batches] == [12, 12, 12]
    rows = [make_row([e], s, np.random.default_rng(0)) for e in examples(1, longest=100)]
    with pytest.raises(ValueError, match="loss_positions"):
        take_rows(rows, override(TINY, ["read.loss_positions=3"]).read)


def test_an_unknown_setting_is_refused() -> None:
    assert override(POCKET, ["read.optim.lr=5e-4"]).read.optim.lr == 5e-4
    with pytest.raises(ValueError, match="no setting"):
        override(POCKET, ["read.wieght=1"])


def test_exact_match_needs_every_token() -> None:
    score = ExactMatch()
    score.add([("a", 2), ("a", 1), ("b", 1)], np.array([True, False, True, True]))
    assert score.shares() == {"a": 0.5, "b": 1.0}
    low, high = wilson(99, 100)
    assert 0.94 < low < 0.95 and 0.99 < high < 1.0


def test_a_failing_producer_ends_the_run_with_its_words() -> None:
    with pytest.raises(RuntimeError, match="code 3"):
        list(examples_of_command(f"{sys.executable} -c 'raise SystemExit(3)'", 0, 1))


def test_an_error_of_a_worker_arrives_though_it_ends_at_once() -> None:
    for _ in range(20):  # it was lost now and then, and the trainer waited for ever
        stream = TraceStream(f"{sys.executable} -S -c pass", 2, 1, TINY.read)
        try:
            with pytest.raises(RuntimeError, match="after no traces"):
                next(iter(stream))
        finally:
            stream.close()


def test_reading_is_learnt_from_producers(tmp_path: Path) -> None:
    script = tmp_path / "producer.py"
    script.write_text(PRODUCER)
    changes = ["read.tokens=64", "read.rows=16", "read.prompt_weight=0.0", "read.hold_tokens=64"]

    def held_out(*told: str) -> Path:
        path = tmp_path / "eval.jsonl"
        with path.open("w") as file:
            for each in told:
                for example in take(examples_of_command(f"{sys.executable} {script} 999 200 {each}", 0, 1), 200):
                    one = example.branches[0]
                    row = {"prompt": one.prompt.tolist(), "response": one.response.tolist(), "kind": one.kind}
                    file.write(json.dumps(row) + "\n")
        return path

    def learnt(
        out: str, *more: str, told: str = "right", teacher: Path | None = None, init: Path | None = None, hold: str = "",
        asked: tuple[str, ...] = ("right",),
    ) -> dict[str, dict[str, float]]:
        s = override(TINY, [*changes, *more])
        streams = [
            TraceStream(f"{sys.executable} {script} {{seed}} 3000 {each}", 2, random.Random(0).randrange(100), s.read)
            for each in (told, hold) if each
        ]
        try:
            return train(
                s, streams[0], tmp_path / out, 60, "cpu", init, held_out(*asked), max_steps=100, teacher=teacher,
                hold=streams[1] if hold else None,
            )
        finally:
            for stream in streams:
                stream.close()

    report = learnt("out")
    assert sum(row["n"] for row in report.values()) == 200
    assert all(row["exact"] > 0.9 for row in report.values()), report
    # A smaller one that is told any reply learns the right ones from the teacher alone.
    small = ["shape.width=32", "shape.ffn=64", "shape.heads=1", "read.teacher_share=1.0"]
    report = learnt("taught", *small, told="any", teacher=tmp_path / "out")
    assert all(row["exact"] > 0.9 for row in report.values()), report
    # Itself as the teacher of one kind: that stays, though it is told any reply; the other goes.
    own = ["read.teacher_share=1.0", "read.teacher_kinds='pick0'"]
    report = learnt("own", *own, told="any", init=tmp_path / "out", teacher=tmp_path / "out")
    assert report["pick0"]["exact"] > 0.9 and report["pick1"]["exact"] < 0.7, report
    # Taught something else it forgets; beside traces on which it is to stay as it was, whatever their replies, it does not.
    report = learnt("forgot", told="other", init=tmp_path / "out", asked=("right", "other"))
    assert report["leave0"]["exact"] > 0.9 and report["pick0"]["exact"] < 0.7, report
    report = learnt("held", told="other", hold="any", init=tmp_path / "out", asked=("right", "other"))
    assert all(row["exact"] > 0.9 for row in report.values()), report


def take(items: Iterator[Example], count: int) -> Iterator[Example]:
    for _, item in zip(range(count), items, strict=False):
        yield item
    items.close()  # type: ignore[attr-defined]


def test_practice_traces_fit_the_stage() -> None:
    rng = np.random.default_rng(0)
    for longest in (20, 200, 2000):
        row = trace(rng, longest, 512)
        assert len(row["prompt"]) <= longest + 130 and max(row["prompt"]) < 512 and row["response"][-1] == 1
