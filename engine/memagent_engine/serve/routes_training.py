"""Sessions, models, gradients, steps, weights."""

from __future__ import annotations

import dataclasses
import math
import uuid

from aiohttp import web

from . import protobuf, wire
from .app import PROTOBUF, Server
from .checkpoints import KINDS
from .engine import Session
from .problems import Problem
from .promises import Plain
from .trainer import AdamParams
from .weights import LoraConfig
from .wire import may, need

ADAM = {f.name for f in dataclasses.fields(AdamParams)}


class Training:
    def __init__(self, server: Server) -> None:
        self.server, self.engine = server, server.engine

    def add(self, router: web.UrlDispatcher, at: str) -> None:
        for name in (
            "create_session", "session_heartbeat", "create_model", "get_info", "unload_model", "forward_backward", "forward",
            "optim_step", "save_weights", "load_weights", "weights_info",
        ):
            router.add_post(f"{at}/{name}", getattr(self, name))
        router.add_post(f"{at}/memagent/export", self.export)
        router.add_get(f"{at}/training_runs", self.runs)
        router.add_get(f"{at}/training_runs/{{run}}", self.run)
        router.add_get(f"{at}/training_runs/{{run}}/checkpoints", self.list_checkpoints)
        router.add_delete(f"{at}/training_runs/{{run}}/checkpoints/{{kind}}/{{name}}", self.delete_checkpoint)

    # Sessions and models

    async def create_session(self, request: web.Request) -> web.Response:
        await self.server.json(request)
        name = f"session-{uuid.uuid4().hex[:12]}"
        self.engine.sessions[name] = Session()
        return web.json_response({"session_id": name, "type": "create_session"})

    async def session_heartbeat(self, request: web.Request) -> web.Response:
        said, _ = await self.server.json(request)
        if said.get("session_id") not in self.engine.sessions:
            raise Problem(f"there is no session {said.get('session_id')!r}", 404)
        self.engine.touch(said["session_id"])
        return web.json_response({"type": "session_heartbeat"})

    def check_base(self, name: object) -> None:
        base = self.engine.base
        if name not in (base.name, str(base.path)):
            raise Problem(f"this engine has the model {base.name!r}, not {name!r}")

    async def create_model(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        session = need(said, "session_id", str)
        if session not in self.engine.sessions:
            raise Problem(f"there is no session {session!r}", 404)
        self.check_base(need(said, "base_model", str))
        lora = lora_config(said.get("lora_config"))
        if (said.get("optimizer_config") or {}).get("type", "adamw") != "adamw":
            raise Problem("the optimizer is AdamW; there is no other")
        model_id = f"model-{uuid.uuid4().hex[:12]}"
        extra = {"model_id": model_id, "base_model": self.engine.base.name, "lora_config": said.get("lora_config"), "type": "create_model"}
        return self.server.promise(
            f"models of {session}", may(said, "model_seq_id", int), raw, request.path,
            lambda p: self.engine.worker.submit(lambda: self.engine.create_model(p.extra["model_id"], session, lora), p), extra,
        )

    async def get_info(self, request: web.Request) -> web.Response:
        said, _ = await self.server.json(request)
        model, base = self.engine.model(str(need(said, "model_id", str))), self.engine.base
        tokenizer = str((base.path if base.path.is_dir() else base.path.parent).resolve())
        return web.json_response({
            "type": "get_info", "model_id": model.id, "status": "created", "is_lora": model.lora.rank > 0,
            "lora_rank": model.lora.rank, "model_name": base.name,
            "model_data": {
                "arch": base.spec.config.get("model_type"), "model_name": base.name, "tokenizer_id": tokenizer, "base_model": base.name,
                "lora_config": dataclasses.asdict(model.lora),
            },
        })

    async def unload_model(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        model = self.engine.model(str(need(said, "model_id", str)))
        return self._promise(request, said, raw, lambda: self.engine.unload(model.id))

    def _promise(self, request: web.Request, said: dict, raw: bytes, job) -> web.Response:
        model = str(said["model_id"])
        return self.server.promise(
            model, may(said, "seq_id", int), raw, request.path, lambda p: self.engine.worker.submit(job, p), {"model_id": model}
        )

    # Training

    async def forward_backward(self, request: web.Request, key: str = "forward_backward_input") -> web.Response:
        spec = self.engine.base.spec
        if request.content_type in (PROTOBUF, "application/protobuf"):
            raw = await self.server.body(request)
            parsed = protobuf.read_forward_backward(raw, spec.vocab, spec.window)
        else:
            said, raw = await self.server.json(request)
            parsed = wire.json_forward_backward(said, key, spec.vocab, spec.window)
        self.engine.model(parsed.model_id)
        if not parsed.data:
            raise Problem("there is no data", 422)
        said = {"model_id": parsed.model_id, "seq_id": parsed.seq_id}
        return self._promise(request, said, raw, lambda: self.engine.forward_backward(parsed))

    async def forward(self, request: web.Request) -> web.Response:
        return await self.forward_backward(request, "forward_input")

    async def optim_step(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        self.engine.model(str(need(said, "model_id", str)))
        params = adam_params(need(said, "adam_params", dict))
        return self._promise(request, said, raw, lambda: self.engine.optim_step(said["model_id"], params))

    # Weights

    async def save_weights(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        model = self.engine.model(str(need(said, "model_id", str)))
        name = str(may(said, "path", str, f"step-{model.steps}"))
        overwrite = bool(said.get("overwrite"))
        self.engine.checkpoints.folder(f"tinker://{model.id}/weights/{name}")
        return self._promise(
            request, said, raw,
            lambda: self.engine.save(model.id, self.engine.checkpoints.free(model.id, "weights", name, overwrite)),
        )

    async def load_weights(self, request: web.Request) -> web.Response:
        said, raw = await self.server.json(request)
        model = self.engine.model(str(need(said, "model_id", str)))
        path = str(need(said, "path", str))
        self.engine.checkpoints.meta(path)
        return self._promise(request, said, raw, lambda: self.engine.load(model.id, path, bool(said.get("optimizer"))))

    async def weights_info(self, request: web.Request) -> web.Response:
        said, _ = await self.server.json(request)
        meta = self.engine.checkpoints.meta(str(need(said, "tinker_path", str)))
        lora = meta.lora
        return web.json_response({
            "base_model": meta.base_model, "is_lora": lora.rank > 0, "lora_rank": lora.rank, "train_unembed": lora.train_unembed,
            "train_mlp": lora.train_mlp, "train_attn": lora.train_attn,
        })

    async def export(self, request: web.Request) -> web.Response:
        from . import export

        said, raw = await self.server.json(request)
        path, kind = str(need(said, "path", str)), str(need(said, "format", str))
        out = self.engine.checkpoints.folder(path) / "export"
        self.engine.checkpoints.meta(path)
        return self.server.promise(
            "exports", None, raw, request.path,
            lambda p: self.engine.worker.submit(
                lambda: Plain({"path": str(export.export(self.engine.base, self.engine.checkpoints, path, out, kind)), "type": "export"}), p
            ),
        )

    # What is on disk

    def described(self, run: str) -> dict:
        found = self.engine.checkpoints.list(run)
        if not found:
            raise Problem(f"there is no training run {run!r} with a checkpoint", 404)
        meta = self.engine.checkpoints.meta(found[-1]["tinker_path"])
        kinds = {c["checkpoint_type"]: c for c in found}
        return {
            "training_run_id": run, "base_model": meta.base_model, "model_owner": "local", "is_lora": meta.lora.rank > 0,
            "lora_rank": meta.lora.rank, "last_request_time": found[-1]["time"], "last_checkpoint": kinds.get("training"),
            "last_sampler_checkpoint": kinds.get("sampler"),
        }

    async def runs(self, request: web.Request) -> web.Response:
        offset, limit = int(request.query.get("offset", 0)), int(request.query.get("limit", 20))
        all_runs = [r for r in self.engine.checkpoints.runs() if self.engine.checkpoints.list(r)]
        cursor = {"offset": offset, "limit": limit, "total_count": len(all_runs)}
        return web.json_response({"training_runs": [self.described(r) for r in all_runs[offset : offset + limit]], "cursor": cursor})

    async def run(self, request: web.Request) -> web.Response:
        return web.json_response(self.described(self._run(request)))

    async def list_checkpoints(self, request: web.Request) -> web.Response:
        return web.json_response({"checkpoints": self.engine.checkpoints.list(self._run(request))})

    def _run(self, request: web.Request) -> str:
        run = request.match_info["run"]
        self.engine.checkpoints.folder(f"tinker://{run}/weights/x")
        return run

    async def delete_checkpoint(self, request: web.Request) -> web.Response:
        run, kind, name = (request.match_info[k] for k in ("run", "kind", "name"))
        if kind not in KINDS:
            raise Problem(f"a checkpoint's kind is {' or '.join(KINDS)}, not {kind!r}", 404)
        self.engine.checkpoints.delete(f"tinker://{run}/{kind}/{name}")
        return web.json_response({})


def lora_config(said: dict | None) -> LoraConfig:
    """No config and rank 0 both mean full fine-tuning."""
    if said is None:
        return LoraConfig()
    rank = need(said, "rank", int, "lora_config")
    if not 0 <= rank <= 4096:
        raise Problem(f"a rank of {rank} is not between 0 (full fine-tuning) and 4096")
    parts = {k: bool(said.get(k, True)) for k in ("train_attn", "train_mlp", "train_unembed")}
    if rank and not any(parts.values()):
        raise Problem("lora_config trains nothing: set train_attn, train_mlp or train_unembed")
    return LoraConfig(rank, may(said, "seed", int), **parts)


def adam_params(said: dict) -> AdamParams:
    if unknown := said.keys() - ADAM - {"type"}:
        raise Problem(f"adam_params has no {sorted(unknown)[0]!r}; it has {', '.join(sorted(ADAM))}", 422)
    values = {k: float(need(said, k, (int, float), "adam_params")) for k in said if k in ADAM}
    params = AdamParams(**values)
    if not all(map(math.isfinite, values.values())) or min(values.values(), default=0.0) < 0 or max(params.beta1, params.beta2) >= 1:
        raise Problem(f"adam_params {values} are out of range")
    return params
