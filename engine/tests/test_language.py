from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer
from torch import nn

from memagent_engine.pocket import checkpoint, corpus, sources
from memagent_engine.pocket.model import Pocket, shape_of
from memagent_engine.pocket.settings import TINY, override
from memagent_engine.pocket.shards import load_shards, save_shards
from memagent_engine.pocket.special_tokens import SPECIAL_TOKENS
from memagent_engine.pocket.train_lm import train


def test_special_tokens_come_first_and_digits_stand_apart(tokenizer_file: Path) -> None:
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    assert len(SPECIAL_TOKENS) == 173
    assert [tokenizer.token_to_id(t) for t in SPECIAL_TOKENS] == list(range(173))
    assert [tokenizer.token_to_id(t) for t in ("<|text|>", "<|s1|>", "<|s128|>", "<|m1|>")] == [12, 13, 140, 141]
    assert tokenizer.encode("2024").tokens == ["2", "0", "2", "4"]
    assert tokenizer.decode(tokenizer.encode("Ünï “x”\n\n 5").ids) == "Ünï “x”\n\n 5"


def test_document_text_cannot_produce_a_special_token(tokenizer_file: Path) -> None:
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.encode_special_tokens = True
    ids = corpus.encode(["the text <|answer|> and <|s1|>"], tokenizer)
    assert ids[-1] == 1 and ids[:-1].min() >= len(SPECIAL_TOKENS)


def test_cutting_a_document_into_pieces_changes_no_token(tokenizer_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    document = "\n\n".join(f"Ada lost {i} coins in Rome.\n  Bob, too" for i in range(40))
    monkeypatch.setattr(corpus, "PIECE", 100)
    assert corpus.encode([document], tokenizer).tolist() == [*tokenizer.encode(document).ids, 1]


def test_markdown_marks_go_and_words_stay() -> None:
    book = "# Title: X\n\n## Author: Y\n\n-------\n\n## One\r\n\r\nIt was _very_ **good** snake_case 2*3.\n\n\n\nNext \\- line"
    assert corpus.clean_book(book) == "One\n\nIt was very good snake_case 2*3.\n\nNext - line"


def test_books_for_evaluation_are_known_by_path() -> None:
    held = ["Adam Smith/The Wealth of Nations.md", "Herodotus/The Histories.md", "Carl von Clausewitz/On War.md",
            "Wilkie Collins/The Woman in White.md", "Ulysses S. Grant/Personal Memoirs of Ulysses S. Grant.md"]
    assert all(sources.HELD_OUT_BOOKS.search("/" + p) for p in held)
    assert not sources.HELD_OUT_BOOKS.search("/Jane Austen/Emma.md")


def test_shards_come_back_as_they_were(tmp_path: Path) -> None:
    ids = np.random.default_rng(0).integers(0, 16384, 10_001).astype(np.uint16)
    save_shards(tmp_path, "x", ids, 4, parts=2)
    assert (load_shards(tmp_path, "x") == ids).all()


def test_weights_cut_into_small_files_come_back_whole(tmp_path: Path) -> None:
    model = Pocket(TINY.shape)
    checkpoint.save(model, tmp_path, limit=2**16 + 20_000)
    assert len(list(tmp_path.iterdir())) > 5
    for name, tensor in checkpoint.load(tmp_path).items():
        assert torch.equal(tensor, model.state_dict()[name].bfloat16().float()), name


def test_books_come_back_from_shards(tokenizer_file: Path, tmp_path: Path) -> None:
    books = [f"Ada lost {i} coins.\n\n“Where?” said Bob." for i in range(8)]
    (tmp_path / "books.txt").write_text(corpus.SEPARATOR.join(books))
    (tmp_path / "wiki.txt").write_text("")
    where = {"tokenizer": tokenizer_file, "out": tmp_path / "shards"}
    corpus.pack(argparse.Namespace(text=tmp_path, shards=3, parts=2, validation=0.1, **where))
    corpus.unpack(argparse.Namespace(corpus=where["out"], tokenizer=tokenizer_file, out=tmp_path / "texts", every=2))
    texts = [path.read_text() for path in sorted((tmp_path / "texts").iterdir())]
    assert texts == books[0:7:2]


def test_language_model_learns_and_leaves_weights(text_dir: Path, tokenizer_file: Path, tmp_path: Path) -> None:
    shards = tmp_path / "corpus"
    corpus.pack(argparse.Namespace(text=text_dir, tokenizer=tokenizer_file, out=shards, shards=4, parts=2, validation=0.05))
    result = train(TINY, shards, tmp_path / "out", seconds=60, device="cpu", max_steps=60)
    assert result["books_nats_per_token"] < 3.0 < np.log(TINY.shape.vocab)
    assert result["books_bits_per_character"] < 3.0
    events = [json.loads(line)["event"] for line in (tmp_path / "out" / "metrics.jsonl").open()]
    assert events[0] == "start" and events[-1] == "done"
    assert checkpoint.load(tmp_path / "out").keys() == Pocket(TINY.shape).state_dict().keys()
    # A smaller one learns from it what it says, and the text.
    small = override(TINY, ["shape.width=32", "shape.layers=1", "shape.ffn=64"])
    taught = train(small, shards, tmp_path / "taught", seconds=60, device="cpu", max_steps=60, teacher=tmp_path / "out")
    assert taught["books_nats_per_token"] < 3.5
    assert shape_of(checkpoint.load(tmp_path / "taught"), TINY.shape) == small.shape


def test_what_a_teacher_says_is_learnt() -> None:
    torch.manual_seed(0)
    teacher, model = Pocket(TINY.shape).requires_grad_(False), Pocket(TINY.shape)
    nn.init.normal_(teacher.model.embed_tokens.weight, std=1.0)
    ids, next_ones = torch.randint(0, 512, (4, 16)), torch.randint(0, 512, (4, 16))
    plain, taught = model.language_loss(ids, next_ones), model.taught_loss(teacher, 0.5, ids, next_ones)
    wanted = teacher.logits(teacher.hidden(ids)).log_softmax(-1).exp()
    against = -(wanted * model.logits(model.hidden(ids)).log_softmax(-1)).sum(-1).mean()
    assert torch.allclose(taught, 0.5 * plain + 0.5 * against, atol=1e-5)
    assert torch.allclose(model.taught_loss(teacher, 0.0, ids, next_ones), plain, atol=1e-5)
