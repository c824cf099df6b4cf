"""How fast the engine is, on random weights of a known shape. One line of JSON for each figure.

    python -m memagent_engine.serve.bench --shape llama-135m --device cuda --compile
    python -m memagent_engine.serve.bench --shape tiny            # a few seconds on a CPU

training      forward_backward and optim_step, lengths spread evenly between two bounds, in tokens a second
sampling      new tokens a second with all slots in use
conversations prompts a second with a few new tokens each, what `select` does; and the bare forward passes beside it
http          the same conversations through the server's batched call
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import aiohttp
import numpy as np
import torch
from aiohttp import web

from . import frames, models
from .app import Server
from .engine import Engine, Settings
from .network import view
from .sampler import Sampler, SamplingParams, Sequence
from .trainer import AdamParams, Trainer
from .weights import LoraConfig, Weights
from .wire import Datum

LLAMA = {"model_type": "llama", "num_attention_heads": 9, "num_key_value_heads": 3, "rms_norm_eps": 1e-5, "tie_word_embeddings": True}
SHAPES: dict[str, dict] = {
    "llama-135m": {
        **LLAMA, "vocab_size": 49152, "hidden_size": 576, "intermediate_size": 1536, "num_hidden_layers": 30, "max_position_embeddings": 8192,
    },
    "pocket": {
        **LLAMA, "model_type": "qwen3", "vocab_size": 16384, "hidden_size": 512, "intermediate_size": 1280, "num_hidden_layers": 9,
        "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 64, "max_position_embeddings": 4096,
    },
    "tiny": {
        **LLAMA, "model_type": "qwen3", "vocab_size": 512, "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
        "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 32, "max_position_embeddings": 512,
    },
}


def random_base(name: str) -> models.Base:
    torch.manual_seed(1)
    s = models.spec_of(SHAPES[name], [])
    state = {"model.embed_tokens.weight": torch.randn(s.vocab, s.width) * 0.02, "model.norm.weight": torch.ones(s.width)}
    out = {"q": s.heads, "k": s.kv_heads, "v": s.kv_heads}
    for i in range(s.layers):
        at = f"model.layers.{i}"
        for n in ("input_layernorm", "post_attention_layernorm"):
            state[f"{at}.{n}.weight"] = torch.ones(s.width)
        for n, heads in out.items():
            state[f"{at}.self_attn.{n}_proj.weight"] = torch.randn(heads * s.head, s.width) * 0.02
        state[f"{at}.self_attn.o_proj.weight"] = torch.randn(s.width, s.heads * s.head) * 0.02
        for n in ("gate", "up"):
            state[f"{at}.mlp.{n}_proj.weight"] = torch.randn(s.ffn, s.width) * 0.02
        state[f"{at}.mlp.down_proj.weight"] = torch.randn(s.width, s.ffn) * 0.02
        if SHAPES[name]["model_type"] == "qwen3":
            for n in "qk":
                state[f"{at}.self_attn.{n}_norm.weight"] = torch.ones(s.head)
    return models.Base(name, Path(name), s, state, None)


def say(what: str, **values: object) -> None:
    print(json.dumps({"bench": what, **{k: round(v, 4) if isinstance(v, float) else v for k, v in values.items()}}), flush=True)


def timed(engine: Engine, work: Callable[[], object], repeat: int) -> float:
    """Seconds of the fastest run, after one to warm up."""
    best = float("inf")
    for i in range(repeat + 1):
        sync(engine)
        start = time.perf_counter()
        work()
        sync(engine)
        best = min(best, time.perf_counter() - start) if i else best
    return best


def sync(engine: Engine) -> None:
    if engine.network.device.type == "cuda":
        torch.cuda.synchronize()


def training(engine: Engine, rank: int, sparse: bool, count: int, low: int, high: int, repeat: int) -> None:
    rng, vocab = np.random.default_rng(1), engine.base.spec.vocab
    data = []
    for n in np.linspace(low, high, count).astype(int):
        ids = rng.integers(2, vocab, n + 1)
        reply = n // 4  # the rest is prompt
        where = np.arange(n - 4 if sparse else 0, n)
        weights = (where >= (n - 4 if sparse else n - reply)).astype(np.float32)
        inputs = {"weights": weights, "advantages": weights * 0.1, "logprobs": np.full(len(where), -9.0, np.float32)}
        data.append(Datum(ids[:-1], where, ids[1:][where], inputs, (len(where),)))
    base = engine.weights if rank else {n: t.to(engine.network.device) for n, t in engine.base.state.items()}
    trainer = Trainer(engine.network, Weights(engine.base.spec, base, LoraConfig(rank, 1)), engine.limits)

    def step() -> None:
        trainer.forward(data, "importance_sampling", {}, backward=True)
        trainer.step(AdamParams(learning_rate=1e-6))

    tokens = sum(len(d.tokens) for d in data)
    seconds = timed(engine, step, repeat)
    peak = torch.cuda.max_memory_allocated() / 2**30 if engine.network.device.type == "cuda" else 0.0
    say("training", rank=rank, sparse=sparse, tokens=tokens, seconds=seconds, tokens_per_second=tokens / seconds, peak_gib=peak)


def sampling(engine: Engine, rank: int, count: int, prompt: int, new: int, repeat: int) -> None:
    snapshot = engine.base_snapshot
    if rank:
        snapshot = Weights(engine.base.spec, engine.weights, LoraConfig(rank, 1)).snapshot(engine.network.dtype)
    sampler = Sampler(engine.network, engine.worker.sampler.limits)
    rng = np.random.default_rng(2)

    def fill() -> None:
        for i in range(count):
            sampler.add(Sequence(rng.integers(2, engine.base.spec.vocab, prompt), SamplingParams(new), i, snapshot, lambda s: None))
        while sampler.busy:
            sampler.step()

    seconds = timed(engine, fill, repeat)
    say("sampling", rank=rank, sequences=count, prompt=prompt, new=new, seconds=seconds, new_tokens_per_second=count * new / seconds,
        prompts_per_second=count / seconds)


def bare(engine: Engine, count: int, prompt: int, new: int, repeat: int) -> None:
    """The same forward passes and nothing else: prompts in full batches, the last logits, the argmax."""
    weights = view(engine.base.spec, engine.weights)
    rows = max(1, engine.worker.sampler.limits.prefill_tokens // prompt)

    @torch.inference_mode()
    def passes() -> None:
        for at in range(0, count, rows):
            ids = torch.randint(2, engine.base.spec.vocab, (min(rows, count - at), prompt), device=engine.network.device)
            engine.network.logits(weights, engine.network.hidden(weights, ids)[:, -1]).argmax(-1)

    seconds = timed(engine, passes, repeat)
    say("bare prefill", sequences=count, prompt=prompt, seconds=seconds, prompts_per_second=count / seconds)


async def http(engine: Engine, count: int, prompt: int, new: int, repeat: int) -> None:
    runner = web.AppRunner(Server(engine).app(), auto_decompress=False)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = "http://{}:{}/api/v1/memagent/sample_batch".format(*runner.addresses[0])
    rng, best = np.random.default_rng(3), float("inf")
    async with aiohttp.ClientSession() as session:
        for i in range(repeat + 1):
            prompts = [rng.integers(2, engine.base.spec.vocab, prompt) for _ in range(count)]
            start = time.perf_counter()
            header = {"base_model": engine.base.name, "sampling_params": {"max_tokens": new, "stop": []}, "seeds": list(range(count))}
            async with session.post(url, data=frames.write_request(header, prompts)) as response:
                got = frames.read_response(await response.read())
            assert len(got) == count
            best = min(best, time.perf_counter() - start) if i else best
    say("http", sequences=count, prompt=prompt, new=new, seconds=best, prompts_per_second=count / best)
    await runner.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", choices=list(SHAPES), default="tiny")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--micro-tokens", type=int, default=0)
    parser.add_argument("--slots", type=int, default=256)
    parser.add_argument("--only", choices=["training", "sampling", "conversations"])
    parser.add_argument("--repeat", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as aside:
        settings = Settings(args.device, args.compile, micro_tokens=args.micro_tokens, slots=args.slots)
        engine = Engine(random_base(args.shape), Path(aside), settings)
        window, small = engine.base.spec.window, args.device == "cpu"
        say("engine", shape=args.shape, device=torch.cuda.get_device_name() if not small else "cpu", torch=torch.__version__,
            parameters=sum(t.numel() for t in engine.weights.values()))
        if args.only in (None, "training"):
            low, high = (128, 384) if small else (2000, min(6000, window - 1))
            for rank, sparse in ((0, False), (0, True), (32, False)):
                training(engine, rank, sparse, 8 if small else 64, low, high, args.repeat)
        if args.only in (None, "sampling"):
            for rank in (0, 32):
                sampling(engine, rank, 16 if small else args.slots, 128 if small else 1500, 16 if small else 128, args.repeat)
        if args.only in (None, "conversations"):
            count, prompt = (16, 400) if small else (512, 2000)
            bare(engine, count, prompt, 4, args.repeat)
            sampling(engine, 0, count, prompt, 4, args.repeat)
            asyncio.run(http(engine, count, prompt, 4, args.repeat))


if __name__ == "__main__":
    main()
