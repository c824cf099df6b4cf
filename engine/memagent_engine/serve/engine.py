"""What the server holds: the base, the models in training, the weights to sample from.

The methods that touch tensors run on the worker's thread; what they are given was checked before.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

from . import models
from .attention import Segments
from .checkpoints import Checkpoints, Meta
from .choice import mix
from .network import Network, Spec, view
from .problems import Problem
from .promises import Parts, Plain, Promise
from .results import TrainResult
from .sampler import Sampler, SamplerLimits
from .sequences import Judged, SamplingParams, Sequence
from .trainer import AdamParams, Limits, Trainer
from .weights import LoraConfig, Snapshot, Weights
from .wire import ForwardBackward
from .worker import Later, Worker

SNAPSHOTS = 8          # kept in memory that are also on disk
EPHEMERAL = 4          # kept of each model that are nowhere else
LOGIT_VALUES = 2**27   # of a chunk on the GPU: half a gigabyte in float32
SLOT_VALUES = 2**26    # logits of all slots of a step there
JUDGED_TOKENS = 2**15  # of a pass over prompts that are scored


@dataclass
class Settings:
    device: str = "cpu"
    compiled: bool | None = None  # none: on a GPU, where it can be
    recompute: bool = False
    micro_tokens: int = 0  # 0: by device
    slots: int = 0         # 0: by device
    cache_bytes: int = 0   # 0: by device
    capture_passes: bool = True  # on a GPU, over few prompts: as graphs
    session_seconds: float = 600.0


@dataclass
class Model:
    id: str
    session: str
    lora: LoraConfig
    trainer: Trainer
    steps: int = 0


@dataclass
class SamplerHandle:
    """A sampling session: weights in memory (of a model's live training), or an address, or neither: the base."""

    id: str
    session: str
    model_id: str | None = None
    path: str | None = None
    snapshot: Snapshot | None = None


@dataclass
class Session:
    seen: float = field(default_factory=time.monotonic)


class Engine:
    def __init__(self, base: models.Base, checkpoints: Path, settings: Settings) -> None:
        self.base, self.settings, self.checkpoints = base, settings, Checkpoints(checkpoints)
        device = torch.device(settings.device)
        cuda = device.type == "cuda"
        dtype = torch.bfloat16 if cuda else torch.float32
        wanted = cuda if settings.compiled is None else settings.compiled
        self.network = Network(base.spec, device, dtype, wanted and can_compile(device))
        self.weights = {name: t.to(device, dtype) for name, t in base.state.items()}
        self.base_snapshot = Snapshot(self.weights)
        self.limits = Limits(
            settings.micro_tokens or (micro_tokens(base.spec, device) if cuda else 4096), LOGIT_VALUES if cuda else 2**24,
            settings.recompute, 128 if cuda else 1,
        )
        # Of what is free once the base is there; made only as sequences need it.
        cache = settings.cache_bytes or (int(torch.cuda.mem_get_info(device)[0] * 0.35) if cuda else 2**29)
        s = base.spec
        tokens = cache // (2 * s.layers * s.kv_heads * s.head * dtype.itemsize)
        self.tokenizer = load_tokenizer(base.tokenizer)
        decode = None if self.tokenizer is None else lambda ids: self.tokenizer.decode(ids, skip_special_tokens=False)
        slots = settings.slots or (max(1, min(1024, SLOT_VALUES // s.vocab)) if cuda else 256)
        limits = SamplerLimits(slots, tokens, 65536 if cuda else 4096, 256 if cuda else 32, settings.capture_passes)
        self.worker = Worker(Sampler(self.network, limits, decode))
        self.models: dict[str, Model] = {}
        self.samplers: dict[str, SamplerHandle] = {}
        self.sessions: dict[str, Session] = {}
        self.loaded: OrderedDict[str, Snapshot] = OrderedDict()

    # What is there

    def model(self, model_id: str) -> Model:
        if model_id not in self.models:
            raise Problem(f"there is no model {model_id!r}: create it first (a session that fell silent loses its models)", 404)
        model = self.models[model_id]
        self.touch(model.session)
        return model

    def sampler(self, sampler_id: str) -> SamplerHandle:
        if sampler_id not in self.samplers:
            raise Problem(f"there is no sampling session {sampler_id!r}; of a model the newest {EPHEMERAL} are kept", 404)
        handle = self.samplers[sampler_id]
        self.touch(handle.session)
        return handle

    def touch(self, session: str) -> None:
        if session in self.sessions:
            self.sessions[session].seen = time.monotonic()

    def expire(self) -> None:
        """Lets go of the sessions that fell silent, with their models and samplers."""
        old = time.monotonic() - self.settings.session_seconds
        for name in [n for n, s in list(self.sessions.items()) if s.seen < old]:
            del self.sessions[name]
            for kept in (self.models, self.samplers):
                for i in [i for i, owned in list(kept.items()) if owned.session == name]:
                    del kept[i]

    # Training

    def create_model(self, model_id: str, session: str, lora: LoraConfig) -> Plain:
        base = self.weights if lora.rank else {n: t.to(self.network.device) for n, t in self.base.state.items()}
        weights = Weights(self.base.spec, base, lora)
        self.models[model_id] = Model(model_id, session, lora, Trainer(self.network, weights, self.limits))
        return Plain({"model_id": model_id, "type": "create_model"})

    def forward_backward(self, request: ForwardBackward) -> Later:
        read = self.model(request.model_id).trainer.launch(request.data, request.loss_fn, request.config, request.backward)
        return Later(lambda: TrainResult(read()))

    def optim_step(self, model_id: str, params: AdamParams) -> Plain:
        model = self.model(model_id)
        metrics = model.trainer.step(params)
        model.steps += 1
        return Plain({"metrics": metrics, "type": "optim_step"})

    def unload(self, model_id: str) -> Plain:
        self.models.pop(model_id, None)
        return Plain({"model_id": model_id, "type": "unload_model"})

    # Weights

    def save(self, model_id: str, path: str) -> Plain:
        model = self.model(model_id)
        weights, moments = model.trainer.state()
        self.checkpoints.save(path, Meta(self.base.name, model.lora, model.steps), weights, moments)
        return Plain({"path": path, "type": "save_weights"})

    def save_for_sampler(self, model_id: str, path: str | None, sampler_id: str) -> Plain:
        model = self.model(model_id)
        snapshot = model.trainer.weights.snapshot(self.network.dtype)
        if path is None:  # the hot way: no disk
            self.samplers[sampler_id] = SamplerHandle(sampler_id, model.session, model_id, None, snapshot)
            own = [s.id for s in list(self.samplers.values()) if s.model_id == model_id]
            for old in own[:-EPHEMERAL]:
                del self.samplers[old]
            return Plain({"path": None, "sampling_session_id": sampler_id, "type": "save_weights_for_sampler"})
        self.checkpoints.save(path, Meta(self.base.name, model.lora, model.steps), model.trainer.state()[0], None)
        self._remember(path, snapshot)
        return Plain({"path": path, "sampling_session_id": None, "type": "save_weights_for_sampler"})

    def load(self, model_id: str, path: str, optimizer: bool) -> Plain:
        model = self.model(model_id)
        meta, weights, moments = self.checkpoints.load(path)
        kind = (meta.lora.rank, meta.lora.train_attn, meta.lora.train_mlp, meta.lora.train_unembed)
        own = (model.lora.rank, model.lora.train_attn, model.lora.train_mlp, model.lora.train_unembed)
        if meta.base_model != self.base.name or (kind != own and (meta.lora.rank or model.lora.rank)):
            raise Problem(f"{path} is of {meta.base_model} with {meta.lora}; the model is of {self.base.name} with {model.lora}")
        if optimizer and moments is None:
            raise Problem(f"{path} has no optimizer state")
        model.trainer.restore(weights, moments if optimizer else None)
        model.steps = meta.steps if optimizer else 0
        return Plain({"path": path, "type": "load_weights"})

    def _remember(self, path: str, snapshot: Snapshot) -> Snapshot:
        self.loaded[path] = snapshot
        while len(self.loaded) > SNAPSHOTS:
            self.loaded.popitem(last=False)
        return snapshot

    def snapshot(self, path: str) -> Snapshot:
        """Of an address, training saves included."""
        if path in self.loaded:
            self.loaded.move_to_end(path)
            return self.loaded[path]
        meta, weights, _ = self.checkpoints.load(path)
        if meta.base_model != self.base.name:
            raise Problem(f"{path} is of {meta.base_model}; this engine has {self.base.name}")
        there = {n: t.to(self.network.device, self.network.dtype) for n, t in weights.items()}
        made = Snapshot(self.weights, there, meta.lora.scale) if meta.lora.rank else Snapshot(there)
        return self._remember(path, made)

    # Sampling

    def sample(self, handle: SamplerHandle, prompts: list[np.ndarray], params: SamplingParams, seeds: list[int | None],
               num_samples: int, score: bool, topk: int, promise: Promise, done) -> None:
        """Puts num_samples sequences of each prompt into the sampler; `done` makes the result of them all. Into `Parts` each
        goes with its number as soon as it is done."""
        snapshot = self.weights_of(handle)
        scores = self.score(snapshot, prompts[0], topk) if score or topk else None
        sequences: list[Sequence] = []
        left = len(prompts) * num_samples

        def one_done(sequence: Sequence) -> None:
            nonlocal left
            left -= 1
            if isinstance(promise, Parts):
                promise.added.append((sequence.number, sequence))
                self.worker.parts.add(promise)
            if left == 0:
                self.worker.sampling.discard(promise)
                promise.resolve(done(sequences, scores))

        for prompt, seed in zip(prompts, seeds, strict=True):
            seed = secrets.randbits(62) if seed is None else seed
            for j in range(num_samples):
                made = Sequence(prompt, params, mix(seed, j), snapshot, one_done, cancelled=promise.cancelled.is_set, number=len(sequences))
                sequences.append(made)
        self.worker.sampling.add(promise)
        for sequence in sequences:
            self.worker.sampler.add(sequence)

    @torch.inference_mode()
    def score(self, snapshot: Snapshot, prompt: np.ndarray, topk: int) -> tuple[list[float | None], list | None]:
        """Log-probability of each prompt token (none for the first), and the k likeliest at each."""
        weights = view(self.base.spec, snapshot.state, snapshot.adapter, snapshot.lora_scale)
        ids = torch.as_tensor(prompt.astype(np.int64)).to(self.network.device)
        hidden = self.network.hidden(weights, ids, Segments([len(ids)], self.network.device))[:-1]
        values: list[float | None] = [None]
        likeliest: list = [None]
        rows = max(1, self.limits.logit_values // self.base.spec.vocab)
        for h, targets in zip(hidden.split(rows), ids[1:].split(rows), strict=True):
            logp = self.network.logits(weights, h).log_softmax(-1)
            values += logp.gather(-1, targets[:, None])[:, 0].tolist()
            if topk:
                best = logp.topk(topk, -1)
                likeliest += [list(zip(i, v, strict=True)) for i, v in zip(best.indices.tolist(), best.values.tolist(), strict=True)]
        return values, likeliest if topk else None

    @torch.inference_mode()
    def judge(self, handle: SamplerHandle, prompts: list[np.ndarray], scored: list[int]) -> list[Judged]:
        """The last `scored` tokens of each prompt with their log-probabilities, many prompts in a pass."""
        snapshot = self.weights_of(handle)
        weights = view(self.base.spec, snapshot.state, snapshot.adapter, snapshot.lora_scale)
        judged: list[Judged] = []
        for group in runs(prompts, JUDGED_TOKENS):
            ends = np.cumsum([len(prompts[i]) for i in group])
            ids = torch.as_tensor(np.concatenate([prompts[i] for i in group]).astype(np.int64)).to(self.network.device)
            hidden = self.network.hidden(weights, ids, Segments([len(prompts[i]) for i in group], self.network.device))
            at = torch.as_tensor(np.concatenate([np.arange(end - scored[i], end) for i, end in zip(group, ends, strict=True)])).to(ids.device)
            logprobs = self.network.logprobs(weights, hidden[at - 1], ids[at]).tolist()
            for i in group:
                judged.append(Judged(prompts[i][-scored[i] :].tolist(), logprobs[: scored[i]]))
                logprobs = logprobs[scored[i] :]
        return judged

    def weights_of(self, handle: SamplerHandle) -> Snapshot:
        return handle.snapshot or (self.snapshot(handle.path) if handle.path else self.base_snapshot)


def runs(prompts: list[np.ndarray], most: int) -> list[list[int]]:
    """The numbers of prompts that go together: in their order, at most so many tokens, or one alone."""
    found: list[list[int]] = []
    room = 0
    for i, prompt in enumerate(prompts):
        if not found or len(prompt) > room:
            found.append([])
            room = most
        found[-1].append(i)
        room -= len(prompt)
    return found


def micro_tokens(spec: Spec, device: torch.device) -> int:
    """As many as their activations fit a third of what is free. Of a layer these are about nine vectors of its
    width and three of its inner width, in bfloat16 (seen on a 135M Llama)."""
    each = spec.layers * 2 * (9 * spec.width + 3 * spec.ffn)
    return min(65536, max(2048, int(torch.cuda.mem_get_info(device)[0] * 0.33) // each // 2048 * 2048))


def can_compile(device: torch.device) -> bool:
    """Tries: it takes Triton and a C compiler. Without them all works, at about half the speed."""
    try:
        torch.compile(lambda x: x * 2 + 1)(torch.ones(64, device=device))
        return True
    except Exception as error:
        print(f"cannot compile on this machine, so the engine is slower: {type(error).__name__}: {str(error).splitlines()[0]}", file=sys.stderr)
        return False


def load_tokenizer(path: Path | None):
    if path is None:
        return None
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(path))

