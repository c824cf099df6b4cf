"""What may be trained on and what may not, from small files in the sources' own forms."""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
from pathlib import Path

import pytest

from memagent_engine.pocket import corpus
from memagent_engine.pocket.sources import HELD_OUT_BOOKS, Paragraph, books, is_held_out, training_paragraphs

TRAINED, HELD = "Who?", "abc"  # two questions, one on each side of the rule


def write_data(folder: Path, train: list, dev: list, hotpot: list, pool: list) -> Path:
    """Articles as (title, texts), questions as (question, context), the pool as (title, text)."""

    def write(name: str, text: str) -> None:
        with gzip.open(folder / name, "wt", encoding="utf-8") as file:
            file.write(text)

    def squad(articles: list) -> str:
        return json.dumps({"data": [{"title": t, "paragraphs": [{"context": c} for c in texts]} for t, texts in articles]})

    write("squad-v1.1-train.json.gz", squad(train))
    write("squad-v1.1-dev.json.gz", squad(dev))
    write("hotpotqa.jsonl.gz", "".join(json.dumps({"question": q, "context": c}) + "\n" for q, c in hotpot))
    write("wiki-paragraphs.jsonl.gz", "".join(json.dumps({"title": t, "text": c}) + "\n" for t, c in pool))
    return folder


def test_a_question_is_held_out_by_its_own_hash() -> None:
    # The same examples as in packages/lab/src/data/data.test.ts: both sides must hold out the same questions.
    assert is_held_out("abc")       # sha256 begins with ba7816bf, a multiple of 3
    assert not is_held_out("")      # e3b0c442, remainder 2
    assert not is_held_out("Who?")  # d991a24e, remainder 2
    assert not is_held_out("Abc")   # as the file has it: 06d90109, remainder 2
    share = sum(is_held_out(f"Question {i}?") for i in range(3000)) / 3000
    assert 0.30 < share < 0.37


def test_paragraphs_of_all_sources_are_kept_once(tmp_path: Path) -> None:
    data = write_data(
        tmp_path,
        train=[("New_York_City", ["On the Hudson. ", "Five boroughs."]), ("Caf%C3%A9", ["A drink."])],
        dev=[("Normans", ["From the north."])],
        hotpot=[(TRAINED, [["Arle", ["A river.", " It is short."]], ["Empty", []]])],
        pool=[("Elsewhere", "Five boroughs."), ("Brue", " Another river.\n")],
    )
    assert training_paragraphs(data) == [
        Paragraph("New York City", "On the Hudson."),
        Paragraph("New York City", "Five boroughs."),  # under its first title
        Paragraph("Café", "A drink."),
        Paragraph("Arle", "A river. It is short."),
        Paragraph("Brue", "Another river."),
    ]


def test_articles_of_dev_are_kept_out_by_title_and_by_text(tmp_path: Path) -> None:
    data = write_data(
        tmp_path,
        train=[("new_york_city", ["Of the train file."]), ("Paris", ["On the Seine."])],
        dev=[("New_York_City", ["On the Hudson. "])],
        hotpot=[(TRAINED, [["New York  City", ["Of HotpotQA."]], ["Arle", ["A river."]]])],
        pool=[("NEW YORK CITY", "Of the pool."), ("Big Apple", " On the Hudson."), ("New York", "A state.")],
    )
    assert [p.text for p in training_paragraphs(data)] == ["On the Seine.", "A river.", "A state."]


def test_articles_beside_a_held_out_question_are_kept_out_everywhere(tmp_path: Path) -> None:
    data = write_data(
        tmp_path,
        train=[("Arle", ["Of SQuAD."]), ("Esk", ["Of SQuAD, too."])],
        dev=[],
        hotpot=[
            (HELD, [["Arle", ["A river."]], ["Café", ["A drink."]]]),
            (TRAINED, [["Arle", ["Said otherwise."]], ["Dart", ["A third river."]]]),
        ],
        pool=[("arle", "Of the pool."), ("Caf%C3%A9", "A house."), ("River Arle", "A river."), ("Fowey", "A fourth river.")],
    )
    assert [p.text for p in training_paragraphs(data)] == ["Of SQuAD, too.", "A third river.", "A fourth river."]


@pytest.mark.parametrize("path", [
    "H.G. Wells/The History of Mr Polly.md",
    "H.G. Wells/War of the Worlds.md",
    "Julius Caesar/Commentaries on the Gallic War.md",
    "Sun Tzu/The Art of War.md",
    "Leo Tolstoy/War and Peace.md",
    "Arthur Machen/The White People.md",
    "Mary Wollstonecraft/A Vindication of the Rights of Woman.md",
    "Adam Smith/The Theory of Moral Sentiments.md",
    "Wilkie Collins/The Moonstone.md",
    "James Joyce/Ulysses.md",
    "Arthur Conan Doyle/The Memoirs of Sherlock Holmes.md",
    "Ulysses S. Grant/Letters.md",
    "Anon/On Warfare.md",
    "Anon/A Treatise on War.md",
    "Anon/Of the Histories.md",
])
def test_a_book_that_only_sounds_like_a_held_out_one_is_trained_on(path: str) -> None:
    assert not HELD_OUT_BOOKS.search("/" + path)


SHELF = {
    "README.md": "A list.",
    "Ada Hill/Readme First.md": "A novel.",
    "Bo Frank/Tales.txt": "Tales.",
    "Herodotus/The Histories.md": "Held out.",
    "Jane Austen/Emma.md": "Emma.",
    "cover.png": "no text",
}
TRAINED_ON = [("Ada Hill/Readme First.md", "A novel."), ("Bo Frank/Tales.txt", "Tales."), ("Jane Austen/Emma.md", "Emma.")]


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def git(folder: Path, *args: str) -> str:
    who = ["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    return subprocess.run(["git", "-C", folder, *who, *args], capture_output=True, check=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    put(tmp_path, SHELF)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "books")
    return tmp_path


def test_books_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(books(put(tmp_path, SHELF))) == TRAINED_ON
    assert capsys.readouterr().out == "held out: Herodotus/The Histories.md\n"


def test_the_held_out_books_alone(tmp_path: Path) -> None:
    shelf, out = put(tmp_path / "shelf", SHELF), tmp_path / "out"
    assert list(books(shelf, held_out=True)) == [("Herodotus/The Histories.md", "Held out.")]
    corpus.write_held_out(argparse.Namespace(books=shelf, out=out))
    assert [(path.name, gzip.decompress(path.read_bytes())) for path in out.iterdir()] == [("the-histories.txt.gz", b"Held out.")]


def test_books_of_a_repository_need_no_work_tree(repository: Path) -> None:
    assert list(books(repository)) == TRAINED_ON
    for path in repository.rglob("*.md"):
        path.unlink()
    assert list(books(repository / ".git")) == TRAINED_ON  # as a bare one


def test_a_missing_blob_costs_one_book(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    blob = git(repository, "rev-parse", "HEAD:Bo Frank/Tales.txt")
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert list(books(repository)) == [TRAINED_ON[0], TRAINED_ON[2]]
    assert "missing blob, skipped: Bo Frank/Tales.txt" in capfd.readouterr().err
