"""What the seam costs: the same training step within the engine's process and over HTTP from another.

A step samples conversations, trains their last few tokens (sparse tensors), steps the optimizer and hands the
weights to the sampler. Run as a program this is the client: it makes a model when it has read one line of JSON, and a
step for each further line, with one line for an answer.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from . import frames
from . import protobuf as pb

if TYPE_CHECKING:
    from .bench import Bench

CHUNK = 128  # data of one forward_backward


def compare(bench: Bench, say: Callable[..., None]) -> None:
    """Steps of either kind in turn, after one of each to warm up, so that what the machine does beside hits both; medians of each."""
    z, engine, within, over = bench.sizes, bench.engine, [], []
    client = started(__spec__.name)
    url, stop = serve(engine)
    try:
        ask(client, {
            "url": url, "model": engine.base.name, "vocab": bench.spec.vocab, "conversations": z.conversations, "section": z.section, "reply": z.reply,
        })
        direct = Within(bench)
        for _ in range(z.turns + 1):
            within.append(direct.step())
            before = engine.worker.busy.seconds()
            over.append(ask(client, {}))
            over[-1] |= {f"engine_{kind}": seconds - before[kind] for kind, seconds in engine.worker.busy.seconds().items()}
    finally:
        client.kill()
        stop()
    a, b = ({name: float(np.median([step[name] for step in steps[1:]])) for name in steps[0]} for steps in (within, over))
    added = [y["seconds"] / x["seconds"] - 1 for x, y in zip(within[1:], over[1:], strict=True)]
    say("seam", conversations=z.conversations, turns=z.turns, within_seconds=a["seconds"], over_http_seconds=b["seconds"],
        added=b["seconds"] / a["seconds"] - 1, added_least=min(added), added_most=max(added), within_sampling=a["sampling"],
        over_http_sampling=b["sampling"], engine_sampling=b["engine_sampling"], within_training=a["training"], over_http_training=b["training"],
        engine_training=b["engine_training"], to_the_first_promise=b["first"], http_conversations_per_second=z.conversations / b["sampling"],
        sent_mb=b["sent"] / 1e6)


def started(module: str) -> subprocess.Popen:
    """A module as a program, which finds its imports where this process does."""
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen([sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=paths)


def ask(client: subprocess.Popen, said: dict) -> dict:
    client.stdin.write(json.dumps(said) + "\n")
    client.stdin.flush()
    return json.loads(client.stdout.readline() or "the client has ended")


class Within:
    """The step by direct calls, on a trainer and a sampler of its own."""

    def __init__(self, bench: Bench) -> None:
        from .sampler import Sampler

        self.bench, self.trainer = bench, bench.trainer(0)
        self.sampler = Sampler(bench.engine.network, bench.engine.worker.sampler.limits)
        self.snapshot = self.trainer.weights.snapshot(bench.engine.network.dtype)

    def step(self) -> dict[str, float]:
        from .trainer import AdamParams

        bench, trainer, z = self.bench, self.trainer, self.bench.sizes
        bench.sync()
        start = time.perf_counter()
        made = bench.fill(self.sampler, self.snapshot, z.conversations, z.section, z.reply)
        sampled = time.perf_counter()
        data = []
        for s in made:
            whole = np.concatenate([s.prompt, s.tokens])
            where = np.arange(len(s.prompt) - 1, len(whole) - 1)
            data.append(bench.datum(whole, where, where >= 0))
        unread = []
        for at in range(0, len(data), CHUNK):  # as the worker does: a result is read when the next request is launched
            unread.append(trainer.launch(data[at : at + CHUNK], "importance_sampling", {}, backward=True))
            if len(unread) > 1:
                unread.pop(0)()
        trainer.step(AdamParams(learning_rate=1e-6))
        unread.pop()()
        self.snapshot = trainer.weights.snapshot(bench.engine.network.dtype)
        bench.sync()
        end = time.perf_counter()
        return {"seconds": end - start, "sampling": sampled - start, "training": end - sampled}


def serve(engine: object) -> tuple[str, Callable[[], None]]:
    """The engine's own server in a thread of this process."""
    from aiohttp import web

    from .app import app_runner

    loop = asyncio.new_event_loop()
    runner = app_runner(engine)
    loop.run_until_complete(runner.setup())
    loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", 0).start())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def stop() -> None:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()

    return "{}:{}".format(*runner.addresses[0]), stop


