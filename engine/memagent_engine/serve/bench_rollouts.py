"""The load of reinforcement learning under `select`: `python -m memagent_engine.serve.bench --rollouts`.

Groups of eight trajectories read the same chunks one after another: a prompt is a section that all of a group share and
a few tokens after it, equal in most groups and different in some; a reply has about three tokens. Within the process, and
over HTTP from several that gather what they ask for up to 2 ms, as our client does; once with clients that ask
anew at once, which is what the engine can do, and once with clients that take their time between two chunks:
their prompts trickle in, and what counts is how soon they are answered. Each with and without gathering.

Run as a program this is a client: it says that it is ready, and prints one line of JSON for each that it reads.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from . import bench_seam, bench_short, frames

if TYPE_CHECKING:
    from .bench import Bench

MEMBERS = 8   # trajectories of a group
TAILS = 3     # that a group has where it differs
OFTEN = 0.25  # of the prompts, it does
MOST = 256    # prompts of a request
WAIT = 0.002   # seconds that a client gathers
GATHER = 0.004  # seconds that the engine does, in every second line
NEXT = tuple[int, int, int]  # group, member, round


@dataclass(frozen=True)
class Rollouts:
    groups: int = 128
    rounds: int = 6       # chunks of a trajectory
    section: int = 560    # tokens that a group shares
    tail: int = 50        # and those after them
    most: int = 16        # new ones
    clients: int = 4
    think: float = 0.15   # seconds between an answer and the next question, in the mean
    warm: int = 2         # runs before those that count
    repeat: int = 2
    ends: int = 48        # as in `short`
    likelier: float = 2.7


TINY = Rollouts(groups=32, rounds=4, section=56, tail=8, clients=2, think=0.02, warm=1, ends=112, likelier=1)


class Texts:
    """What all groups read, by their numbers alone: a client makes that of its own."""

    def __init__(self, z: Rollouts, vocab: int, groups: range) -> None:
        self.z, self.prompts, self.pause = z, {}, {}
        for g in groups:
            for r in range(z.rounds):
                rng = np.random.default_rng((7, g, r))
                section, *tails = (rng.integers(z.ends, vocab, n, dtype=np.int32) for n in (z.section, *[z.tail] * TAILS))
                whole = [np.concatenate([section, tail]) for tail in tails]
                which = rng.integers(0, TAILS, MEMBERS) if rng.random() < OFTEN else np.zeros(MEMBERS, int)
                self.pause[g, r] = rng.uniform(0.5, 1.5)
                for m in range(MEMBERS):
                    self.prompts[g, m, r] = whole[which[m]]
        self.first = [(g, m, 0) for g in groups for m in range(MEMBERS)]

    def after(self, at: NEXT) -> NEXT | None:
        g, m, r = at
        return (g, m, r + 1) if r + 1 < self.z.rounds else None


def seed(at: NEXT) -> int:
    return (at[0] * MEMBERS + at[1]) * 4096 + at[2]


def within(bench: Bench, texts: Texts) -> tuple[float, int]:
    """Seconds, and tokens made."""
    from .sequences import SamplingParams, Sequence

    sampler, z, tokens = bench.engine.worker.sampler, texts.z, 0
    params = SamplingParams(z.most, stop_ids=frozenset(range(z.ends)))

    def add(at: NEXT) -> None:
        def done(sequence: Sequence) -> None:
            nonlocal tokens
            tokens += len(sequence.tokens)
            if (following := texts.after(at)) is not None:
                add(following)

        sampler.add(Sequence(texts.prompts[at], params, seed(at), bench.engine.base_snapshot, done))

    bench.sync()
    start = time.perf_counter()
    for at in texts.first:
        add(at)
    while sampler.busy:
        sampler.step()
    return time.perf_counter() - start, tokens


def compare(bench: Bench, say: Callable[..., None], z: Rollouts) -> None:
    bench_short.shorten(bench, z.ends, z.likelier)
    worker, count = bench.engine.worker, z.groups * MEMBERS * z.rounds
    sampler = worker.sampler
    parts = [range(i * z.groups // z.clients, (i + 1) * z.groups // z.clients) for i in range(z.clients)]
    clients = [bench_seam.started(__spec__.name) for _ in parts]
    ends: list[Callable[[], None]] = []

    def inside() -> dict[str, float]:
        seconds, tokens = within(bench, texts)
        return {"seconds": seconds, "new": tokens / count, "sampling": seconds}

    def over(think: float) -> dict[str, float]:
        before = worker.busy.seconds()["sampling"]
        for client in clients:
            bench_seam.send(client, {"think": think})
        got = [bench_seam.answer(client) for client in clients]
        return {
            "seconds": max(c["end"] for c in got) - min(c["begin"] for c in got), "new": sum(c["tokens"] for c in got) / count,
            "latency_ms": 1e3 * float(np.mean([c["latency"] for c in got])), "latency_p95_ms": 1e3 * max(c["p95"] for c in got),
            "requests": sum(c["requests"] for c in got), "sampling": worker.busy.seconds()["sampling"] - before,
        }

    def measure(kind: str, run: Callable[[], dict[str, float]]) -> None:
        """In turns, so that what the machine does beside hits both; the fastest of each."""
        best: dict[float, dict] = {}
        for turn in range(z.warm + z.repeat):
            for gather in (0.0, GATHER):
                sampler.gather = gather
                before = asdict(sampler.counted)
                found = run()
                found["counted"] = {k: v - before[k] for k, v in asdict(sampler.counted).items()}
                if turn >= z.warm and found["seconds"] < best.get(gather, found)["seconds"] + 1e-9:
                    best[gather] = found
        for gather, found in best.items():
            say(kind, gather_ms=1e3 * gather, **figures(found, count))

    before = sampler.gather
    try:
        for client, part in zip(clients, parts, strict=True):
            client.stdout.readline()
            bench_seam.send(client, {"vocab": bench.spec.vocab, "model": bench.engine.base.name, "from": part.start, "to": part.stop, "z": asdict(z)})
        texts = Texts(z, bench.spec.vocab, range(z.groups))
        measure("rollouts within", inside)
        url, stop = bench_seam.serve(bench.engine)
        ends.append(stop)
        for client in clients:
            bench_seam.ask(client, {"url": url})
        measure("rollouts over HTTP", lambda: over(0.0))
        measure("rollouts that trickle in", lambda: over(z.think))
    finally:
        sampler.gather = before
        for client in clients:
            client.kill()
        for end in ends:
            end()


def figures(found: dict, count: int) -> dict[str, float]:
    """`ms_each` is what the device's thread worked for a conversation: `host_ms_each` of its own, the rest waiting for the device."""
    c, steps = found["counted"], max(1, found["counted"]["steps"])
    said = {k: found[k] for k in ("new", "latency_ms", "latency_p95_ms", "requests") if k in found}
    return {
        "conversations": count, "per_second": count / found["seconds"], "ms_each": 1e3 * found["sampling"] / count,
        "host_ms_each": 1e3 * (found["sampling"] - c["waited"]) / count, "waited_ms_each": 1e3 * c["waited"] / count,
        "at_work": found["sampling"] / found["seconds"], **said, "steps": c["steps"], "passes": c["passes"],
        "admissions": c["admissions"], "captured": c["captured"], "admitted": count / max(1, c["admissions"]),
        "ms_a_step": 1e3 * found["sampling"] / steps, "sequences_a_step": c["step_sequences"] / steps,
        "waiting_a_step": c["step_waiting"] / steps, "slots_a_step": c["step_slots"] / steps,
        "computed_a_pass": c["pass_tokens"] / max(1, c["passes"]), "computed_each": c["pass_tokens"] / count,
        "shared": c["shared_tokens"] / c["prompt_tokens"],
    }


