"""Generated text and traces: the tests need no data."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch

from memagent_engine.pocket import tokenizer as tok

torch.set_num_threads(1)


def sentences(rng: random.Random, count: int) -> str:
    who, what, where = ["Ada", "Bob", "Cora", "Dan"], ["sold", "found", "lost"], ["Rome", "Paris", "Oslo"]
    return " ".join(
        f"{rng.choice(who)} {rng.choice(what)} {rng.randrange(10, 99)} coins in {rng.choice(where)}." for _ in range(count)
    )


@pytest.fixture(scope="session")
def text_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus as `corpus text` writes it: documents apart by NUL."""
    folder, rng = tmp_path_factory.mktemp("text"), random.Random(3)
    for name, documents in (("books", 20), ("wiki", 40)):
        (folder / f"{name}.txt").write_text("\0".join(f"Part {i}\n{sentences(rng, 30)}" for i in range(documents)))
    return folder


@pytest.fixture(scope="session")
def tokenizer_file(text_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    tok.train(tok.sample(text_dir, 0), 512).save(str(path))
    return path
