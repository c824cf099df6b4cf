"""Promises: a request is answered at once with an id, and its result is asked for later.

Requests that carry a sequence number are idempotent: the same body again gives the same promise, another
body under the same number is a conflict.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
import uuid
from collections import deque
from contextlib import suppress
from typing import Protocol

from .problems import Problem

KEPT_SECONDS = 900.0    # a result that nobody has asked for
FETCHED_SECONDS = 60.0  # one that was fetched: its answer may have been lost on the way
NUMBER_SECONDS = 3600.0  # after which no retry of the request itself can come


class Result(Protocol):
    def json(self) -> dict: ...


class Plain:
    """A result that is JSON already."""

    def __init__(self, body: dict) -> None:
        self.body = body

    def json(self) -> dict:
        return self.body


class Flag:
    """Set once, and read by another thread. (An Event has locks, which cost more than all else of a small request.)"""

    __slots__ = ("on",)

    def __init__(self) -> None:
        self.on = False

    def set(self) -> None:
        self.on = True

    def is_set(self) -> bool:
        return self.on


class Promise:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.id = ""  # where nobody asks for it later
        self.loop, self.event = loop, asyncio.Event()
        self.result: Result | None = None
        self.error: tuple[str, str] | None = None  # message, category
        self.finished = 0.0
        self.fetched = 0.0
        self.expired = False
        self.cancelled = Flag()
        self.extra: dict = {}  # said with the promise, on every retry the same

    def resolve(self, result: Result) -> None:
        """From any thread."""
        self.result = result
        self._end()

    def fail(self, error: BaseException) -> None:
        user = isinstance(error, Problem)
        message = str(error) if user else f"{type(error).__name__}: {error}"
        self.error = message, "user" if user else "server"
        self._end()

    def _end(self) -> None:
        self.finished = time.monotonic()
        with suppress(RuntimeError):  # the server has stopped
            self.loop.call_soon_threadsafe(self.event.set)

    async def wait(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self.event.wait(), seconds)
        except TimeoutError:
            return False
        return True


class Parts(Promise):
    """A promise that is kept piece by piece: what the device's thread has added is taken when it tells, all at once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self.added: deque = deque()

    def resolve(self, result: Result) -> None:
        """With the last piece, of which is told."""
        self.result, self.finished = result, time.monotonic()

    async def take(self) -> list:
        """What has come since; nothing more comes after an empty list."""
        while True:
            await self.event.wait()
            over = self.finished
            if not over:
                self.event.clear()
            some = [self.added.popleft() for _ in range(len(self.added))]
            if some or over:
                return some


def tell(some: list[Parts]) -> None:
    """That there is something to take. One call for all of them: each wakes the other thread, who then wants its turn."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Parts]] = {}
    for parts in some:
        by_loop.setdefault(parts.loop, []).append(parts)
    for loop, own in by_loop.items():
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(lambda own=own: [parts.event.set() for parts in own])


class Promises:
    def __init__(self) -> None:
        self.by_id: dict[str, Promise] = {}
        self.by_number: dict[tuple, tuple[bytes, Promise]] = {}

    def known(self, key: tuple | None, *body: bytes) -> Promise | None:
        """The promise already given for this number, if any; another body under it is an error."""
        found = self.by_number.get(key) if key else None
        if found is None:
            return None
        if found[0] != digest(*body):
            raise Problem(f"seq_id {key[-1]} of {key[-2]} was used for another request", 409)
        return found[1]

    def make(self, key: tuple | None, *body: bytes) -> Promise:
        promise = Promise(asyncio.get_running_loop())
        promise.id = uuid.uuid4().hex
        self.by_id[promise.id] = promise
        if key:
            self.by_number[key] = digest(*body), promise
        return promise

    def sweep(self) -> None:
        """Lets go of results that are old or were fetched, and in the end of the promises too."""
        now, gone = time.monotonic(), set()
        for i, promise in self.by_id.items():
            if not promise.finished:
                continue
            if promise.finished < now - KEPT_SECONDS or promise.fetched and promise.fetched < now - FETCHED_SECONDS:
                promise.result, promise.expired = None, True
            if promise.finished < now - NUMBER_SECONDS:
                gone.add(i)
        for i in gone:
            del self.by_id[i]
        self.by_number = {k: v for k, v in self.by_number.items() if v[1].id not in gone}


def digest(*parts: bytes) -> bytes:
    seen = hashlib.blake2b(digest_size=16)
    for part in parts:
        seen.update(part)
    return seen.digest()
