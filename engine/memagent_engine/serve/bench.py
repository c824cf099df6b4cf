"""How fast the engine is, on random weights of a known shape. One line of JSON for each figure.

    python -m memagent_engine.serve.bench                       # on a GPU: a 135M Llama, then pocket's shape
    python -m memagent_engine.serve.bench --only seam short     # on a GPU: what the server costs
    python -m memagent_engine.serve.bench --shape tiny          # a few seconds on a CPU
    python -m memagent_engine.serve.bench --short               # short conversations alone, on either

training       forward_backward and optim_step, lengths spread evenly between two bounds, in tokens a second
log memory     what log-probabilities of a long sequence need at their peak, with their gradient
sampling       new tokens a second with all slots in use, prompts included; decoding alone beside it
agreement      trainer against sampler: log-probabilities of the same tokens under the same weights
hand-over      from the trainer's weights to the sampler's, and to the first token from them
conversations  prompts a second with a few new tokens each, what `select` does; and the bare forward passes beside it
seam           a whole step (conversations, sparse gradient, optimizer, hand-over) over HTTP from another process, and without
short          conversations of 640 and about two tokens a second with 64 and 1,024 in flight, within and over HTTP, and the bare passes
"""

from __future__ import annotations

import argparse
import gc
import json
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from . import bench_seam, bench_short
from .attention import Segments
from .bench_shapes import SHAPES, random_base
from .engine import Engine, Settings
from .network import Network, view
from .sampler import Sampler
from .sequences import SamplingParams, Sequence
from .trainer import AdamParams, Trainer
from .weights import LoraConfig, Snapshot, Weights
from .wire import Datum

PARTS = ("training", "log memory", "sampling", "conversations", "seam", "short")
OF_SHAPE = {"llama-135m": PARTS[:3], "pocket": PARTS[3:], "tiny": PARTS[:5], "overhead": PARTS[5:]}


@dataclass(frozen=True)
class Sizes:
    data: int = 64                           # of a training step
    lengths: tuple[int, int] = (2000, 6000)  # of them
    logged: int = 8192                       # positions of the log memory
    slots: int = 256
    prompt: int = 1500
    new: int = 128
    conversations: int = 512
    section: int = 2000                      # prompt tokens of a conversation
    reply: int = 4
    repeat: int = 2
    turns: int = 5                           # of the seam, within and over HTTP


SMALL = Sizes(8, (128, 384), 512, 16, 128, 16, 16, 400, 4)


def say(what: str, **values: object) -> None:
    print(json.dumps({"bench": what, **{k: float(f"{v:.5g}") if isinstance(v, float) else v for k, v in values.items()}}), flush=True)


