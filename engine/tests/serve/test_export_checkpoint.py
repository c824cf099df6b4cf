from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import gguf
import numpy as np
import pytest
import torch
import transformers

from memagent_engine.pocket.export import random_gguf
from memagent_engine.pocket.settings import TINY
from memagent_engine.serve import models
from memagent_engine.serve.attention import Segments
from memagent_engine.serve.engine import Engine, Settings
from memagent_engine.serve.export import export, main
from memagent_engine.serve.network import Network, View, view
from memagent_engine.serve.problems import Problem
from memagent_engine.serve.weights import LoraConfig


def trained(engine: Engine, lora: LoraConfig) -> tuple[View, str]:
    engine.create_model("m", "s", lora)
    weights = engine.model("m").trainer.weights
    with torch.no_grad():
        for p in weights.trained.values():
            p.add_(0.02 * torch.randn(p.shape, generator=torch.Generator().manual_seed(1)))
    path = f"tinker://m/weights/r{lora.rank}"
    engine.save("m", path)
    return weights.view(), path


def logits(network: Network, weights: View, ids: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return network.logits(weights, network.hidden(weights, ids[0], Segments([ids.shape[1]], ids.device)))[None]


@pytest.mark.parametrize("lora", [LoraConfig(), LoraConfig(4, 1), LoraConfig(4, 1, train_unembed=False)])
def test_a_folder_that_transformers_loads(engine: Engine, tmp_path: Path, lora: LoraConfig) -> None:
    weights, path = trained(engine, lora)
    out = export(engine.base, engine.checkpoints, path, tmp_path / "out", "safetensors")
    ids = torch.arange(2, 40)[None]
    theirs = transformers.AutoModelForCausalLM.from_pretrained(out, dtype=torch.float32)
    with torch.no_grad():
        torch.testing.assert_close(theirs(ids).logits, logits(engine.network, weights, ids), atol=1e-3, rtol=1e-3)


@pytest.mark.parametrize("lora", [LoraConfig(), LoraConfig(4, 1), LoraConfig(4, 1, train_unembed=False)])
def test_a_gguf_with_the_tokenizer_of_its_base(tmp_path: Path, lora: LoraConfig) -> None:
    random_gguf(tmp_path / "tiny.gguf", TINY.shape, kind="f16")
    engine = Engine(models.load(tmp_path / "tiny.gguf"), tmp_path / "ck", Settings(cache_bytes=2**24))
    weights, path = trained(engine, lora)
    file = export(engine.base, engine.checkpoints, path, tmp_path / "out", "gguf")
    was, now = (gguf.GGUFReader(str(f)).fields for f in (engine.base.path, file))
    assert now["tokenizer.ggml.tokens"].contents() == was["tokenizer.ggml.tokens"].contents()
    assert now["qwen3.context_length"].contents() == TINY.shape.window
    tensors = {t.name: gguf.quants.dequantize(t.data, t.tensor_type) for t in gguf.GGUFReader(str(file)).tensors}
    assert ("output.weight" in tensors) == (lora.rank > 0 and lora.train_unembed)
    if "output.weight" not in tensors:
        again = models.load(file)
        ids = torch.arange(2, 60)[None]
        theirs = logits(engine.network, view(again.spec, again.state), ids)
        torch.testing.assert_close(theirs, logits(engine.network, weights, ids), atol=2e-2, rtol=2e-2)
    if lora.rank and not lora.train_unembed:
        adapter = {t.name: t.data for t in gguf.GGUFReader(str(export(engine.base, engine.checkpoints, path, tmp_path / "out", "gguf-lora"))).tensors}
        delta = 8.0 * adapter["blk.0.ffn_up.weight.lora_b"] @ adapter["blk.0.ffn_up.weight.lora_a"]  # alpha / rank
        expected = tensors["blk.0.ffn_up.weight"] - engine.base.state["model.layers.0.mlp.up_proj.weight"].numpy()
        np.testing.assert_allclose(delta, expected, atol=1e-3)


def test_an_adapter_on_a_tied_head_is_refused_as_such(tmp_path: Path) -> None:
    random_gguf(tmp_path / "tiny.gguf", TINY.shape)
    engine = Engine(models.load(tmp_path / "tiny.gguf"), tmp_path / "ck", Settings(cache_bytes=2**24))
    _, path = trained(engine, LoraConfig(4, 1))
    with pytest.raises(Problem, match="train_unembed false"):
        export(engine.base, engine.checkpoints, path, tmp_path / "out", "gguf-lora")


@pytest.mark.parametrize(
    ("lora", "kind"), [(LoraConfig(), "gguf"), (LoraConfig(4, 1), "gguf"), (LoraConfig(4, 1, train_unembed=False), "gguf-lora")]
)
def test_llama_cpp_chooses_as_the_engine_does(tokenizer_file: Path, tmp_path: Path, lora: LoraConfig, kind: str) -> None:
    script = Path(__file__).with_name("llama-adapter.mjs")
    found = shutil.which("node") and subprocess.run(
        ["node", "--input-type=module", "-e", "await import('node-llama-cpp')"], cwd=script.parent, capture_output=True
    ).returncode == 0
    if not found:
        pytest.skip("node-llama-cpp is not installed")
    base_file = tmp_path / "tiny.gguf"
    random_gguf(base_file, TINY.shape, tokenizer_file, "f16")
    engine = Engine(models.load(base_file), tmp_path / "ck", Settings(cache_bytes=2**24))
    engine.create_model("m", "s", lora)
    weights = engine.model("m").trainer.weights
    with torch.no_grad():  # far apart logits, so that no rounding decides
        for p in weights.trained.values():
            p.add_(0.3 * torch.randn(p.shape, generator=torch.Generator().manual_seed(1)))
    engine.save("m", "tinker://m/weights/x")
    file = str(export(engine.base, engine.checkpoints, "tinker://m/weights/x", tmp_path / "out", kind))
    prompts = [torch.randint(200, 500, (n,), generator=torch.Generator().manual_seed(n)).tolist() for n in (5, 60, 150)]
    model = {"model": str(base_file), "adapter": file} if kind == "gguf-lora" else {"model": file}
    job, answers = tmp_path / "job.json", tmp_path / "answers.json"
    job.write_text(json.dumps({**model, "prompts": prompts, "count": 5}))
    subprocess.run(["node", str(script), str(job), str(answers)], capture_output=True, check=True)
    expected = []
    for prompt in prompts:
        ids = list(prompt)
        for _ in range(5):
            ids.append(int(logits(engine.network, weights.view(), torch.tensor([ids]))[0, -1].argmax()))
        expected.append(ids[-5:])
    assert json.loads(answers.read_text())["greedy"] == expected


def test_the_command_says_in_a_line_what_cannot_be_exported(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(model: Path) -> None:
        args = {"model": model, "checkpoints": tmp_path, "path": "tinker://m/weights/none", "out": tmp_path / "out", "format": "gguf"}
        monkeypatch.setattr("sys.argv", ["export", *(str(part) for name, value in args.items() for part in (f"--{name}", value))])
        main()

    with pytest.raises(SystemExit, match="there is no tinker://m/weights/none"):
        run(folder)
    with pytest.raises(SystemExit, match="no model at"):
        run(tmp_path / "nowhere")
