"""A model from a Hugging Face folder or a GGUF file: its spec, its weights, where its tokenizer is."""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from .network import Spec

KNOWN = ("llama", "qwen2", "qwen3", "mistral")


@dataclass
class Base:
    name: str
    path: Path
    spec: Spec
    state: dict[str, Tensor]  # on the CPU, in float32
    tokenizer: Path | None    # tokenizer.json

    def fingerprint(self) -> str:
        """Tells weights apart that are served under one name: of names, shapes and values spread over every tensor."""
        seen = hashlib.sha256()
        for name, tensor in sorted(self.state.items()):
            flat = tensor.reshape(-1)
            seen.update(f"{name} {tuple(tensor.shape)}\n".encode())
            seen.update(flat[:: max(1, len(flat) // 4096)].contiguous().numpy().tobytes())
        return seen.hexdigest()[:16]


def load(path: Path, name: str | None = None) -> Base:
    if not path.exists():
        raise FileNotFoundError(f"no model at {path}: give a Hugging Face folder or a .gguf file")
    if path.is_dir():
        return Base(name or path.resolve().name, path, *from_folder(path))
    return Base(name or path.stem, path, *from_gguf(path))


def from_folder(path: Path) -> tuple[Spec, dict[str, Tensor], Path | None]:
    from safetensors.torch import load_file

    config = json.loads((path / "config.json").read_text())
    files = sorted(path.glob("*.safetensors"))
    if not files:
        raise FileNotFoundError(f"no .safetensors in {path}")
    state = {name: t.float() for file in files for name, t in load_file(file).items()}
    ends = json.loads(g.read_text()) if (g := path / "generation_config.json").exists() else {}
    tokenizer = path / "tokenizer.json"
    spec = spec_of(config, ends.get("eos_token_id"))
    return spec, checked(spec, state), tokenizer if tokenizer.exists() else None


def from_gguf(path: Path) -> tuple[Spec, dict[str, Tensor], Path | None]:
    from ..pocket.export import hf_config
    from ..pocket.gguf_read import read_gguf

    beside = path.with_name("tokenizer.json")
    try:
        state, shape = read_gguf(path)
        spec = spec_of(hf_config(shape), None)
        return spec, checked(spec, state), beside if beside.exists() else None
    except (KeyError, ValueError):
        pass  # another architecture, an output matrix of its own, another quantization: transformers reads it
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    spec = spec_of(model.config.to_dict(), None)
    state = {name: t.detach() for name, t in model.state_dict().items()}
    return spec, checked(spec, state), beside if beside.exists() else None


def spec_of(config: dict, end_ids: int | list[int] | None) -> Spec:
    kind = config.get("model_type")
    if kind not in KNOWN:
        raise ValueError(f"model type {kind!r} is not one of {', '.join(KNOWN)}")
    if config.get("use_sliding_window"):
        raise ValueError("models with a sliding window are not supported")
    heads = config["num_attention_heads"]
    head = config.get("head_dim") or config["hidden_size"] // heads
    frequencies, scale = rotary(config, head)
    ends = end_ids if end_ids is not None else config.get("eos_token_id")
    return Spec(
        vocab=config["vocab_size"], width=config["hidden_size"], layers=config["num_hidden_layers"], heads=heads,
        kv_heads=config.get("num_key_value_heads") or heads, head=head, ffn=config["intermediate_size"],
        window=config["max_position_embeddings"], eps=config["rms_norm_eps"], tied=bool(config.get("tie_word_embeddings")),
        inverse_frequencies=tuple(frequencies), rotary_scale=scale,
        end_ids=tuple([ends] if isinstance(ends, int) else ends or []), config=config,
    )


def rotary(config: dict, head: int) -> tuple[list[float], float]:
    """Plain frequencies here; scaled ones (llama3, yarn, linear) as transformers computes them."""
    said = {**(config.get("rope_scaling") or {}), **(config.get("rope_parameters") or {})}
    kind = said.get("rope_type", said.get("type", "default"))
    theta = said.get("rope_theta") or config.get("rope_theta") or 10_000.0
    if kind in ("default", None):
        return (theta ** -(torch.arange(0, head, 2).double() / head)).tolist(), 1.0
    from transformers import AutoConfig
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    with tempfile.TemporaryDirectory() as aside:
        (Path(aside) / "config.json").write_text(json.dumps(config))
        frequencies, scale = ROPE_INIT_FUNCTIONS[kind](AutoConfig.from_pretrained(aside), torch.device("cpu"))
    return frequencies.tolist(), float(scale)


def checked(spec: Spec, state: dict[str, Tensor]) -> dict[str, Tensor]:
    state = {name: t.contiguous() for name, t in state.items() if "rotary_emb" not in name}
    if spec.tied:
        state.pop("lm_head.weight", None)
    wanted = {"model.embed_tokens.weight", "model.norm.weight"} | (set() if spec.tied else {"lm_head.weight"})
    for i in range(spec.layers):
        wanted |= {f"model.layers.{i}.self_attn.{n}_proj.weight" for n in "qkvo"}
        wanted |= {f"model.layers.{i}.mlp.{n}_proj.weight" for n in ("gate", "up", "down")}
    if missing := wanted - state.keys():
        raise ValueError(f"the model lacks {len(missing)} tensors, among them {sorted(missing)[0]}")
    return state
