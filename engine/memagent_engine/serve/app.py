"""The HTTP side: routes of the Tinker protocol, errors as JSON, the key."""

from __future__ import annotations

import asyncio
import hmac
import json
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict

from aiohttp import web

from .engine import Engine
from .problems import Problem
from .promises import Promise, Promises
from .wire import need

PROTOBUF = "application/x-protobuf"
BODY_LIMIT = 2**30
HOLD_SECONDS = 30.0  # a question for a result waits that long before it says "try again"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    def __init__(self, engine: Engine, key: str | None = None) -> None:
        self.engine, self.key, self.promises = engine, key, Promises()
        self.fingerprint = engine.base.fingerprint()

    def app(self) -> web.Application:
        from .routes_sampling import Sampling
        from .routes_training import Training

        app = web.Application(middlewares=[self._guard])
        at = "/api/v1"
        app.router.add_get(f"{at}/healthz", self.healthz)
        app.router.add_get(f"{at}/get_server_capabilities", self.capabilities)
        app.router.add_get(f"{at}/memagent/busy", self.busy)
        app.router.add_post(f"{at}/client/config", self.client_config)
        app.router.add_post(f"{at}/retrieve_future", self.retrieve)
        app.router.add_post(f"{at}/cancel_future", self.cancel)
        app.router.add_post(f"{at}/telemetry", self.telemetry)
        Training(self).add(app.router, at)
        Sampling(self).add(app.router, at)
        app.on_startup.append(self._start)
        app.on_cleanup.append(self._stop)
        return app

    async def _start(self, _: web.Application) -> None:
        sys.setswitchinterval(0.0001)  # a request that is being read must not hold up the thread that feeds the device
        self.engine.worker.start()
        self.sweeper = asyncio.create_task(self._sweep())

    async def _stop(self, _: web.Application) -> None:
        self.sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await self.sweeper
        await asyncio.to_thread(self.engine.worker.stop)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(30)
            self.promises.sweep()
            self.engine.worker.submit(self.engine.expire, Promise(asyncio.get_running_loop()))

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            if self.key and not request.path.endswith("/healthz"):
                said = request.headers.get("X-API-Key") or request.headers.get("Authorization", "").removeprefix("Bearer ")
                if not hmac.compare_digest(said.encode(), self.key.encode()):
                    raise Problem("the key in X-API-Key is missing or wrong", 401)
            return await handler(request)
        except Problem as problem:
            return web.json_response({"detail": str(problem), "error": str(problem), "category": "user"}, status=problem.status)
        except web.HTTPException as error:
            return web.json_response({"detail": f"{request.method} {request.path}: {error.reason}"}, status=error.status)

    # Reading and answering

    async def body(self, request: web.Request) -> bytes:
        parts, size = [], 0
        async for part in request.content.iter_any():  # not request.read(), which copies what is there at every piece
            parts.append(part)
            size += len(part)
            if size > BODY_LIMIT:
                raise too_large()
        raw = b"".join(parts)
        encoding = request.headers.get("Content-Encoding", "identity").lower()
        return raw if encoding == "identity" else await asyncio.to_thread(unpacked, raw, encoding)

    async def json(self, request: web.Request) -> tuple[dict, bytes]:
        raw = await self.body(request)
        try:
            said = json.loads(raw or b"{}")
        except ValueError as error:
            raise Problem(f"the body is no JSON: {error}", 422) from None
        if not isinstance(said, dict):
            raise Problem("the body is no JSON object", 422)
        return said, raw

    def promise(
        self, scope: str, seq_id: int | None, raw: bytes, path: str, start: Callable[[Promise], None], extra: dict | None = None
    ) -> web.Response:
        """The promise of a request, new or as given before; `start` puts the work into the queue."""
        key = (scope, seq_id) if seq_id is not None else None
        marked = path.encode() + b"\0", raw
        promise = self.promises.known(key, *marked)
        if promise is None:
            promise = self.promises.make(key, *marked)
            promise.extra = extra or {}
            start(promise)
        said = {"request_id": promise.id, "future_id": promise.id, "status": "pending", **promise.extra}
        return web.json_response(said)

    # The plain calls

    async def healthz(self, _: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def capabilities(self, _: web.Request) -> web.Response:
        base = self.engine.base
        # On a CPU clients are not told of it: calls that come in the same batches every time give the same bits.
        in_parts = self.engine.network.device.type == "cuda"
        model = {"model_name": base.name, "max_context_length": base.spec.window, "trainable": True, "sampleable": True}
        ours = {
            "reduction": "sum", "batched_sampling": True, "scored": True, "parts": in_parts, "sparse": True, "busy": True, "vocabulary": base.spec.vocab,
            "end_ids": list(base.spec.end_ids), "device": str(self.engine.network.device), "fingerprint": self.fingerprint,
        }
        return web.json_response({"supported_models": [model], "memagent": ours})

    async def busy(self, _: web.Request) -> web.Response:
        worker = self.engine.worker
        return web.json_response({**worker.busy.seconds(), **asdict(worker.sampler.counted)})

    async def client_config(self, _: web.Request) -> web.Response:
        return web.json_response({"pjwt_auth_enabled": False, "parallel_fwdbwd_chunks": True, "proto_compress_fwdbwd": False})

    async def telemetry(self, _: web.Request) -> web.Response:
        return web.json_response({"status": "accepted"})  # and forgotten

    async def retrieve(self, request: web.Request) -> web.Response:
        said, _ = await self.json(request)
        promise = self.promises.by_id.get(str(need(said, "request_id", str)))
        if promise is None:
            raise Problem(f"there is no promise {said['request_id']!r}", 404)
        if not await promise.wait(HOLD_SECONDS):
            return web.json_response({"type": "try_again", "request_id": promise.id, "queue_state": "active"}, status=408)
        if promise.expired:
            raise Problem(f"the result of {promise.id} was fetched or is too old: it is gone", 410)
        promise.fetched = time.monotonic()
        if promise.error:
            return web.json_response({"error": promise.error[0], "category": promise.error[1]})
        if PROTOBUF in request.headers.get("Accept", "") and hasattr(promise.result, "protobuf"):
            return web.Response(body=await asyncio.to_thread(promise.result.protobuf), content_type=PROTOBUF)
        return web.json_response(text=await asyncio.to_thread(lambda: json.dumps(promise.result.json())))

    async def cancel(self, request: web.Request) -> web.Response:
        said, _ = await self.json(request)
        if promise := self.promises.by_id.get(str(said.get("request_id"))):
            promise.cancelled.set()
        return web.json_response({})


def app_runner(engine: Engine, key: str | None = None) -> web.AppRunner:
    """What listens. A client that hangs up cancels its request; a megabyte of a body is taken before it is looked at."""
    app = Server(engine, key).app()
    return web.AppRunner(app, auto_decompress=False, handler_cancellation=True, access_log=None, read_bufsize=2**20)


def too_large() -> Problem:
    return Problem(f"the body is larger than {BODY_LIMIT} bytes", 413)


def unpacked(raw: bytes, encoding: str) -> bytes:
    """A compressed body, piece by piece: one that grows past the limit, or ends early, is an error."""
    if encoding == "zstd":
        try:
            import zstandard
        except ImportError:
            raise Problem("zstd bodies need the Python package zstandard on the engine's side", 415) from None
        reader, failure = zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError
    elif encoding in ("gzip", "deflate"):
        reader, failure = zlib.decompressobj(47), zlib.error
    else:
        raise Problem(f"cannot read the encoding {encoding!r}: send zstd, gzip or none", 415)
    parts, size = [], 0
    try:
        for at in range(0, len(raw), 2**16):
            parts.append(reader.decompress(raw[at : at + 2**16]))
            size += len(parts[-1])
            if size > BODY_LIMIT:
                raise too_large()
    except failure as error:
        raise Problem(f"the {encoding} body cannot be read: {error}", 422) from None
    if not reader.eof:
        raise Problem(f"the {encoding} body ends early", 422)
    return b"".join(parts)
