"""The tokenizer: byte-level BPE with digits apart, cut by Qwen2's expression.

llama.cpp knows this pre-tokenizer as "qwen2", so the GGUF needs no code of its own. The special
tokens come first, their ids are part of the profile, and document text can never produce them.

    python -m memagent_engine.pocket.tokenizer --corpus TEXT --out tokenizer.json
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from .gguf_read import read_fields
from .settings import POCKET
from .special_tokens import SPECIAL_TOKENS

QWEN2_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def around(model: models.BPE) -> Tokenizer:
    """What is the same whatever was learnt."""
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(QWEN2_SPLIT), behavior="isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    ])
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def from_gguf(path: Path) -> Tokenizer:
    """The tokenizer that a file of ours was written with."""
    fields, _ = read_fields(path)
    tokens, merges = fields["tokenizer.ggml.tokens"], fields["tokenizer.ggml.merges"]
    vocab = {token: id for id, token in enumerate(tokens)}
    tokenizer = around(models.BPE(vocab, [tuple(merge.split(" ")) for merge in merges]))
    tokenizer.add_special_tokens(SPECIAL_TOKENS)
    return tokenizer


def train(texts: Iterator[str], vocab: int) -> Tokenizer:
    tokenizer = around(models.BPE())
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=vocab, special_tokens=SPECIAL_TOKENS, show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),  # every byte, so no text is unknown
    ))
    return tokenizer


def sample(text_dir: Path, budget: int, piece: int = 10_000) -> Iterator[str]:
    """Evenly spaced pieces of each file, up to `budget` characters a file."""
    for path in sorted(text_dir.glob("*.txt")):
        text = path.read_text(encoding="utf-8").replace("\0", "\n")
        step = max(piece, piece * len(text) // budget) if budget else piece
        for start in range(0, len(text), step):
            yield text[start : start + piece]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="folder of .txt files")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocab", type=int, default=POCKET.shape.vocab, help="special tokens included")
    parser.add_argument("--sample", type=int, default=60_000_000, help="characters of each file to learn from")
    args = parser.parse_args()
    tokenizer = train(sample(args.corpus, args.sample), args.vocab)
    assert [tokenizer.token_to_id(t) for t in SPECIAL_TOKENS] == list(range(len(SPECIAL_TOKENS)))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(args.out))
    print(f"{tokenizer.get_vocab_size()} tokens, {len(SPECIAL_TOKENS)} special -> {args.out}")


if __name__ == "__main__":
    main()
