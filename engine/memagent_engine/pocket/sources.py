"""Where the text comes from, and what must stay out of training.

Books: a git directory or a folder of .md/.txt files. Paragraphs: SQuAD v1.1 (official JSON),
HotpotQA (JSON lines, `context` as [title, sentences]) and a pool of `{title, text}` lines.
Held out for evaluation: SQuAD dev, a third of the HotpotQA questions, and five books.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

# Read whole in the evaluation, so no training text. Matched against a book's path.
HELD_OUT_BOOKS = re.compile(
    r"wealth of nations|/the histories\b|/on war\b|the woman in white|memoirs of (ulysses|u\. ?s\.)[^/]* grant", re.I
)


@dataclass(frozen=True)
class Paragraph:
    title: str
    text: str


def is_held_out(question: str) -> bool:
    """The HotpotQA split: by the question's own hash, so that it needs no list and never moves."""
    return int(hashlib.sha256(question.encode()).hexdigest()[:8], 16) % 3 == 0


def same_title(title: str) -> str:
    """One spelling per article: SQuAD writes `New_York_City`, the others `New York City`."""
    return " ".join(unquote(title).replace("_", " ").split()).casefold()


def hotpot(data: Path) -> Iterator[dict]:
    with gzip.open(data / "hotpotqa.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def squad(data: Path, split: str) -> list[dict]:
    with gzip.open(data / f"squad-v1.1-{split}.json.gz", "rt", encoding="utf-8") as file:
        return json.load(file)["data"]


def training_paragraphs(data: Path) -> list[Paragraph]:
    """Every paragraph that no evaluation touches, each once."""
    dev = squad(data, "dev")
    held_titles = {same_title(article["title"]) for article in dev}
    held_texts = {p["context"].strip() for article in dev for p in article["paragraphs"]}
    questions = list(hotpot(data))
    for row in questions:
        if is_held_out(row["question"]):
            held_titles.update(same_title(title) for title, _ in row["context"])
            held_texts.update("".join(sentences).strip() for _, sentences in row["context"])

    def candidates() -> Iterator[Paragraph]:
        for article in squad(data, "train"):
            title = unquote(article["title"]).replace("_", " ")
            yield from (Paragraph(title, p["context"].strip()) for p in article["paragraphs"])
        for row in questions:
            if not is_held_out(row["question"]):
                yield from (Paragraph(title, "".join(sentences).strip()) for title, sentences in row["context"])
        with gzip.open(data / "wiki-paragraphs.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield Paragraph(row["title"], row["text"].strip())

    kept: dict[str, Paragraph] = {}
    dropped = 0
    for paragraph in candidates():
        if same_title(paragraph.title) in held_titles or paragraph.text in held_texts:
            dropped += 1
        elif paragraph.text:
            kept.setdefault(paragraph.text, paragraph)
    print(f"paragraphs: {len(kept)} kept, {dropped} held out, {len(held_titles)} held-out titles")
    return list(kept.values())


def books_in_folder(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(p for p in folder.rglob("*") if p.suffix in {".md", ".txt"}):
        yield str(path.relative_to(folder)), path.read_text(encoding="utf-8", errors="replace")


def books_in_git(git_dir: Path) -> Iterator[tuple[str, str]]:
    """Blob by blob, so that no work tree is needed and a missing blob costs one book only."""
    git = ["git", "-C", str(git_dir)]
    tree = subprocess.run([*git, "ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True).stdout
    entries = [entry.split(b"\t", 1) for entry in tree.split(b"\0") if entry]
    files = [(meta.split()[2], path.decode()) for meta, path in entries if path.endswith((b".md", b".txt"))]
    with subprocess.Popen([*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as batch:
        assert batch.stdin and batch.stdout
        for blob, path in files:
            batch.stdin.write(blob + b"\n")
            batch.stdin.flush()
            header = batch.stdout.readline().split()
            if header[-1] == b"missing":
                print(f"missing blob, skipped: {path}", file=sys.stderr)
                continue
            text = batch.stdout.read(int(header[2]))
            batch.stdout.read(1)  # the newline after each object
            yield path, text.decode("utf-8", errors="replace")
        batch.stdin.close()


def books(where: Path, held_out: bool = False) -> Iterator[tuple[str, str]]:
    """(path, text) of each book that may be trained on; or of those that may not."""
    found = books_in_folder(where) if not is_git(where) else books_in_git(where)
    for path, text in found:
        if bool(HELD_OUT_BOOKS.search("/" + path)) != held_out:
            if not held_out:
                print(f"held out: {path}")
        elif "/" in path or not path.lower().startswith("readme"):
            yield path, text


def is_git(where: Path) -> bool:
    return (where / "HEAD").exists() or (where / ".git").exists()