class Client:
    def __init__(self, address: str) -> None:
        self.connection, self.sent, self.numbers = http.client.HTTPConnection(address, timeout=240), 0, 0

    def post(self, path: str, body: bytes, kind: str = "application/json") -> bytes:
        self.connection.request("POST", f"/api/v1/{path}", body, {"Content-Type": kind, "Accept": "application/x-protobuf, application/json"})
        response = self.connection.getresponse()
        answer = response.read()
        self.sent += len(body)
        if response.status != 200:
            raise RuntimeError(f"{path}: {response.status} {answer[:300]!r}")
        return answer

    def ask(self, path: str, **body: object) -> dict:
        return json.loads(self.post(path, json.dumps(body).encode()))

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def result(self, promise: dict) -> bytes:
        answer = self.post("retrieve_future", json.dumps({"request_id": promise["request_id"]}).encode())
        if answer.startswith(b"{") and b'"error"' in answer:
            raise RuntimeError(answer[:300].decode())
        return answer


def sparse(values: np.ndarray, dtype: int, length: int) -> bytes:
    """The last entries of a vector."""
    columns = np.arange(length - len(values), length, dtype="<i8")
    csr = pb.blob(1, values.tobytes()) + pb.blob(2, np.array([0, len(values)], "<i8").tobytes()) + pb.blob(3, columns.tobytes())
    return pb.blob(2, csr) + pb.scalar(3, dtype) + pb.blob(4, pb.number(length))


def encoded(prompt: np.ndarray, tokens: np.ndarray, logprobs: np.ndarray) -> bytes:
    whole = np.concatenate([prompt, tokens[:-1]]).astype("<i4")
    n, f4 = len(whole), "<f4"
    tensors = {
        "target_tokens": sparse(tokens.astype("<i8"), pb.INT64, n), "logprobs": sparse(logprobs.astype(f4), pb.FLOAT32, n),
        "advantages": sparse(np.full(len(tokens), 0.1, f4), pb.FLOAT32, n),
    }
    body = pb.blob(1, pb.blob(1, pb.blob(1, whole.tobytes())))
    return body + b"".join(pb.blob(2, pb.blob(1, name) + pb.blob(2, t)) for name, t in tensors.items())


def step(client: Client, model: str, sampler: str, z: dict, rng: np.random.Generator) -> tuple[str, dict[str, float]]:
    client.sent = 0
    start = time.perf_counter()
    prompts = [rng.integers(2, z["vocab"], z["section"]) for _ in range(z["conversations"])]
    header = {"sampling_session_id": sampler, "sampling_params": {"max_tokens": z["reply"], "stop": []}, "seeds": list(range(len(prompts)))}
    got = frames.read_response(client.post("memagent/sample_batch", frames.write_request(header, prompts), "application/octet-stream"))
    sampled = time.perf_counter()
    promises, first = [], 0.0
    for at in range(0, len(prompts), CHUNK):
        data = [encoded(p, *made[:2]) for p, made in zip(prompts[at : at + CHUNK], got[at : at + CHUNK], strict=True)]
        body = pb.blob(1, model) + pb.scalar(2, client.number()) + b"".join(pb.blob(3, d) for d in data)
        promises.append(json.loads(client.post("forward_backward", body + pb.blob(4, "importance_sampling"), "application/x-protobuf")))
        first = first or time.perf_counter() - sampled
    promises.append(client.ask("optim_step", model_id=model, seq_id=client.number(), adam_params={"learning_rate": 1e-6}))
    promises.append(client.ask("save_weights_for_sampler", model_id=model, seq_id=client.number()))
    answers = [client.result(p) for p in promises]
    end = time.perf_counter()
    took = {"seconds": end - start, "sampling": sampled - start, "training": end - sampled, "first": first, "sent": client.sent}
    return json.loads(answers[-1])["sampling_session_id"], took


def main() -> None:
    z = json.loads(sys.stdin.readline())
    client, rng = Client(z["url"]), np.random.default_rng(3)
    session = client.ask("create_session")["session_id"]
    promise = client.ask("create_model", session_id=session, model_seq_id=0, base_model=z["model"], lora_config={"rank": 0})
    model = json.loads(client.result(promise))["model_id"]
    saved = client.ask("save_weights_for_sampler", model_id=model, seq_id=client.number())
    sampler = json.loads(client.result(saved))["sampling_session_id"]
    print("{}", flush=True)
    for _ in sys.stdin:
        sampler, took = step(client, model, sampler, z, rng)
        print(json.dumps(took), flush=True)


if __name__ == "__main__":
    main()
