"""Short conversations, where what each costs beside its arithmetic decides: `python -m memagent_engine.serve.bench --short`.

Prompts of 640 tokens (64 on a CPU) and replies of about two, whose lengths differ, so many in flight at any time:
within the process, then over HTTP from another that asks anew as soon as it is answered. Beside them the bare forward
passes over as many prompts in full batches. Run as a program this is the client: it says that it is ready, and prints
one line of JSON for each that it reads.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from . import bench_seam, frames

if TYPE_CHECKING:
    from .bench import Bench

WAIT = 0.002  # seconds


@dataclass(frozen=True)
class Short:
    prompt: int = 640
    most: int = 16                           # new tokens
    in_flight: tuple[int, ...] = (64, 1024)
    rounds: int = 8                          # conversations = rounds x in flight, or
    least: int = 4096                        # so many
    batch: int = 64                          # of a request at most
    ends: int = 48                           # token ids that end a reply; their rows of the embedding are
    likelier: float = 2.7                    # so much longer, so that replies have about two tokens


TINY = Short(prompt=64, rounds=2, least=1024, ends=112, likelier=1)


def total(z: Short, in_flight: int) -> int:
    return max(z.least, z.rounds * in_flight)


def within(bench: Bench, z: Short, in_flight: int, prompts: list[np.ndarray], captured: bool = True) -> tuple[float, int]:
    """Seconds, and tokens made: another sequence for each that is done; with or without captured passes over prompts."""
    from .sampler import Sampler
    from .sequences import SamplingParams, Sequence

    sampler, params = Sampler(bench.engine.network, bench.engine.worker.sampler.limits), SamplingParams(z.most, stop_ids=frozenset(range(z.ends)))
    tokens = 0
    if not captured:
        sampler.capturable = 0

    def run(count: int) -> None:
        nonlocal tokens
        tokens, left = 0, count

        def add() -> None:
            nonlocal left
            left -= 1
            sampler.add(Sequence(prompts[left % len(prompts)], params, left, bench.engine.base_snapshot, done))

        def done(sequence: Sequence) -> None:
            nonlocal tokens
            tokens += len(sequence.tokens)
            if left > 0:
                add()

        for _ in range(min(in_flight, count)):
            add()
        while sampler.busy:
            sampler.step()

    count = total(z, in_flight)
    run(max(2 * in_flight, count // 2))  # warm, captured steps included
    took = []
    for _ in range(bench.sizes.repeat):
        bench.sync()
        start = time.perf_counter()
        run(count)
        took.append(time.perf_counter() - start)
    return min(took), tokens


def compare(bench: Bench, say: Callable[..., None], z: Short) -> None:
    embed = bench.engine.weights["model.embed_tokens.weight"]
    embed[: z.ends] *= z.likelier
    prompts = [bench.rng.integers(z.ends, bench.spec.vocab, z.prompt) for _ in range(max(z.in_flight))]
    bare = bench.bare(max(z.in_flight), z.prompt) / max(z.in_flight)
    ends: list[Callable[[], None]] = []
    client = bench_seam.started(__spec__.name)
    try:
        client.stdout.readline()
        found = {n: within(bench, z, n, prompts) for n in z.in_flight}
        if bench.device.type == "cuda":
            count = total(z, z.in_flight[0])
            say("short conversations without captured passes", in_flight=z.in_flight[0],
                per_second=count / within(bench, z, z.in_flight[0], prompts, captured=False)[0])
        url, stop = bench_seam.serve(bench.engine)
        ends.append(stop)
        for n, (seconds, tokens) in found.items():
            count = total(z, n)
            asked = {"url": url, "model": bench.engine.base.name, "vocab": bench.spec.vocab, "prompt": z.prompt, "most": z.most,
                     "in_flight": n, "count": count, "batch": z.batch, "ends": z.ends, "repeat": bench.sizes.repeat}
            over = bench_seam.ask(client, asked)
            say("short conversations", in_flight=n, prompt=z.prompt, new=tokens / count, per_second=count / seconds, bare_per_second=1 / bare,
                of_bare=bare * count / seconds, ms_each=1e3 * seconds / count, ms_beyond_bare=1e3 * (seconds / count - bare),
                http_per_second=count / over["seconds"], http_ms_each=1e3 * over["seconds"] / count, http_requests=over["requests"])
    finally:
        client.kill()
        for end in ends:
            end()


class Load:
    """So many conversations, so many in flight. Those answered within WAIT ask anew in one request, as our client does."""

    def __init__(self, z: dict, prompts: list[np.ndarray]) -> None:
        self.z, self.prompts = z, prompts
        self.left, self.open, self.free, self.requests = z["count"], z["count"], 0, 0
        self.tasks: list[asyncio.Task] = []
        self.params = {"max_tokens": z["most"], "stop": list(range(z["ends"]))}

    async def run(self) -> int:
        import aiohttp

        self.loop = asyncio.get_running_loop()
        self.over = self.loop.create_future()
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as self.session:
            self.free = min(self.z["in_flight"], self.left)
            self.flush()
            await self.over
            await asyncio.gather(*self.tasks)
        return self.requests

    def flush(self) -> None:
        """Asks for all who are free."""
        while n := min(self.free, self.left, self.z["batch"]):
            self.free, self.left, self.requests = self.free - n, self.left - n, self.requests + 1
            self.tasks.append(self.loop.create_task(self.ask(range(self.left, self.left + n))))
        self.free = 0

    async def ask(self, numbers: range) -> None:
        header = {"base_model": self.z["model"], "sampling_params": self.params, "seeds": list(numbers), "parts": True}
        body = frames.write_request(header, [self.prompts[i % len(self.prompts)] for i in numbers])
        async with self.session.post(f"http://{self.z['url']}/api/v1/memagent/sample_batch", data=body) as response:
            if response.status != 200:
                return self.over.set_exception(RuntimeError((await response.read())[:300].decode()))
            answer = b""
            async for piece in response.content.iter_any():
                parts, answer = frames.read_parts(answer + piece)
                for _, made in parts:
                    self.answered(len(made))

    def answered(self, n: int) -> None:
        if not self.free:
            self.loop.call_later(WAIT, self.flush)
        self.free, self.open = self.free + n, self.open - n
        if self.open == 0:
            self.over.set_result(None)


def main() -> None:
    print("ready", flush=True)
    rng = np.random.default_rng(3)
    for line in sys.stdin:
        z = json.loads(line)
        prompts = [rng.integers(z["ends"], z["vocab"], z["prompt"]) for _ in range(z["in_flight"])]
        best: dict = {}
        for _ in range(z["repeat"] + 1):
            start = time.perf_counter()
            requests = asyncio.run(Load(z, prompts).run())
            best = min([best, {"seconds": time.perf_counter() - start, "requests": requests}], key=lambda b: b.get("seconds", 1e9))
        print(json.dumps(best), flush=True)


if __name__ == "__main__":
    main()
