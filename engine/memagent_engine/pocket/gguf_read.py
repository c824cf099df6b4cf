"""Reads a GGUF of ours with numpy alone, for machines without the `gguf` package.

Metadata of every type, tensors as F32, F16, BF16 and Q8_0: what `gguf_file.write_gguf` writes.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from .settings import Shape

SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9
F32, F16, Q8_0, BF16 = 0, 1, 8, 30
BLOCK = np.dtype([("scale", "<f2"), ("values", "i1", 32)])  # of Q8_0


OUTSIDE = {"model.embed_tokens": "token_embd", "model.norm": "output_norm"}
INSIDE = {  # of a layer
    "input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output", "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm", "post_attention_layernorm": "ffn_norm", "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
}


def names(layers: int) -> dict[str, str]:
    """transformers' parameter names -> llama.cpp's."""
    found = {f"{ours}.weight": f"{theirs}.weight" for ours, theirs in OUTSIDE.items()}
    for i in range(layers):
        found |= {f"model.layers.{i}.{ours}.weight": f"blk.{i}.{theirs}.weight" for ours, theirs in INSIDE.items()}
    return found


class Cursor:
    def __init__(self, data: memoryview) -> None:
        self.data, self.at = data, 0

    def take(self, code: str):
        (value,) = struct.unpack_from(f"<{code}", self.data, self.at)
        self.at += struct.calcsize(f"<{code}")
        return value

    def text(self) -> str:
        length = self.take("Q")
        self.at += length
        return bytes(self.data[self.at - length : self.at]).decode("utf-8")

    def value(self, kind: int):
        if kind == STRING:
            return self.text()
        if kind != ARRAY:
            return self.take(SCALARS[kind])
        inner, count = self.take("I"), self.take("Q")
        return [self.value(inner) for _ in range(count)]


def read_fields(path: Path) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """All metadata, and all tensors as float32 in the order of rows that PyTorch has."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    cursor = Cursor(memoryview(data))
    if cursor.take("I") != 0x46554747 or cursor.take("I") not in (2, 3):
        raise ValueError(f"{path} is no GGUF of version 2 or 3")
    tensors, count = cursor.take("Q"), cursor.take("Q")
    fields = {}
    for _ in range(count):
        name = cursor.text()
        fields[name] = cursor.value(cursor.take("I"))
    kept = []
    for _ in range(tensors):
        name = cursor.text()
        shape = [cursor.take("Q") for _ in range(cursor.take("I"))]
        kept.append((name, shape[::-1], cursor.take("I"), cursor.take("Q")))
    align = int(fields.get("general.alignment", 32))
    base = -(-cursor.at // align) * align
    return fields, {name: values(data, base + offset, shape, kind, name) for name, shape, kind, offset in kept}


def values(data: np.ndarray, at: int, shape: list[int], kind: int, name: str) -> np.ndarray:
    count = int(np.prod(shape))
    if kind == Q8_0:
        blocks = data[at : at + count // 32 * BLOCK.itemsize].view(BLOCK)
        found = blocks["values"].astype(np.float32) * blocks["scale"].astype(np.float32)[:, None]
    elif kind == BF16:
        found = (data[at : at + 2 * count].view("<u2").astype(np.uint32) << 16).view(np.float32)
    elif kind in (F32, F16):
        size = 4 if kind == F32 else 2
        found = data[at : at + size * count].view(f"<f{size}").astype(np.float32)
    else:
        raise ValueError(f"the tensor {name} is of kind {kind}: F32, F16, BF16 and Q8_0 are read")
    return found.reshape(shape)


def read_gguf(path: Path) -> tuple[dict[str, Tensor], Shape]:
    """The weights, dequantized to float32, and the shape they are of."""
    fields, tensors = read_fields(path)

    def value(key: str) -> float:
        return fields[f"qwen3.{key}"]

    shape = Shape(
        vocab=tensors["token_embd.weight"].shape[0], width=int(value("embedding_length")),
        layers=int(value("block_count")), heads=int(value("attention.head_count")),
        kv_heads=int(value("attention.head_count_kv")), head=int(value("attention.key_length")),
        ffn=int(value("feed_forward_length")), window=int(value("context_length")),
        theta=float(value("rope.freq_base")), eps=float(f"{value('attention.layer_norm_rms_epsilon'):.6g}"),  # stored as float32
    )
    return {ours: torch.from_numpy(tensors[theirs]) for ours, theirs in names(shape.layers).items()}, shape
