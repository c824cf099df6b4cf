"""The language-model corpus, in two steps; what is kept out of it, and some of it back.

`text`: sources -> books.txt and wiki.txt, documents apart by NUL, cleaned, in a seeded order.
`pack`: text -> compressed shards of uint16 token ids, with whole documents kept back for validation.
`held-out`: the books that are in neither, as plain texts, to hide needles in (`memagent eval run --haystack`).
`unpack`: shards -> every n-th book as a plain text, for a reading stage where the shards are all there is.

    python -m memagent_engine.pocket.corpus text --books DIR --data DIR --out TEXT
    python -m memagent_engine.pocket.corpus pack --text TEXT --tokenizer FILE --out CORPUS
    python -m memagent_engine.pocket.corpus held-out --books DIR --out TEXTS
    python -m memagent_engine.pocket.corpus unpack --corpus CORPUS --tokenizer FILE --out TEXTS --every 12
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from . import sources
from .settings import POCKET
from .shards import load_shards, save_shards
from .special_tokens import END

SEPARATOR = "\0"
PIECE = 20_000  # characters; the tokenizer is quickest on many pieces of this size


def clean_book(text: str) -> str:
    """Plain text from light markdown: the words stay, the marks go."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    text = re.sub("[\ufeff\u200b\u2060\u00ad]", "", text).replace("\u00a0", " ")
    text = re.sub(r"^#+[ \t]*(Title|Author|Year):[^\n]*\n", "", text, flags=re.M)  # the collection's own header
    text = re.sub(r"^[ \t]*([-*_][ \t]*){3,}$", "", text, flags=re.M)             # rules
    text = re.sub(r"^#+[ \t]*", "", text, flags=re.M)
    text = re.sub(r"^>[ \t]?", "", text, flags=re.M)
    text = re.sub(r"!?\[([^\]\n]*)\]\([^)\n]*\)", r"\1", text)                    # links and pictures
    text = re.sub(r"\\([^\w\s])", r"\1", text)                                    # escapes
    text = re.sub(r"(?<!\w)([*_]{1,3})(?=\S)([^*_\n]+?)(?<=\S)\1(?!\w)", r"\2", text)  # emphasis
    text = html.unescape(text)
    text = re.sub(r"[ \t]+$", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def write_text(args: argparse.Namespace) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    order = random.Random(POCKET.seed)
    books = [clean_book(text) for _, text in sources.books(args.books)]
    wiki = [f"{p.title}\n{p.text}" for p in sources.training_paragraphs(args.data)] if args.data else []
    for name, documents in (("books", books), ("wiki", wiki)):
        order.shuffle(documents)  # so that the validation part, the last documents, is a fair sample
        path = args.out / f"{name}.txt"
        path.write_text(SEPARATOR.join(documents), encoding="utf-8", newline="")
        print(f"{name}: {len(documents)} documents, {path.stat().st_size / 1e6:.1f} MB")


def documents(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return text.split(SEPARATOR) if text else []


def pieces(document: str) -> Iterator[str]:
    """Cuts after blank lines only: a cut elsewhere could change the tokens around it."""
    start = 0
    while len(document) - start > PIECE:
        cut = document.find("\n\n", start + PIECE)
        if cut < 0:
            break
        yield document[start : cut + 2]
        start = cut + 2
    yield document[start:]


def encode(documents: list[str], tokenizer: Tokenizer) -> np.ndarray:
    """All documents end to end, each closed by `<|end|>`."""
    out: list[np.ndarray] = []
    for first in range(0, len(documents), 64):
        batch = [list(pieces(d)) for d in documents[first : first + 64]]
        encoded = iter(tokenizer.encode_batch_fast([p for ps in batch for p in ps], add_special_tokens=False))
        for ps in batch:
            out.extend(np.array(next(encoded).ids, dtype=np.uint16) for _ in ps)
            out.append(np.array([END], dtype=np.uint16))
    return np.concatenate(out) if out else np.empty(0, dtype=np.uint16)


def pack(args: argparse.Namespace) -> None:
    tokenizer = Tokenizer.from_file(str(args.tokenizer))
    # Document text can never produce a special token: the text of one is cut up like any other.
    tokenizer.encode_special_tokens = True
    facts: dict[str, dict] = {}
    for name in ("books", "wiki"):
        docs = documents(args.text / f"{name}.txt")
        if not docs:
            continue
        held = validation_count(docs, args.validation)
        for part, some in (("train", docs[:-held]), ("val", docs[-held:])):
            ids, chars = encode(some, tokenizer), sum(map(len, some))
            size = save_shards(args.out, f"{name}-{part}", ids, args.shards if part == "train" else 1, args.parts)
            facts[f"{name}-{part}"] = {"documents": len(some), "characters": chars, "tokens": len(ids), "bytes": size}
            print(f"{name}-{part}: {facts[f'{name}-{part}']}", flush=True)
    (args.out / "part-0" / "corpus.json").write_text(json.dumps(facts, indent=1))


def write_held_out(args: argparse.Namespace) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    for path, text in sources.books(args.books, held_out=True):
        name = re.sub(r"\W+", "-", Path(path).stem.lower())
        with gzip.open(args.out / f"{name}.txt.gz", "wt", encoding="utf-8", newline="") as file:
            file.write(clean_book(text))
        print(path)


def unpack(args: argparse.Namespace) -> None:
    tokenizer = Tokenizer.from_file(str(args.tokenizer))
    ids = load_shards(args.corpus, "books-train")
    books = np.split(ids, np.flatnonzero(ids == END))[:: args.every]
    args.out.mkdir(parents=True, exist_ok=True)
    # Without the `<|end|>` of the book before, which each begins with.
    for index, text in enumerate(tokenizer.decode_batch([book[book != END].tolist() for book in books])):
        if text:
            (args.out / f"book-{index:03d}.txt").write_text(text, encoding="utf-8", newline="")
    print(f"{len(books)} books in {args.out}")


def validation_count(docs: list[str], part: float) -> int:
    """How many of the last documents make up `part` of the text, at least one."""
    need, held = part * sum(map(len, docs)), 0
    while held < len(docs) - 1 and need > 0:
        held += 1
        need -= len(docs[-held])
    return max(1, held)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    text = commands.add_parser("text", help="collect and clean the text")
    text.add_argument("--books", type=Path, required=True, help="git directory or folder of .md/.txt files")
    text.add_argument("--data", type=Path, help="folder with SQuAD, HotpotQA and wiki-paragraphs")
    text.add_argument("--out", type=Path, required=True)
    text.set_defaults(run=write_text)
    packing = commands.add_parser("pack", help="tokenize and compress")
    packing.add_argument("--text", type=Path, required=True)
    packing.add_argument("--tokenizer", type=Path, required=True)
    packing.add_argument("--out", type=Path, required=True)
    packing.add_argument("--shards", type=int, default=16, help="files per part: they unpack in parallel")
    packing.add_argument("--parts", type=int, default=2, help="folders: each travels to the training machine alone")
    packing.add_argument("--validation", type=float, default=0.005, help="share of the text kept back")
    packing.set_defaults(run=pack)
    held = commands.add_parser("held-out", help="the books that are kept out, as plain texts")
    held.add_argument("--books", type=Path, required=True)
    held.add_argument("--out", type=Path, required=True)
    held.set_defaults(run=write_held_out)
    unpacking = commands.add_parser("unpack", help="some books as plain texts again")
    unpacking.add_argument("--corpus", type=Path, required=True)
    unpacking.add_argument("--tokenizer", type=Path, required=True)
    unpacking.add_argument("--out", type=Path, required=True)
    unpacking.add_argument("--every", type=int, default=6, help="one book in so many")
    unpacking.set_defaults(run=unpack)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
