"""A checkpoint as a model: a Hugging Face folder, a GGUF, or a GGUF adapter that llama.cpp loads.

    python -m memagent_engine.serve.export --model BASE --checkpoints DIR --path tinker://... --out DIR --format safetensors|gguf|gguf-lora
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor

from . import models
from .checkpoints import Checkpoints
from .problems import Problem
from .weights import ALPHA, Snapshot, merged

FORMATS = ("safetensors", "gguf", "gguf-lora")


def export(base: models.Base, checkpoints: Checkpoints, path: str, out: Path, kind: str) -> Path:
    if kind not in FORMATS:
        raise Problem(f"an export's format is {', '.join(FORMATS)}, not {kind!r}")
    meta, weights, _ = checkpoints.load(path)
    if meta.base_model != base.name:
        raise Problem(f"{path} is of {meta.base_model}, not of {base.name}")
    snapshot = Snapshot(base.state, weights, meta.lora.scale) if meta.lora.rank else Snapshot(weights)
    out.mkdir(parents=True, exist_ok=True)
    if kind == "safetensors":
        return write_folder(base, merged(snapshot), out)
    if base.spec.config.get("model_type") != "qwen3":
        raise Problem("GGUF is written for Qwen3 models; for others export safetensors and use llama.cpp's convert_hf_to_gguf.py")
    if kind == "gguf":
        return write_gguf(base, merged(snapshot), out / "model.gguf")
    if not meta.lora.rank:
        raise Problem(f"{path} has no adapter: export gguf")
    return write_adapter(base, weights, meta.lora.rank, out / "adapter.gguf")


def write_folder(base: models.Base, state: dict[str, Tensor], out: Path) -> Path:
    config = {**base.spec.config, "tie_word_embeddings": "lm_head.weight" not in state}
    kept = {n: t.to(torch.float32 if config.get("dtype") == "float32" else torch.bfloat16).contiguous() for n, t in state.items()}
    save_file(kept, out / "model.safetensors", metadata={"format": "pt"})
    (out / "config.json").write_text(json.dumps(config, indent=2))
    for beside in base.path.glob("*token*") if base.path.is_dir() else ():
        shutil.copyfile(beside, out / beside.name)
    return out


def write_gguf(base: models.Base, state: dict[str, Tensor], file: Path, kind: str = "f16") -> Path:
    import gguf

    from ..pocket.gguf_file import KINDS, names
    from ..pocket.gguf_file import write_gguf as write_whole
    from ..pocket.settings import Shape

    s = base.spec
    if base.path.is_dir():
        if base.tokenizer is None or "lm_head.weight" in state:
            raise Problem("a GGUF of a folder needs its tokenizer.json and tied embeddings (train_unembed false): export safetensors")
        theta = base.spec.inverse_frequencies[1] ** (-s.head / 2)
        shape = Shape(s.vocab, s.width, s.layers, s.heads, s.kv_heads, s.head, s.ffn, s.window, round(theta, 3), s.eps)
        write_whole(state, shape, base.tokenizer, file, kind, name=base.name)
        return file
    reader = gguf.GGUFReader(str(base.path))
    writer = gguf.GGUFWriter(str(file), reader.fields["general.architecture"].contents())
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name in ("general.architecture", "general.file_type"):
            continue
        inner = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, field.contents(), field.types[0], sub_type=inner)
    matrix, file_type = KINDS[kind]
    writer.add_file_type(file_type)
    for ours, theirs in {**names(s.layers), "lm_head.weight": "output.weight"}.items():
        if ours in state:
            add_tensor(writer, theirs, state[ours], matrix if state[ours].ndim == 2 else gguf.GGMLQuantizationType.F32)
    finish(writer)
    return file


def write_adapter(base: models.Base, adapter: dict[str, Tensor], rank: int, file: Path) -> Path:
    """llama.cpp's layout: <tensor>.lora_a (rank x in) and .lora_b (out x rank), scaled by alpha / rank."""
    import gguf

    from ..pocket.gguf_file import names

    theirs = {**names(base.spec.layers), "lm_head.weight": "output.weight"}
    if base.spec.tied and any(n.startswith("lm_head.") for n in adapter):
        raise Problem("the adapter is on the output matrix, which here is the embedding: train with train_unembed false, or export gguf")
    writer = gguf.GGUFWriter(str(file), "qwen3")
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, ALPHA)
    for name, tensor in adapter.items():
        part, letter = name[:-1].removesuffix(".lora_"), name[-1].lower()
        add_tensor(writer, f"{theirs[f'{part}.weight']}.lora_{letter}", tensor, gguf.GGMLQuantizationType.F32)
    finish(writer)
    return file


def add_tensor(writer, name: str, tensor: Tensor, kind) -> None:
    import gguf

    values = np.ascontiguousarray(tensor.detach().float().cpu().numpy())
    writer.add_tensor(name, gguf.quants.quantize(values, kind), raw_dtype=kind)


def finish(writer) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--name", help="the base's name, where the engine was given one")
    parser.add_argument("--checkpoints", type=Path, required=True)
    parser.add_argument("--path", required=True, help="tinker://<model>/<weights|sampler_weights>/<name>")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--format", choices=FORMATS, required=True)
    args = parser.parse_args()
    try:
        print(export(models.load(args.model, args.name), Checkpoints(args.checkpoints), args.path, args.out, args.format))
    except (Problem, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
