"""Stage 1: a language model from random weights, in a slot of fixed length.

    python -m memagent_engine.pocket.train_lm --data CORPUS --out OUT --seconds 560
    python -m memagent_engine.pocket.train_lm --data CORPUS --out BIG --seconds 1600 --big     a larger one, and then
    python -m memagent_engine.pocket.train_lm --data CORPUS --out OUT --seconds 900 --teacher BIG

`--seconds` is the whole run: loading, compiling, training, evaluation and the last save.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from . import checkpoint
from .model import Pocket, teacher_of
from .optim import Clock, make_optimizers, schedule, set_rate, step_all
from .settings import POCKET, TEACHER, TINY, Language, Settings, override
from .shards import load_shards


def batches(books: Tensor, wiki: Tensor, s: Language, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Random windows of both streams, which lie whole on the device: no loader to wait for."""
    generator = torch.Generator(books.device).manual_seed(seed)
    reach = torch.arange(s.tokens + 1, device=books.device)
    wiki_rows = s.rows // s.wiki_every

    def windows(stream: Tensor, rows: int) -> Tensor:
        starts = torch.randint(len(stream) - s.tokens, (rows, 1), device=stream.device, generator=generator)
        return stream[starts + reach].long()

    while True:
        rows = torch.cat([windows(books, s.rows - wiki_rows), windows(wiki, wiki_rows)])
        yield rows[:, :-1].contiguous(), rows[:, 1:].contiguous()


@torch.no_grad()
def validation_loss(model: Pocket, ids: np.ndarray, s: Language, device: str) -> float:
    """Nats per token over non-overlapping rows. Not compiled: another shape would compile again."""
    rows = min(s.eval_rows, (len(ids) - 1) // s.tokens)
    x = torch.from_numpy(ids[: rows * s.tokens + 1].astype(np.int64)).to(device)
    inputs, targets = x[:-1].view(rows, -1), x[1:].view(rows, -1)
    losses = [model.language_loss(i, t) for i, t in zip(inputs.split(8), targets.split(8), strict=True)]
    return float(np.average([loss.item() for loss in losses], weights=[len(i) for i in inputs.split(8)]))


def evaluate(model: Pocket, data: Path, s: Settings, device: str) -> dict[str, float]:
    facts: dict[str, dict] = {}
    for path in data.rglob("corpus.json"):
        facts = json.loads(path.read_text())
    result: dict[str, float] = {}
    for name in ("books", "wiki"):
        try:
            ids = load_shards(data, f"{name}-val")
        except FileNotFoundError:
            continue
        nats = validation_loss(model, ids, s.language, device)
        result[f"{name}_nats_per_token"] = nats
        if f"{name}-val" in facts:
            tokens_per_character = facts[f"{name}-val"]["tokens"] / facts[f"{name}-val"]["characters"]
            result[f"{name}_bits_per_character"] = nats * tokens_per_character / math.log(2)
    return result


def train(
    s: Settings, data: Path, out: Path, seconds: float, device: str, init: Path | None = None,
    max_steps: int | None = None, teacher: Path | None = None,
) -> dict[str, float]:
    cuda = device == "cuda"
    clock = Clock(seconds, reserve=min(25.0, 0.2 * seconds))
    journal, stop = checkpoint.Journal(out), checkpoint.Interruption()
    torch.manual_seed(s.seed)
    torch.set_float32_matmul_precision("high")
    model = Pocket(s.shape).to(device)
    if init:
        model.load_state_dict(checkpoint.load(init))
    books, wiki = (torch.from_numpy(load_shards(data, f"{n}-train").astype(np.int32)).to(device) for n in ("books", "wiki"))
    journal.write("start", parameters=model.parameter_count(), books=len(books), wiki=len(wiki), device=device)

    L = s.language
    optimizers = make_optimizers(model, L.optim)
    plain = model.language_loss
    if teacher:
        larger = teacher_of(checkpoint.load(teacher), s.shape).to(device)

        def plain(ids: Tensor, targets: Tensor, dropout: Tensor) -> Tensor:
            return model.taught_loss(larger, L.teacher_share, ids, targets, dropout)

    loss_of = torch.compile(plain) if cuda else plain
    autocast = torch.autocast(device, torch.bfloat16, enabled=cuda)
    dropout = torch.tensor(L.dropout, device=device)
    step, smooth, last_save = 0, None, clock.elapsed()
    for inputs, targets in batches(books, wiki, L, s.seed):
        rate = schedule(L.optim, step, clock.progress())
        set_rate(optimizers, rate)
        loss = torch.zeros((), device=device)
        for i, t in zip(inputs.chunk(L.pieces), targets.chunk(L.pieces), strict=True):
            with autocast:
                piece = loss_of(i, t, dropout) * (len(i) / len(inputs))
            piece.backward()
            loss += piece.detach()
        norm = step_all(optimizers, model, L.optim.clip)
        step += 1
        smooth = loss if smooth is None else smooth.lerp(loss, 0.05)
        if step == 1:
            journal.write("first step", loss=loss.item())  # .item() also waits for the compiler
            clock.training_begins()
            first = clock.elapsed()
        elif step % L.log_every == 0:
            tokens = (step - 1) * inputs.numel()
            value = smooth.item()
            journal.write("train", step=step, loss=value, rate=rate, norm=norm.item(), tokens=tokens,
                          tokens_per_second=tokens / (clock.elapsed() - first))
        if step % 8 == 0 and cuda:
            torch.cuda.synchronize()  # keep the clock honest: launches run ahead of the device
        if clock.elapsed() - last_save > L.save_every:
            checkpoint.save(model, out)
            last_save = clock.elapsed()
        if stop.wanted or clock.over() or (max_steps and step >= max_steps):
            break

    checkpoint.save(model, out)  # before the evaluation: nothing may cost the weights
    with autocast:
        result = evaluate(model, data, s, device)
        for name, stream in (("books", books), ("wiki", wiki)):  # next to validation: how much is learnt by heart
            result[f"{name}_seen_nats_per_token"] = validation_loss(model, stream[:200_000].cpu().numpy(), L, device)
    journal.write("done", steps=step, loss=smooth.item(), tokens=step * inputs.numel(), **result)
    return {"loss": smooth.item(), **result}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of shards")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--init", type=Path, help="weights to start from: a safetensors file or a folder of them")
    parser.add_argument("--teacher", type=Path, help="weights of a larger model to learn from")
    parser.add_argument("--big", action="store_true", help="the settings of such a model")
    parser.add_argument("--tiny", action="store_true", help="the test's settings")
    parser.add_argument("--set", action="append", default=[], metavar="language.optim.lr=1e-3", help="another setting")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    s = override(TINY if args.tiny else TEACHER if args.big else POCKET, args.set)
    train(s, args.data, args.out, args.seconds, args.device, args.init, teacher=args.teacher)


if __name__ == "__main__":
    main()
