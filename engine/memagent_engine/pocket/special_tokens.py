"""The special tokens: ids from 0 in this order, part of the `pocket` profile, so never to be moved.

They mark the parts of a prompt and name its sentences. Document text can never produce them.
"""

from __future__ import annotations

SENTENCES, MEMORIES = 128, 32
SPECIAL_TOKENS: list[str] = [
    *(f"<|{name}|>" for name in (
        "pad", "end", "section", "memory", "question", "hints", "select", "write", "answer",
        "keep", "none", "exit", "text",
    )),
    *(f"<|s{i}|>" for i in range(1, SENTENCES + 1)),  # names of a chunk's sentences
    *(f"<|m{i}|>" for i in range(1, MEMORIES + 1)),   # names of the memory's sentences
]
PAD, END, NONE = 0, 1, SPECIAL_TOKENS.index("<|none|>")