class Bench:
    def __init__(self, engine: Engine, sizes: Sizes, profile: Path | None) -> None:
        self.engine, self.sizes, self.profile = engine, sizes, profile
        self.spec, self.device = engine.base.spec, engine.network.device
        self.rng = np.random.default_rng(1)

    def sync(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def timed(self, what: str, work: Callable[[], object], brief: Callable[[], object] | None = None) -> float:
        """Seconds of the fastest run, after one to warm up; what the first took is said. `brief` is what is profiled."""
        took = []
        for _ in range(self.sizes.repeat + 1):
            self.sync()
            start = time.perf_counter()
            work()
            self.sync()
            took.append(time.perf_counter() - start)
        say(f"{what}: first run", seconds=took[0])
        if self.profile and brief:
            with torch.profiler.profile(activities=list(torch.profiler.supported_activities())) as seen:
                brief()
                self.sync()
            by = "self_cuda_time_total" if self.device.type == "cuda" else "self_cpu_time_total"
            with self.profile.open("a") as file:
                file.write(f"\n## {what}\n{seen.key_averages().table(sort_by=by, row_limit=22, max_name_column_width=70)}\n")
        return min(took[1:])

    def tokens(self, n: int) -> np.ndarray:
        return self.rng.integers(2, self.spec.vocab, n)

    def datum(self, tokens: np.ndarray, positions: np.ndarray, active: np.ndarray) -> Datum:
        weights = active.astype(np.float32)
        inputs = {"weights": weights, "advantages": weights * 0.1, "logprobs": np.full(len(weights), -9.0, np.float32)}
        return Datum(tokens[:-1], positions, tokens[1:][positions], inputs, (len(positions),))

    def trainer(self, rank: int) -> Trainer:
        base = self.engine.weights if rank else {n: t.to(self.device) for n, t in self.engine.base.state.items()}
        return Trainer(self.engine.network, Weights(self.spec, base, LoraConfig(rank, 1)), self.engine.limits)

    def training(self) -> None:
        low, high = self.sizes.lengths
        lengths = np.linspace(low, min(high, self.spec.window - 1), self.sizes.data).astype(int)
        for rank, kind in ((0, "a quarter"), (0, "four"), (32, "a quarter")):
            data = []
            for n in lengths:
                where = np.arange(n - 4, n) if kind == "four" else np.arange(n)
                data.append(self.datum(self.tokens(n + 1), where, where >= n - (4 if kind == "four" else n // 4)))
            trainer = self.trainer(rank)
            if self.device.type == "cuda":
                torch.cuda.reset_peak_memory_stats()

            def step(trainer: Trainer = trainer, data: list[Datum] = data) -> None:
                trainer.forward(data, "importance_sampling", {}, backward=True)
                trainer.step(AdamParams(learning_rate=1e-6))

            seconds = self.timed(f"training rank {rank}, {kind} of the tokens", step, lambda step=step, data=data: step(data=data[:8]))
            peak = torch.cuda.max_memory_allocated() / 2**30 if self.device.type == "cuda" else 0.0
            say("training", rank=rank, trained=kind, data=len(data), tokens=int(lengths.sum()), seconds=seconds,
                tokens_per_second=float(lengths.sum()) / seconds, peak_gib=peak)

    def log_memory(self) -> None:
        """Hidden states to log-probabilities and back, in the trainer's own chunks."""
        if self.device.type != "cuda":
            return say("log memory", note="measured on a GPU only")
        n, network = self.sizes.logged, self.engine.network
        weights = self.trainer(0).weights.view()
        hidden = torch.randn(n, self.spec.width, device=self.device, dtype=network.dtype)
        targets = torch.randint(self.spec.vocab, (n,), device=self.device)
        rows = self.engine.limits.logit_values // self.spec.vocab
        for _ in range(2):
            self.sync()
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
            before = torch.cuda.memory_allocated()
            for at in range(0, n, rows):
                network.logprobs(weights, hidden[at : at + rows].clone().requires_grad_(), targets[at : at + rows]).sum().backward()
            peak = torch.cuda.max_memory_allocated() - before
        whole = n * self.spec.vocab * 4
        say("log memory", positions=n, vocabulary=self.spec.vocab, peak_gib=peak / 2**30, of_all_logits_at_once_gib=whole / 2**30)

    def fill(self, sampler: Sampler, snapshot: Snapshot, count: int, prompt: int, new: int) -> list[Sequence]:
        made: list[Sequence] = []
        for i in range(count):
            sampler.add(Sequence(self.tokens(prompt), SamplingParams(new), i, snapshot, made.append))
        while sampler.busy:
            sampler.step()
        return made

    def sampling(self) -> None:
        z, trainer = self.sizes, self.trainer(0)
        snapshot = trainer.weights.snapshot(self.engine.network.dtype)
        sampler, made = Sampler(self.engine.network, self.engine.worker.sampler.limits), []
        with_one = self.timed("prefill", lambda: self.fill(sampler, snapshot, z.slots, z.prompt, 1))
        seconds = self.timed("sampling", lambda: made.__setitem__(slice(None), self.fill(sampler, snapshot, z.slots, z.prompt, z.new)),
                             lambda: self.fill(sampler, snapshot, z.slots, z.prompt, 9))
        say("sampling", sequences=z.slots, prompt=z.prompt, new=z.new, seconds=seconds, new_tokens_per_second=z.slots * z.new / seconds,
            prompt_tokens_per_second=z.slots * z.prompt / with_one,
            decoding_alone_tokens_per_second=z.slots * (z.new - 1) / (seconds - with_one))
        self.agreement(trainer, made[: max(4, z.slots // 8)])
        self.hand_over(trainer, sampler)

    def agreement(self, trainer: Trainer, made: list[Sequence]) -> None:
        """And how far each is from float32 arithmetic on the same weights: what two roundings of one number may differ by."""
        data = []
        for s in made:
            whole = np.concatenate([s.prompt, s.tokens])
            where = np.arange(len(s.prompt) - 1, len(whole) - 1)
            data.append(self.datum(whole, where, where >= 0))
        rounded = {n: t.detach().to(self.engine.network.dtype).float() for n, t in trainer.weights.trained.items()}
        exact = Trainer(Network(self.spec, self.device, torch.float32), Weights(self.spec, rounded, LoraConfig()), self.engine.limits)
        trained, precise = (
            np.concatenate([t.forward([d], "cross_entropy", {}, backward=False).logprobs[0] for d in data]) for t in (trainer, exact)
        )
        sampled = np.concatenate([s.logprobs for s in made])
        d = trained - sampled
        say("agreement", tokens=len(d), mean_abs_difference=float(np.abs(d).mean()), p99=float(np.quantile(np.abs(d), 0.99)),
            most=float(np.abs(d).max()), mean_ratio=float(np.exp(d).mean()), trainer_to_float32=float(np.abs(trained - precise).mean()),
            sampler_to_float32=float(np.abs(sampled - precise).mean()), spread_of_logprobs=float(np.std(sampled)))

    def hand_over(self, trainer: Trainer, sampler: Sampler) -> None:
        took, first = [], []
        for _ in range(4):
            self.sync()
            start = time.perf_counter()
            snapshot = trainer.weights.snapshot(self.engine.network.dtype)
            sampler.add(Sequence(self.tokens(16), SamplingParams(1), 1, snapshot, lambda s: None))
            with torch.inference_mode():
                sampler._use(snapshot)
            self.sync()
            took.append(time.perf_counter() - start)
            while sampler.busy:
                sampler.step()
            first.append(time.perf_counter() - start)
        say("hand-over", seconds=min(took), to_the_first_token=min(first))

    def bare(self, count: int, prompt: int) -> float:
        """The same forward passes and nothing else: prompts in full batches, the last logits, the greatest."""
        network, weights = self.engine.network, view(self.spec, self.engine.weights)
        rows = max(1, self.engine.worker.sampler.limits.prefill_tokens // prompt)

        @torch.inference_mode()
        def passes() -> None:
            for at in range(0, count, rows):
                n = min(rows, count - at)
                ids = torch.randint(2, self.spec.vocab, (n * prompt,), device=self.device)
                segments = Segments([prompt] * n, self.device)
                network.logits(weights, network.hidden(weights, ids, segments)[segments.last]).argmax(-1)

        return self.timed("bare passes", passes)

    def conversations(self) -> None:
        z, sampler = self.sizes, Sampler(self.engine.network, self.engine.worker.sampler.limits)
        bare = self.bare(z.conversations, z.section)
        ours = self.timed("conversations", lambda: self.fill(sampler, self.engine.base_snapshot, z.conversations, z.section, z.reply),
                          lambda: self.fill(sampler, self.engine.base_snapshot, 64, z.section, z.reply))
        say("conversations", count=z.conversations, prompt=z.section, new=z.reply, per_second=z.conversations / ours,
            bare_per_second=z.conversations / bare, of_bare=bare / ours)

    def seam(self) -> None:
        bench_seam.compare(self, say)

    def short(self) -> None:
        self.engine.worker.sampler.fail()  # nothing is in flight: it forgets the room that longer prompts took
        bench_short.compare(self, say, bench_short.Short() if self.device.type == "cuda" else bench_short.TINY)


def part(name: str, work: Callable[[], None]) -> None:
    """One figure's failure costs no other."""
    try:
        work()
    except Exception as error:
        say(name, error=f"{type(error).__name__}: {str(error)[:300]}")
        traceback.print_exc()
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", choices=list(SHAPES), help="the Llama and pocket otherwise")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--compile", action=argparse.BooleanOptionalAction, help="on a GPU otherwise")
    parser.add_argument("--micro-tokens", type=int, default=0)
    parser.add_argument("--only", nargs="+", choices=PARTS, help="these parts; each with its own shape unless one is given")
    parser.add_argument("--short", action="store_true", help="short conversations alone: pocket's shape on a GPU, next to none on a CPU")
    parser.add_argument("--small", action="store_true", help="small sizes, as on a CPU")
    parser.add_argument("--profile", type=Path, help="a file for the costliest kernels of each part")
    parser.add_argument("--threads", type=int, default=1, help="of the CPU: figures of one are the steadiest")
    args = parser.parse_args()
    if args.device == "cpu":
        torch.set_num_threads(args.threads)
    if args.short:
        args.only, args.shape = ["short"], args.shape or ("pocket" if args.device == "cuda" else "overhead")
    shapes = [args.shape] if args.shape else ["llama-135m", "pocket"]
    sizes = SMALL if args.small or args.device == "cpu" else Sizes()
    wanted = {shape: [p for p in args.only or OF_SHAPE[shape] if args.shape or p in OF_SHAPE[shape]] for shape in shapes}
    for shape, parts in wanted.items():
        if not parts:
            continue
        with tempfile.TemporaryDirectory() as aside:
            engine = Engine(random_base(shape), Path(aside), Settings(args.device, args.compile, micro_tokens=args.micro_tokens))
            say("engine", shape=shape, device=torch.cuda.get_device_name() if args.device == "cuda" else "cpu", torch=torch.__version__,
                parameters=sum(t.numel() for t in engine.weights.values()))
            bench = Bench(engine, sizes, args.profile)
            for name in parts:
                part(name, getattr(bench, name.replace(" ", "_")))


if __name__ == "__main__":
    main()
