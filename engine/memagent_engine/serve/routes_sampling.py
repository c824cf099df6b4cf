"""Sampling sessions, samples one by one, and the batched binary call."""

from __future__ import annotations

import asyncio
import uuid

import numpy as np
from aiohttp import web

from . import frames
from .app import Server
from .engine import SamplerHandle
from .problems import Problem
from .promises import Parts, Plain, Promise
from .results import SampleResult
from .sequences import Judged, SamplingParams, Sequence
from .wire import may, need, prompt_tokens

NOT_OFFERED = ("topk_sample_logprobs", "prompt_alt_tokens_k", "target_prompt_logprobs", "record_stability_info")


class Sampling:
    def __init__(self, server: Server) -> None:
        self.server, self.engine = server, server.engine

    def add(self, router: web.UrlDispatcher, at: str) -> None:
        router.add_post(f"{at}/create_sampling_session", self.create)
        router.add_get(f"{at}/samplers/{{sampler}}", self.get)
        router.add_post(f"{at}/save_weights_for_sampler", self.save)
        router.add_post(f"{at}/asample", self.sample)
        router.add_post(f"{at}/memagent/sample_batch", self.sample_batch)

    def named(self, said: dict, session: str, name: str) -> SamplerHandle:
        """A handle on `model_path` or `base_model`, checked."""
        base, path = self.engine.base, may(said, "model_path", str)
        if path is not None:
            if self.engine.checkpoints.meta(path).base_model != base.name:
                raise Problem(f"{path} is of another model than {base.name}")
            return SamplerHandle(name, session, None, path)
        if said.get("base_model") not in (base.name, str(base.path)):
            raise Problem(f"this engine has the model {base.name!r}, not {said.get('base_model')!r}")
        return SamplerHandle(name, session)

    async def create(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        session = str(need(said, "session_id", str))
        if session not in self.engine.sessions:
            raise Problem(f"there is no session {session!r}", 404)
        scope, number = f"samplers of {session}", may(said, "sampling_session_seq_id", int)
        key = (scope, number) if number is not None else None
        promise = self.server.promises.known(key, raw)
        if promise is None:
            handle = self.named(said, session, f"sampling-{uuid.uuid4().hex[:12]}")
            self.engine.samplers[handle.id] = handle
            promise = self.server.promises.make(key, raw)
            promise.extra = {"sampling_session_id": handle.id}
            promise.resolve(Plain({}))
        return web.json_response({**promise.extra, "type": "create_sampling_session"})

    async def get(self, request: web.Request) -> web.Response:
        handle = self.engine.sampler(request.match_info["sampler"])
        return web.json_response({"sampler_id": handle.id, "base_model": self.engine.base.name, "model_path": handle.path})

    async def save(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        model = self.engine.model(str(need(said, "model_id", str)))
        name = may(said, "path", str)
        sampler = f"sampling-{uuid.uuid4().hex[:12]}"
        if name is not None:
            self.engine.checkpoints.folder(f"tinker://{model.id}/sampler_weights/{name}")

        def job():
            path = None if name is None else self.engine.checkpoints.free(model.id, "sampler_weights", str(name), False)
            return self.engine.save_for_sampler(model.id, path, sampler)

        return self.server.promise(
            model.id, may(said, "seq_id", int), raw, request.path, lambda p: self.engine.worker.submit(job, p), {"model_id": model.id}
        )

    async def sample(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        handle = self.handle(said)
        for name in NOT_OFFERED:
            if said.get(name):
                raise Problem(f"{name} is not offered by this engine")
        count = int(may(said, "num_samples", int, 1))
        topk = int(may(said, "topk_prompt_logprobs", int, 0))
        score = bool(said.get("prompt_logprobs"))
        prompt = prompt_tokens(need(said, "prompt", dict), "the prompt")
        params, seed = self.params(said, [prompt], count)
        if not 0 <= topk <= self.engine.base.spec.vocab:
            raise Problem(f"topk_prompt_logprobs is {topk}")
        last = may(said, "prompt_logprobs_last_n", int)

        def done(sequences: list[Sequence], scores: tuple | None) -> SampleResult:
            values, likeliest = scores or (None, None)
            if last is not None and values is not None:
                values = [None] * (len(values) - last) + values[-last:]
            return SampleResult(sequences, values if score else None, likeliest)

        ids = {"sample_sequence_ids": [uuid.uuid4().hex for _ in range(count)]}
        scope = handle.id if said.get("sampling_session_id") else uuid.uuid4().hex
        return self.server.promise(
            scope, may(said, "seq_id", int), raw, request.path,
            lambda p: self.submit(handle, [prompt], params, [seed], count, score, topk, p, done), ids,
        )

    async def sample_batch(self, request: web.Request) -> web.Response:
        header, prompts = frames.read_request(await self.server.body(request))
        handle = self.handle(header)
        if "scored" in header:
            return await self.judge(handle, prompts, need(header, "scored", list))
        count = int(may(header, "num_samples", int, 1))
        params, seed = self.params(header, prompts, count)
        seeds = may(header, "seeds", list)
        if seeds is not None and (len(seeds) != len(prompts) or not all(isinstance(s, int) for s in seeds)):
            raise Problem(f"seeds are not one integer for each of the {len(prompts)} prompts", 422)
        if seeds is None:
            seeds = [None if seed is None else seed + i for i in range(len(prompts))]
        in_parts = bool(header.get("parts"))
        promise = (Parts if in_parts else Promise)(asyncio.get_running_loop())
        self.submit(handle, prompts, params, seeds, count, False, 0, promise, lambda sequences, _: Frame(sequences))
        try:
            return await (self.in_parts(request, promise) if in_parts else self.at_once(promise))
        finally:
            promise.cancelled.set()  # a client that went away needs no more tokens

    async def judge(self, handle: SamplerHandle, prompts: list[np.ndarray], scored: list) -> web.Response:
        """Nothing is sampled: of each prompt the last tokens, as many as `scored` says, with their log-probabilities."""
        self.check_prompts(prompts)
        if len(scored) != len(prompts) or not all(isinstance(n, int) and 1 <= n < len(p) for n, p in zip(scored, prompts, strict=False)):
            raise Problem(f"scored is not, for each of the {len(prompts)} prompts, how many of its last tokens are judged, all but one at most", 422)
        promise = Promise(asyncio.get_running_loop())

        def job() -> Frame:
            return Frame(self.engine.judge(handle, prompts, scored))

        job.is_sampling = True
        self.engine.worker.submit(job, promise)
        return await self.at_once(promise)

    async def at_once(self, promise: Promise) -> web.Response:
        await promise.event.wait()
        if promise.error:
            return failure(promise)
        return web.Response(body=frames.write_response(promise.result.sequences), content_type="application/octet-stream")

    async def in_parts(self, request: web.Request, parts: Parts) -> web.StreamResponse:
        """What is done goes out at once: nobody waits for the slowest of the batch."""
        kind = "application/octet-stream"
        response = web.StreamResponse()
        response.content_type = kind
        while some := await parts.take():
            part, last = frames.write_part(some), parts.result is not None and not parts.added
            if last and not response.prepared:
                return web.Response(body=part, content_type=kind)
            if not response.prepared:
                await response.prepare(request)
            if last:
                await response.write_eof(part)
                return response
            await response.write(part)
        if not response.prepared:
            return failure(parts)
        # Without an error the last piece was taken just before it was known to be the last.
        await response.write_eof(frames.write_failure(parts.error[0]) if parts.error else b"")
        return response

    def submit(self, handle: SamplerHandle, prompts: list[np.ndarray], params: SamplingParams, seeds: list, count: int,
               score: bool, topk: int, promise: Promise, done) -> None:
        def job() -> None:
            self.engine.sample(handle, prompts, params, seeds, count, score, topk, promise, done)

        job.is_sampling = True
        self.engine.worker.submit(job, promise)

    def handle(self, said: dict) -> SamplerHandle:
        name = may(said, "sampling_session_id", str)
        return self.engine.sampler(name) if name is not None else self.named(said, "", "")

    def params(self, said: dict, prompts: list[np.ndarray], count: int) -> tuple[SamplingParams, int | None]:
        spec, given = self.engine.base.spec, need(said, "sampling_params", dict)
        if not 1 <= count <= 4096:
            raise Problem(f"num_samples is {count}; it is between 1 and 4096")
        longest = self.check_prompts(prompts)
        limit = int(may(given, "max_tokens", int, spec.window - longest))
        if limit < 1 or longest + limit > spec.window:
            raise Problem(f"a prompt of {longest} tokens and max_tokens {limit} do not fit the window of {spec.window}")
        temperature, top_p = (float(may(given, k, (int, float), 1.0)) for k in ("temperature", "top_p"))
        top_k = int(may(given, "top_k", int, -1))
        if not 0 <= temperature < 1e4 or not 0 < top_p <= 1:
            raise Problem(f"temperature {temperature} or top_p {top_p} is out of range")
        stop_ids, stop_texts = self.stops(given.get("stop"))
        return SamplingParams(limit, temperature, top_k, top_p, stop_ids, stop_texts), may(given, "seed", int)

    def check_prompts(self, prompts: list[np.ndarray]) -> int:
        """How long the longest is."""
        spec, longest = self.engine.base.spec, max(map(len, prompts))
        if min(map(len, prompts)) == 0:
            raise Problem("a prompt has no tokens", 422)
        if longest >= spec.window:
            raise Problem(f"a prompt of {longest} tokens leaves no room in the window of {spec.window}")
        ids = prompts[0] if len(prompts) == 1 else np.concatenate(prompts)
        if ids.min() < 0 or ids.max() >= spec.vocab:
            raise Problem(f"a prompt has token ids outside 0..{spec.vocab - 1}")
        return longest

    def stops(self, said: object) -> tuple[frozenset[int], tuple[str, ...]]:
        """Nothing said: the model's own end tokens. An empty list: nothing stops it but its length."""
        if said is None:
            return frozenset(self.engine.base.spec.end_ids), ()
        said = [said] if isinstance(said, str) else said
        if not isinstance(said, list) or not all(isinstance(s, str | int) and not isinstance(s, bool) and s != "" for s in said):
            raise Problem("stop is neither a text nor a list of texts or token ids", 422)
        texts = tuple(s for s in said if isinstance(s, str))
        if texts and self.engine.tokenizer is None:
            raise Problem("texts in stop need a tokenizer.json beside the model: give token ids instead")
        return frozenset(s for s in said if isinstance(s, int)), texts


def failure(promise: Promise) -> web.Response:
    message, category = promise.error
    return web.json_response({"detail": message, "error": message, "category": category}, status=400 if category == "user" else 500)


class Frame:
    def __init__(self, sequences: list[Sequence] | list[Judged]) -> None:
        self.sequences = sequences

    def json(self) -> dict:
        return {}
