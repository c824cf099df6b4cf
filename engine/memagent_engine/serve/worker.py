"""The one thread that owns the device.

Jobs (training, saving) run in the order of arrival, between two decoding steps of the sampler, so that
neither waits for the other to be done with everything.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .problems import Problem
from .promises import Parts, Promise, Result, tell
from .sampler import Sampler


@dataclass(frozen=True)
class Later:
    """A result that the device is still at work on: `read` waits for it."""

    read: Callable[[], Result]


Job = tuple[Callable[[], Result | Later | None], Promise]  # None: the job sees to its promise itself


class Busy:
    """How long the device's thread has been at work, by kind: what is left of a step's time is the client's and the
    way between."""

    def __init__(self) -> None:
        # One tuple, so that other threads read it whole: seconds of each kind, and what is under way since when.
        self.state: tuple[dict[str, float], str | None, float] = ({"sampling": 0.0, "training": 0.0}, None, 0.0)

    @contextmanager
    def at(self, kind: str) -> Iterator[None]:
        self.state = (self.state[0], kind, time.perf_counter())
        try:
            yield
        finally:
            self.state = (self.seconds(), None, 0.0)

    def seconds(self) -> dict[str, float]:
        """Up to now, what is under way included."""
        spent, kind, since = self.state
        return spent if kind is None else {**spent, kind: spent[kind] + time.perf_counter() - since}


class Worker:
    def __init__(self, sampler: Sampler) -> None:
        self.sampler = sampler
        self.thread: threading.Thread | None = None
        self.inbox: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.jobs: deque[Job] = deque()
        self.unread: tuple[Later, Promise] | None = None  # of the job before
        self.sampling: set[Promise] = set()  # whose sequences are in the sampler
        self.parts: set[Parts] = set()       # that have new pieces
        sampler.told = self._tell
        self.busy = Busy()

    def submit(self, job: Callable[[], Result | Later | None], promise: Promise) -> None:
        self.inbox.put((job, promise))

    def start(self) -> None:
        """Again after a stop, if need be."""
        self.thread = threading.Thread(target=self.run, name="device", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.inbox.put(None)
        self.thread.join(timeout=30)

    def run(self) -> None:
        while self._receive():
            if self.jobs:
                self._run_job(*self.jobs.popleft())
                while self.jobs and getattr(self.jobs[0][0], "is_sampling", False):
                    self._run_job(*self.jobs.popleft())  # all that wait join the same batch
            else:
                self._read(self._take_unread())
            if self.sampler.busy:
                try:
                    with self.busy.at("sampling"):
                        self.sampler.step()
                except Exception as error:  # the device ran out of memory, say: those in flight are lost, the server is not
                    report(error)
                    self.sampler.fail()
                    for promise in list(self.sampling):
                        promise.fail(error)
                    self.sampling.clear()
        self._read(self._take_unread())
        self.jobs.clear()  # whose clients are gone when it starts again

    def _tell(self) -> None:
        if self.parts:
            tell(list(self.parts))
            self.parts.clear()

    def _receive(self) -> bool:
        """Takes what has arrived; waits where there is nothing else to do. False: stop."""
        wait = not self.jobs and not self.sampler.busy and self.unread is None
        while True:
            try:
                item = self.inbox.get(block=wait)
            except queue.Empty:
                return True
            if item is None:
                return False
            self.jobs.append(item)
            wait = False

    def _run_job(self, job: Callable[[], Result | Later | None], promise: Promise) -> None:
        before = self._take_unread()
        try:
            with self.busy.at("sampling" if getattr(job, "is_sampling", False) else "training"):
                result = job()
            if isinstance(result, Later):
                self.unread = result, promise
            elif result is not None:
                promise.resolve(result)
        except Exception as error:
            report(error)
            promise.fail(error)
        self._read(before)

    def _take_unread(self) -> tuple[Later, Promise] | None:
        unread, self.unread = self.unread, None
        return unread

    def _read(self, unread: tuple[Later, Promise] | None) -> None:
        """What a job has left with the device, once the next one is launched: it never waits for the host between two."""
        if unread is None:
            return
        later, promise = unread
        try:
            with self.busy.at("training"):
                result = later.read()
            promise.resolve(result)
        except Exception as error:
            report(error)
            promise.fail(error)


def report(error: Exception) -> None:
    if not isinstance(error, Problem):
        traceback.print_exception(error)
