"""The questions that were written for a reading stage, as its recipes hand them on."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_sources import write_data

from memagent_engine.pocket.sources import Paragraph, is_held_out

RECIPES = Path(__file__).resolve().parents[2] / "recipes/pocket"
spec = importlib.util.spec_from_file_location("written", RECIPES / "written.py")
assert spec and spec.loader
written = importlib.util.module_from_spec(spec)
sys.modules["written"] = written
spec.loader.exec_module(written)

RIVER = Paragraph("Arle", "The Arle is a river. It flows to Brue.")
TOWN = Paragraph("Brue", "Brue is a town. It has nine mills.")


def rows_of(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_every_question_names_its_sentences_once() -> None:
    rows = rows_of(written.QUESTIONS)
    assert len(rows) == len({row["question"] for row in rows}) == 37984
    assert sum(len(row["gold"]) == 2 for row in rows) == 18468
    assert sum(row["answer"] == "" for row in rows) == 3747
    for row in rows:
        assert (row["answer"].strip() or len(row["gold"]) == 1) and row["pair"] >= 0
        for name, starts, sentence in row["gold"]:
            assert re.fullmatch("[0-9a-f]{10}", name)
            assert starts == sorted(set(starts)) and starts[0] == 0 and 0 <= sentence < len(starts)


def test_what_a_stage_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_data(tmp_path, [], [], [], [(p.title, p.text) for p in (RIVER, TOWN)])
    river, town = ([written.name(p), [0, p.text.index(". ") + 2], 1] for p in (RIVER, TOWN))
    both = {"question": "How many mills has the town that the Arle flows to?", "answer": "nine", "gold": [river, town]}
    questions = [
        {"pair": 12, **both},
        {"pair": 12, "question": "Where does the Arle flow?", "answer": "Brue", "gold": [river]},
        {"pair": 13, **both},
        {"pair": 13, "question": "How many mills has Brue?", "answer": "nine", "gold": [town]},
        {"pair": 13, "question": "Who built the mills of Brue?", "answer": "", "gold": [town]},
        {"pair": 14, "question": "Who?", "answer": "nobody", "gold": [["0000000000", [0], 0]]},
    ]
    monkeypatch.setattr(written, "QUESTIONS", tmp_path / "questions.jsonl.gz")
    written.write(written.QUESTIONS, (json.dumps(row) + "\n" for row in questions))
    monkeypatch.setattr(sys, "argv", ["written.py", "--data", str(data), "--out", str(tmp_path / "out")])
    written.main()

    with gzip.open(tmp_path / "out/asked.json.gz", "rt", encoding="utf-8") as file:
        (article,) = json.load(file)["data"]
    (paragraph,) = article["paragraphs"]
    asked, misled = paragraph["qas"]  # the pair that is held back has none
    (answer,) = asked["answers"]
    assert paragraph["context"][answer["answer_start"] :].startswith("nine")
    (misleading,) = misled["plausible_answers"]
    assert misled["is_impossible"] and not misled["answers"] and misleading["text"] == "It has nine mills."

    (trained,), (held,) = (rows_of(tmp_path / f"out/{name}.jsonl.gz") for name in ("hotpot", "two-hop"))
    assert not is_held_out(trained["question"]) and is_held_out(held["question"])
    assert trained["question"].strip() == held["question"].strip() == both["question"]
    assert trained["supporting_facts"] == [["Arle", 1], ["Brue", 1]]
    assert [["".join(sentences), len(sentences)] for _, sentences in held["context"]] == [[RIVER.text, 2], [TOWN.text, 2]]


def test_what_is_recorded_stands_in_for_some_producers(tmp_path: Path) -> None:
    folder = tmp_path / ".local/agent/recorded"
    folder.mkdir(parents=True)

    def printed(seed: int) -> list[str]:
        command = ["sh", str(RECIPES / "device/recorded.sh"), str(seed), "echo", "made"]
        return sorted(subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True).stdout.split())

    assert printed(8) == ["made"]
    (folder / "done").touch()
    (folder / "1.jsonl").write_text("")
    assert printed(7) == ["made"]
    (folder / "1.jsonl").write_text("a\nb\n")
    (folder / "2.jsonl").write_text("c\n")
    assert printed(7) == ["a", "b", "c"]
