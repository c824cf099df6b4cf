"""Stage 2: the reading skill, supervised by traces.

    python -m memagent_engine.pocket.train_read --init DIR --out OUT --seconds 560 \\
        --producers 14 --producer-command "npx memagent traces --tokenizer tokenizer.json --seed {seed}" \\
        [--eval held-out.jsonl]

With `--big` a larger reader, from a larger language model; with `--teacher BIG` pocket learns from such a one too. With
the weights of `--init` as the teacher, of some kinds of replies alone (`read.teacher_kinds`), those stay nearer to what
they were.
With `--hold-command "…"` a second stream of traces says where the reader is to stay as it was: their loss is how far it is
from what `--init` says there, whatever their replies are. So little can be taught without the rest being lost.
`--traces file.jsonl` instead of a command reads a file round and round. `--seconds` is the whole run. `--bfloat16`
computes so on a CPU too: on one that has the instructions a step takes less than half as long.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from . import checkpoint
from .attention import document_mask
from .model import Pocket, teacher_of
from .optim import Clock, make_optimizers, schedule, set_rate, step_all
from .packing import LEFT_OVER, Batch, make_batch, pack, take_rows
from .scores import ExactMatch
from .settings import POCKET, TEACHER, TINY, Settings, override
from .traces import TraceStream, examples_in_file


class Reader:
    """A model and its compiled loss on batches of packed examples, `share` of it a teacher's where there is one."""

    def __init__(
        self, model: Pocket, device: str, teacher: Pocket | None = None, share: float = 0.0, bfloat16: bool = False
    ) -> None:
        self.device = device
        self.cuda = device == "cuda"
        self.bfloat16 = bfloat16 or self.cuda

        def loss(taught: Tensor, *batch: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            return model.sparse_loss(*batch, teacher=teacher, share=share * taught)

        self.loss = torch.compile(loss) if self.bfloat16 else loss

    def to_device(self, array: np.ndarray) -> Tensor:
        tensor = torch.from_numpy(array)
        return tensor.pin_memory().to(self.device, non_blocking=True) if self.cuda else tensor

    def __call__(self, batch: Batch, dropout: float = 0.0) -> tuple[Tensor, Tensor, Tensor]:
        """The loss to minimise; per trained position its own loss, and whether greedy choice is right."""
        mask = document_mask(self.to_device(batch.documents), self.to_device(batch.branches))
        taught, ids, positions, where, targets, weights = map(
            self.to_device, (batch.taught, batch.ids, batch.positions, batch.where, batch.targets, batch.weights)
        )
        # Without any a CPU need not draw a number for every activation; on CUDA it is one compiled graph for both.
        part = torch.tensor(dropout, device=self.device) if dropout or self.cuda else None
        with torch.autocast(self.device, torch.bfloat16, enabled=self.bfloat16):
            return self.loss(taught, ids, positions, mask, where, targets, weights, part)


class Arrival:
    """Results on their way off the device: asked for at once, looked at a step later, so that nobody waits."""

    def __init__(self, batch: Batch, losses: Tensor, right: Tensor) -> None:
        self.batch, cuda = batch, losses.is_cuda
        self.losses, self.right = (
            torch.empty(t.shape, dtype=t.dtype, pin_memory=cuda).copy_(t, non_blocking=cuda) for t in (losses, right)
        )
        self.event = torch.cuda.Event() if cuda else None
        if self.event:
            self.event.record()

    def replies(self) -> tuple[float, np.ndarray]:
        """Mean loss of the replies' tokens, and which of them are right."""
        if self.event:
            self.event.synchronize()
        n = self.batch.replies
        return float(self.losses[:n].mean()), self.right[:n].numpy()


def evaluate(reader: Reader, path: Path, s: Settings) -> ExactMatch:
    """Teacher-forced greedy exact match. With the training graph and shapes, so nothing compiles anew."""
    score = ExactMatch()
    rows = list(pack(examples_in_file(path), s.read))
    while rows:
        batch = make_batch(take_rows(rows, s.read), s.read)
        _, _, right = reader(batch)
        score.add(batch.kinds, right[: batch.replies].cpu().numpy())
    return score


def train(
    s: Settings, stream: Iterable[Batch], out: Path, seconds: float, device: str, init: Path | None = None,
    evaluation: Path | None = None, max_steps: int | None = None, teacher: Path | None = None,
    hold: Iterable[Batch] | None = None, bfloat16: bool = False,
) -> dict[str, dict[str, float]]:
    R = s.read
    clock = Clock(seconds, reserve=min(35.0 if evaluation else 15.0, 0.2 * seconds))
    journal, stop = checkpoint.Journal(out), checkpoint.Interruption()
    torch.manual_seed(s.seed)
    torch.set_float32_matmul_precision("high")
    model = Pocket(s.shape).to(device)
    if init:
        model.load_state_dict(checkpoint.load(init))
    larger = teacher_of(checkpoint.load(teacher), s.shape).to(device) if teacher else None
    reader = Reader(model, device, larger, R.teacher_share, bfloat16)
    if hold:
        holder = Reader(model, device, teacher_of(model.state_dict(), s.shape).to(device), 1.0, bfloat16)
        held = iter(hold)
    optimizers = make_optimizers(model, R.optim)
    journal.write("start", parameters=model.parameter_count(), device=device, init=bool(init))

    score, all_time = ExactMatch(), ExactMatch()
    away, held_steps = 0.0, 0  # since the last line of the log
    arrivals: deque[Arrival] = deque()
    step, waited, reply_loss, last_log, last_save, first = 0, 0.0, 0.0, clock.elapsed(), clock.elapsed(), 0.0
    batches = iter(stream)
    while True:
        before = time.monotonic()
        batch = next(batches)
        waited += time.monotonic() - before if step else 0.0
        rate = schedule(R.optim, step, clock.progress())
        set_rate(optimizers, rate)
        loss, losses, right = reader(batch, R.dropout)
        arrivals.append(Arrival(batch, losses, right))
        loss.backward()
        if hold:
            own, _, _ = holder(next(held))
            (R.hold_share * own).backward()
            away, held_steps = away + own.item(), held_steps + 1
        norm = step_all(optimizers, model, R.optim.clip)
        step += 1
        if step == 1:
            journal.write("first step", loss=loss.item())
            clock.training_begins()
            first = last_log = clock.elapsed()
        if len(arrivals) > 1:
            past = arrivals.popleft()
            reply_loss, was_right = past.replies()
            score.add(past.batch.kinds, was_right)
            all_time.add(past.batch.kinds, was_right)
        if clock.elapsed() - last_log > R.log_every:
            spent, tokens = clock.elapsed() - first, (step - 1) * R.rows * R.tokens
            journal.write("train", step=step, loss=loss.item(), reply_loss=reply_loss, rate=rate, norm=norm.item(),
                          **({"away": away / held_steps} if hold else {}), tokens_per_second=tokens / spent,
                          waiting=waited / spent, examples=sum(all_time.n.values()),
                          full=float((batch.documents != LEFT_OVER).mean()), exact=score.shares())
            score, last_log, away, held_steps = ExactMatch(), clock.elapsed(), 0.0, 0
        if clock.elapsed() - last_save > R.save_every:
            checkpoint.save(model, out)
            last_save = clock.elapsed()
        if stop.wanted or clock.over() or (max_steps and step >= max_steps):
            break

    checkpoint.save(model, out)  # before the evaluation: nothing may cost the weights
    report = evaluate(reader, evaluation, s).report() if evaluation and not stop.wanted else {}
    journal.write("done", steps=step, tokens=step * R.rows * R.tokens, examples=dict(all_time.n), evaluation=report)
    for kind, row in report.items():
        print(f"  {kind:30s} {100 * row['exact']:6.2f} %  [{100 * row['low']:.2f}, {100 * row['high']:.2f}]  n={row['n']}")
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--init", type=Path, help="weights to start from: a GGUF, a safetensors file or a folder of them")
    parser.add_argument("--teacher", type=Path, help="weights of another reader to learn from: a larger one, or those of --init")
    parser.add_argument("--big", action="store_true", help="the settings of such a reader")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--producer-command", help="prints traces; {seed} is filled in")
    source.add_argument("--traces", type=Path, help="a file of traces, read round and round")
    parser.add_argument("--hold-command", help="prints traces on which the reader is to stay as --init is; {seed} is filled in")
    parser.add_argument("--producers", type=int, default=1, help="how many run side by side")
    parser.add_argument("--seed", type=int, default=1, help="of the first producer; give each stage its own range")
    parser.add_argument("--eval", type=Path, help="traces to evaluate on at the end")
    parser.add_argument("--tiny", action="store_true", help="the test's settings")
    parser.add_argument("--bfloat16", action="store_true", help="on a CPU too")
    parser.add_argument("--set", action="append", default=[], metavar="read.prompt_weight=0.01", help="another setting")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    s = override(TINY if args.tiny else TEACHER if args.big else POCKET, args.set)
    if args.hold_command and not args.init:
        parser.error("--hold-command holds a reader where --init is: name it too")
    streams = [TraceStream(args.producer_command or f"file:{args.traces}", args.producers, args.seed, s.read)]
    if args.hold_command:
        holding = replace(s.read, tokens=s.read.hold_tokens, rows=s.read.hold_rows, prompt_weight=s.read.hold_prompt_weight)
        streams.append(TraceStream(args.hold_command, 1, args.seed, holding))
    try:
        train(s, streams[0], args.out, args.seconds, args.device, args.init, args.eval, teacher=args.teacher,
              hold=streams[1] if args.hold_command else None, bfloat16=args.bfloat16)
    finally:
        for stream in streams:
            stream.close()


if __name__ == "__main__":
    main()
