"""Practice traces: an endless select task in random tokens, to try the reading stage without the lab.

Numbered sentences, one of which holds the asked token; the reply is that sentence's number, or
`<|none|>`. It needs no data and no tokenizer, has the lengths of real traces, and is learnable.

    python -m memagent_engine.pocket.practice --seed 1 [--longest 2000] [--count 100]
"""

from __future__ import annotations

import argparse
import json
import sys

import numpy as np

from .settings import POCKET
from .special_tokens import END, SENTENCES, SPECIAL_TOKENS

ID = {name.strip("<|>"): i for i, name in enumerate(SPECIAL_TOKENS)}


def trace(rng: np.random.Generator, longest: int, vocab: int) -> dict:
    budget = int(rng.integers(min(60, longest), longest + 1))
    count = min(SENTENCES, max(2, budget // 24))
    words = rng.integers(len(SPECIAL_TOKENS), vocab, (count, max(2, budget // count - 1)))
    asked = int(rng.integers(len(SPECIAL_TOKENS), vocab))
    words[words == asked] = len(SPECIAL_TOKENS)
    present = bool(rng.random() < 0.75)
    gold = int(rng.integers(count))
    if present:
        words[gold, rng.integers(words.shape[1])] = asked
    numbers = np.arange(ID["s1"], ID["s1"] + count)[:, None]
    section = np.concatenate([numbers, words], 1).reshape(-1).tolist()
    prompt = [ID["section"], *section, ID["question"], asked, ID["select"]]
    reply = ID["s1"] + gold if present else ID["none"]
    return {"prompt": prompt, "response": [reply, END], "kind": "present" if present else "absent"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=2000, help="tokens of a section")
    parser.add_argument("--vocab", type=int, default=POCKET.shape.vocab)
    parser.add_argument("--count", type=int, help="endless without it")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    made = 0
    try:
        while args.count is None or made < args.count:
            sys.stdout.write(json.dumps(trace(rng, args.longest, args.vocab), separators=(",", ":")) + "\n")
            made += 1
    except BrokenPipeError:
        sys.stderr.close()  # the reader has had enough


if __name__ == "__main__":
    main()
