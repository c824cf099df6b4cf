"""Every number of a pocket run, in one place.

`POCKET` is what a run from random weights takes now; the stages of the shipped weights had others (docs/log.md). `TINY`
runs the same code on a CPU in a minute, as a test.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Shape:
    """A Qwen3 decoder: what llama.cpp and transformers run unchanged."""

    vocab: int = 16384          # small: at this width every 1k tokens cost half a million parameters
    width: int = 512
    layers: int = 9             # the most that stays under 32M parameters
    heads: int = 8              # query heads
    kv_heads: int = 2           # shared by four query heads each: a small KV cache
    head: int = 64
    ffn: int = 1280
    window: int = 4096
    theta: float = 50_000.0     # rotary base
    eps: float = 1e-6


@dataclass(frozen=True)
class Optim:
    """Muon for the hidden matrices, AdamW for embedding and norms; warm up, hold, decay to a floor."""

    lr: float = 2.5e-3          # for both: Muon's update is scaled to AdamW's RMS
    weight_decay: float = 0.05  # on the hidden matrices only
    momentum: float = 0.95
    betas: tuple[float, float] = (0.9, 0.95)
    warmup_steps: int = 50
    decay_part: float = 0.4     # the last part of the time budget in which the rate falls
    floor: float = 0.02         # of the rate, at the end
    clip: float = 1.0           # gradient norm


@dataclass(frozen=True)
class Language:
    """Stage 1: next-token prediction on books and encyclopedia paragraphs."""

    optim: Optim = field(default_factory=lambda: Optim(weight_decay=0.3))
    tokens: int = 2048          # of a row
    rows: int = 128             # of a step: 262,144 tokens
    wiki_every: int = 9         # one row in nine is wiki: 8M tokens next to 76M of books
    dropout: float = 0.0        # of what attention and SwiGLU add: at this size it costs more than it saves
    teacher_share: float = 0.6  # of the loss, against a larger model's distribution, where there is one
    pieces: int = 2             # of a step, one after the other: a larger model's activations, or two sets of logits, are large
    log_every: int = 100        # steps
    eval_rows: int = 64
    save_every: float = 240.0   # seconds


@dataclass(frozen=True)
class Read:
    """Stage 2: supervised reading on traces (a prompt, the reply of the oracle)."""

    optim: Optim = field(default_factory=lambda: Optim(lr=1e-3, warmup_steps=30, decay_part=0.5))
    tokens: int = 4096          # of a row; several examples share it, blind to each other
    rows: int = 64              # of a step: 262,144 tokens
    buffer: int = 96            # examples that first-fit packing chooses from, per producer
    loss_positions: int = 40960  # logits are computed at these only: replies, and a sample of the prompt
    prompt_part: float = 0.12   # share of prompt tokens in that sample
    prompt_weight: float = 0.1  # of such a token, next to 1.0 of a reply's
    reply_balance: float = 0.5  # a reply of n tokens weighs n ** (1 - this) in all
    dropout: float = 0.1        # of what attention and SwiGLU add: 83k questions, each asked many times
    teacher_share: float = 0.6  # of the loss, against another reader's distribution, where there is one
    teacher_kinds: str = ""     # of replies that it teaches, a pattern of their beginning; others are the oracle's alone
    hold_tokens: int = 4096     # of a row of traces on which the reader is to stay as it was, where there are any
    hold_rows: int = 16         # of a step
    hold_share: float = 10.0    # of how far it is from what it was there, next to what is to be learnt
    hold_prompt_weight: float = 0.1  # as prompt_weight: how likely a question is, which weighing asks, is to stay too
    log_every: float = 20.0     # seconds
    save_every: float = 240.0


@dataclass(frozen=True)
class Settings:
    shape: Shape = field(default_factory=Shape)
    language: Language = field(default_factory=Language)
    read: Read = field(default_factory=Read)
    seed: int = 1


POCKET = Settings()

# A larger model, which pocket learns the language from (`train_lm --teacher`), or reading (`train_read --teacher`): the same
# text teaches it more than it teaches 32M parameters, and in small trials half of that was passed on; it needs dropout. Half
# as many rows a step of reading: its activations would not fit.
TEACHER = Settings(
    shape=Shape(width=768, layers=12, heads=12, kv_heads=4, ffn=2048),
    language=Language(optim=Optim(lr=2e-3, weight_decay=0.5), dropout=0.1),
    read=Read(optim=Optim(lr=7e-4, warmup_steps=60, decay_part=0.5), rows=32, loss_positions=20480, dropout=0.15),
)

TINY = Settings(
    shape=Shape(vocab=512, width=64, layers=2, heads=2, kv_heads=1, head=32, ffn=128, window=256),
    language=Language(
        optim=Optim(lr=1e-2, warmup_steps=5), tokens=64, rows=12, dropout=0.1, log_every=10, eval_rows=8, save_every=5.0
    ),
    read=Read(
        optim=Optim(lr=1e-2, warmup_steps=5), tokens=128, rows=8, buffer=32, loss_positions=512, dropout=0.0,
        hold_tokens=128, hold_rows=4, log_every=2.0, save_every=5.0,
    ),
)

PARAMETER_LIMIT = 32_000_000  # of the shipped model


def override(settings: Settings, changes: list[str]) -> Settings:
    """`read.optim.lr=5e-4` and the like, from the command line. An unknown name is an error."""
    for change in changes:
        path, _, value = change.partition("=")
        settings = _replaced(settings, path.split("."), ast.literal_eval(value))
    return settings


def _replaced(block: Any, path: list[str], value: Any) -> Any:
    if not hasattr(block, path[0]):
        raise ValueError(f"no setting {path[0]!r} in {type(block).__name__}")
    inner = value if len(path) == 1 else _replaced(getattr(block, path[0]), path[1:], value)
    return replace(block, **{path[0]: inner})