class Load:
    """The trajectories of some groups. Those that are ready within WAIT ask in one request; at once where none is under way."""

    def __init__(self, url: str, model: str, texts: Texts, think: float) -> None:
        self.url, self.texts, self.think = f"http://{url}/api/v1/memagent/sample_batch", texts, think
        self.header = {"base_model": model, "sampling_params": {"max_tokens": texts.z.most, "stop": list(range(texts.z.ends))}, "parts": True}
        self.ready: list[tuple[NEXT, float]] = []
        self.left, self.under_way, self.tokens, self.requests = len(texts.first), 0, 0, 0
        self.latencies: list[float] = []
        self.tasks: set[asyncio.Task] = set()

    async def run(self) -> dict[str, float]:
        import aiohttp

        self.loop = asyncio.get_running_loop()
        self.over = self.loop.create_future()
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), read_bufsize=2**20) as self.session:
            begin = time.monotonic()
            for at in self.texts.first:
                self.later(at)
            await self.over
            end = time.monotonic()
            await asyncio.gather(*self.tasks)
        return {
            "begin": begin, "end": end, "tokens": self.tokens, "requests": self.requests,
            "latency": float(np.mean(self.latencies)), "p95": float(np.quantile(self.latencies, 0.95)),
        }

    def later(self, at: NEXT) -> None:
        if self.think:
            self.loop.call_later(self.think * self.texts.pause[at[0], at[2]], self.ask, at)
        else:
            self.ask(at)

    def ask(self, at: NEXT) -> None:
        if not self.ready:
            self.timer = self.loop.call_later(WAIT, self.flush) if self.under_way else self.loop.call_soon(self.flush)
        self.ready.append((at, time.monotonic()))
        if len(self.ready) == MOST:
            self.timer.cancel()
            self.flush()

    def flush(self) -> None:
        asked, self.ready = self.ready, []
        self.under_way += 1
        self.requests += 1
        task = self.loop.create_task(self.send(asked))
        self.tasks.add(task)
        task.add_done_callback(self.sent)

    def sent(self, task: asyncio.Task) -> None:
        self.under_way -= 1
        self.tasks.discard(task)
        if task.exception() is not None and not self.over.done():
            self.over.set_exception(task.exception())

    async def send(self, asked: list[tuple[NEXT, float]]) -> None:
        body = frames.write_request({**self.header, "seeds": [seed(at) for at, _ in asked]}, [self.texts.prompts[at] for at, _ in asked])
        async with self.session.post(self.url, data=body) as response:
            if response.status != 200:
                raise RuntimeError((await response.read())[:300].decode())
            rest = b""
            async for piece in response.content.iter_any():
                parts, rest = frames.read_parts(rest + piece)
                for header, made in parts:
                    for i, (tokens, _, _) in zip(header["of"], made, strict=True):
                        self.answered(*asked[i], len(tokens))

    def answered(self, at: NEXT, since: float, tokens: int) -> None:
        self.latencies.append(time.monotonic() - since)
        self.tokens += tokens
        following = self.texts.after(at)
        if following is not None:
            return self.later(following)
        self.left -= 1
        if self.left == 0:
            self.over.set_result(None)


def main() -> None:
    print("ready", flush=True)
    said = json.loads(sys.stdin.readline())
    texts = Texts(Rollouts(**said["z"]), said["vocab"], range(said["from"], said["to"]))
    url = json.loads(sys.stdin.readline())["url"]
    print("{}", flush=True)
    for line in sys.stdin:
        print(json.dumps(asyncio.run(Load(url, said["model"], texts, json.loads(line)["think"]).run())), flush=True)


if __name__ == "__main__":
    main()
