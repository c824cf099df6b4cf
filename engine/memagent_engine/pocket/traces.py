"""Traces: examples that other processes write, one JSON object a line.

    {"prompt": [ids], "response": [ids], "kind": "needle"}
    {"shared": [ids], "branches": [{"prompt": [ids], "response": [ids], "kind": "needle"}, ...]}

N worker processes each own one producer (a command), parse what it prints and pack it into rows;
the trainer only takes rows off a queue. A finished producer is started again with another seed, so
a stream never ends; a failing one ends the run with its own words.
"""

from __future__ import annotations

import json
import multiprocessing
import queue
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from .packing import Batch, Branch, Example, Row, make_batch, pack, take_rows
from .settings import Read


def parse(line: bytes | str) -> Example:
    row = json.loads(line)
    branches = tuple(
        Branch(np.array(b["prompt"], np.uint16), np.array(b["response"], np.uint16), b.get("kind", "all"))
        for b in row.get("branches", [row])
    )
    return Example(np.array(row.get("shared", []), np.uint16), branches)


def examples_in_file(path: Path) -> Iterator[Example]:
    with path.open("rb") as lines:
        for line in lines:
            if line.strip():
                yield parse(line)


def examples_of_command(command: str, seed: int, stride: int) -> Iterator[Example]:
    """Runs `command` with {seed} filled in, again and again with `seed + stride`, and so on."""
    while True:
        producer = subprocess.Popen(shlex.split(command.replace("{seed}", str(seed))), stdout=subprocess.PIPE, bufsize=1 << 20)
        assert producer.stdout
        found = False
        try:
            for line in producer.stdout:
                yield parse(line)
                found = True
            code = producer.wait()
        finally:
            producer.kill()  # if it still runs: then we were stopped, not it
        if not found or code != 0:
            raise RuntimeError(f"producer ended with code {code} after {'some' if found else 'no'} traces: {command}")
        seed += stride


def work(command: str, index: int, count: int, first_seed: int, s: Read, rows: multiprocessing.Queue) -> None:
    """One worker process: producer -> examples -> rows -> queue."""

    def stop(*_: object) -> None:
        rows.cancel_join_thread()  # rows nobody will take must not keep this process alive; an error must still arrive
        sys.exit(0)  # so that `finally` ends the producer too

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    seed = first_seed + index
    try:
        if command.startswith("file:"):
            examples = examples_of_file_forever(Path(command.removeprefix("file:")), index, count, seed)
        else:
            examples = examples_of_command(command, seed, count)
        some: list[Row] = []
        for row in pack(examples, s, seed):
            some.append(row)
            if len(some) == 4:  # a few at a time: fewer messages
                rows.put(some)
                some = []
    except Exception as error:  # noqa: BLE001 - handed to the trainer, which stops
        rows.put(error)


def examples_of_file_forever(path: Path, index: int, count: int, seed: int) -> Iterator[Example]:
    """This worker's share of a file, in a new order each time round."""
    own = [e for i, e in enumerate(examples_in_file(path)) if i % count == index]
    if not own:
        raise ValueError(f"no traces for worker {index} of {count} in {path}")
    rng = np.random.default_rng(seed)
    while True:
        yield from (own[i] for i in rng.permutation(len(own)))


class TraceStream:
    """Batches from N workers, made one ahead in a thread. Start it before CUDA is: workers are forked."""

    def __init__(self, command: str, producers: int, seed: int, s: Read) -> None:
        context = multiprocessing.get_context("fork")
        self.settings = s
        self.rows: multiprocessing.Queue = context.Queue(maxsize=max(2, s.rows // 2))
        self.batches: queue.Queue[Batch | Exception] = queue.Queue(maxsize=3)
        self.workers = [
            context.Process(target=work, args=(command, i, producers, seed, s, self.rows), daemon=True)
            for i in range(producers)
        ]
        for worker in self.workers:
            worker.start()
        threading.Thread(target=self._assemble, daemon=True).start()

    def _assemble(self) -> None:
        pending: list[Row] = []
        while True:
            some = self.rows.get()
            if isinstance(some, Exception):
                self.batches.put(some)
                return
            pending += some
            if len(pending) >= self.settings.rows:
                try:
                    batch = make_batch(take_rows(pending, self.settings), self.settings)
                except ValueError as error:
                    self.batches.put(error)
                    return
                self.batches.put(batch)

    def __iter__(self) -> Iterator[Batch]:
        while True:
            batch = self.batches.get()
            if isinstance(batch, Exception):
                raise batch
            yield batch

    def close(self) -> None:
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.join(1)
            if worker.is_alive():
                worker.kill()
