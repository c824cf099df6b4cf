from __future__ import annotations

from pathlib import Path

import pytest
import torch
import transformers

from memagent_engine.pocket.export import random_gguf
from memagent_engine.pocket.settings import TINY
from memagent_engine.serve import models
from memagent_engine.serve.attention import Segments
from memagent_engine.serve.network import Network, view

from .conftest import SMALL, VOCAB, save_random

LLAMA3 = {
    "rope_type": "llama3", "rope_theta": 10000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
CONFIGS = {
    "qwen3": transformers.Qwen3Config(**SMALL, head_dim=16, tie_word_embeddings=False),
    "qwen2": transformers.Qwen2Config(**SMALL, tie_word_embeddings=True),
    "llama": transformers.LlamaConfig(**SMALL, tie_word_embeddings=True),
    "llama3": transformers.LlamaConfig(**SMALL, rope_parameters=LLAMA3, tie_word_embeddings=False),
}


@pytest.mark.parametrize("kind", CONFIGS)
def test_logits_are_those_of_transformers(kind: str, tmp_path: Path) -> None:
    folder = save_random(CONFIGS[kind], tmp_path / kind)
    theirs = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    base = models.load(folder)
    network = Network(base.spec, torch.device("cpu"), torch.float32)
    ids = torch.randint(VOCAB, (3, 150))
    with torch.no_grad():
        weights = view(base.spec, base.state)
        ours = network.logits(weights, network.hidden(weights, ids.flatten(), Segments([150] * 3, ids.device))).view(3, 150, -1)
        torch.testing.assert_close(ours, theirs(ids).logits, atol=2e-4, rtol=2e-4)


def test_a_gguf_is_a_model_too(tmp_path: Path) -> None:
    random_gguf(tmp_path / "r.gguf", TINY.shape)
    base = models.load(tmp_path / "r.gguf")
    assert base.name == "r" and base.spec.end_ids == (1,) and base.spec.vocab == TINY.shape.vocab


def test_an_unknown_model_type_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="gpt2"):
        models.spec_of({"model_type": "gpt2"}, None)
    with pytest.raises(FileNotFoundError, match="no model at"):
        models.load(tmp_path / "nothing")
