"""Words used alike, from a language model's own embedding: questions can be put in other words.

    python -m memagent_engine.pocket.neighbours --model DIR --tokenizer tokenizer.json --out neighbours.json

Only whole lower-case words that are one token each. Not synonyms: what stands in the same places
(physician: surgeon, doctor, lawyer). `memagent traces --neighbours` exchanges words for these.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor

from . import checkpoint

MOST = 6          # neighbours of a word
LEAST = 0.24      # cosine of its nearest ones; the median pair of words has 0
SHORTEST = 4      # letters: shorter words are mostly grammar
GRAMMAR = frozenset(
    "that with were have this these those from which what when where they them there then than into upon been being "
    "does would could should shall will might must said very some three your their".split()
)


def whole_words(tokenizer: Tokenizer) -> dict[str, int]:
    """Words that a space may come before, with the id of that token."""
    words = ((token[1:], id) for token, id in tokenizer.get_vocab().items() if token.startswith("Ġ"))
    return {
        word: id for word, id in words
        if len(word) >= SHORTEST and word.isascii() and word.isalpha() and word.islower() and word not in GRAMMAR
    }


def neighbours(embedding: Tensor, words: dict[str, int]) -> dict[str, list[str]]:
    """For each word those with the highest cosine, the mean of all words taken away."""
    names, rows = list(words), embedding[list(words.values())].float()
    rows = F.normalize(rows - rows.mean(0), dim=1)
    near = rows @ rows.T
    near.fill_diagonal_(-1)
    values, places = near.topk(min(MOST, len(names)), dim=1)
    found = {
        name: [names[place] for value, place in zip(row, where, strict=True) if value >= LEAST]
        for name, row, where in zip(names, values.tolist(), places.tolist(), strict=True)
    }
    return {name: others for name, others in found.items() if others}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="weights of the language model")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    embedding = checkpoint.load(args.model)["model.embed_tokens.weight"]
    table = neighbours(embedding, whole_words(Tokenizer.from_file(str(args.tokenizer))))
    args.out.write_text(json.dumps(table))
    print(f"{len(table)} words")


if __name__ == "__main__":
    main()
