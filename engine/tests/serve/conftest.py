"""A small random Qwen3 as transformers writes it, and an engine that serves it over loopback."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers
from aiohttp import web

from memagent_engine.serve import models
from memagent_engine.serve.app import Server
from memagent_engine.serve.engine import Engine, Settings
from memagent_engine.serve.wire import Datum

VOCAB = 96
SMALL = {
    "vocab_size": VOCAB, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "max_position_embeddings": 256, "eos_token_id": 1, "bos_token_id": None, "pad_token_id": 0,
}


def save_random(config: transformers.PretrainedConfig, folder: Path) -> Path:
    torch.manual_seed(5)
    model = transformers.AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.normal_(std=0.3) if p.ndim == 2 else p.uniform_(0.5, 1.5) if "norm" in name else p.normal_(std=0.1)
    model.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = transformers.Qwen3Config(**SMALL, head_dim=16, tie_word_embeddings=True)
    return save_random(config, tmp_path_factory.mktemp("models") / "small")


@pytest.fixture(scope="session")
def base(folder: Path) -> models.Base:
    return models.load(folder)


@pytest.fixture
def engine(base: models.Base, tmp_path: Path) -> Engine:
    return Engine(base, tmp_path / "checkpoints", Settings(slots=16, cache_bytes=2**24))


def make_datum(rng: np.random.Generator, prompt: int, reply: int, **inputs: np.ndarray | float) -> Datum:
    """Random tokens. Inputs are given for the reply; the prompt's positions have zeros."""
    ids = rng.integers(2, VOCAB, prompt + reply)
    whole = {}
    for name, value in {"weights": 1.0, **inputs}.items():
        whole[name] = np.concatenate([np.zeros(prompt - 1), np.broadcast_to(value, reply)]).astype(np.float32)
    return Datum(ids[:-1], np.arange(len(ids) - 1), ids[1:], whole, (len(ids) - 1,))


class Remote:
    """A client of a dozen lines."""

    def __init__(self, url: str) -> None:
        self.url = f"{url}/api/v1"

    def raw(self, path: str, body: bytes | None, **headers: str) -> tuple[int, bytes]:
        request = urllib.request.Request(f"{self.url}/{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def post(self, path: str, /, **body: object) -> tuple[int, dict]:
        status, answer = self.raw(path, json.dumps(body).encode(), **{"Content-Type": "application/json"})
        return status, json.loads(answer)

    def get(self, path: str) -> dict:
        return json.loads(self.raw(path, None)[1])

    def ask(self, path: str, /, **body: object) -> dict:
        """Posts, and waits for what was promised."""
        status, promise = self.post(path, **body)
        assert status == 200, promise
        return self.result(promise["request_id"])

    def result(self, request_id: str) -> dict:
        return self.post("retrieve_future", request_id=request_id)[1]

    def model(self, **lora: object) -> str:
        session = self.post("create_session")[1]["session_id"]
        return self.ask("create_model", session_id=session, model_seq_id=0, base_model="small", lora_config={"rank": 4, "seed": 1, **lora})["model_id"]


@pytest.fixture
def serve() -> Iterator:
    """serve(engine, key=None) -> Remote."""
    stops = []

    def start(engine: Engine, key: str | None = None) -> Remote:
        loop = asyncio.new_event_loop()
        runner = web.AppRunner(Server(engine, key).app(), auto_decompress=False)
        loop.run_until_complete(runner.setup())
        loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", 0).start())
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()

        def stop() -> None:
            asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(30)
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

        stops.append(stop)
        return Remote("http://{}:{}".format(*runner.addresses[0]))

    yield start
    for stop in stops:
        stop()


@pytest.fixture
def remote(engine: Engine, serve) -> Remote:
    return serve(engine)
