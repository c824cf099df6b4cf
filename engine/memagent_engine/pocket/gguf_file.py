"""GGUF, llama.cpp's file, written from a state dict; `gguf_read` reads it back into one.

Architecture "qwen3", tokenizer "gpt2" with the pre-tokenizer "qwen2". Matrices are F16, BF16 or
Q8_0; norms stay F32. The output matrix is the embedding, so there is no `output.weight`.
"""

from __future__ import annotations

import json
from pathlib import Path

import gguf
from gguf import GGMLQuantizationType as Type
from gguf import LlamaFileType, TokenType
from torch import Tensor

from .gguf_read import names, read_gguf  # noqa: F401 - both ways in one place
from .settings import Shape
from .special_tokens import END, PAD, SPECIAL_TOKENS

KINDS: dict[str, tuple[Type, LlamaFileType]] = {
    "f16": (Type.F16, LlamaFileType.MOSTLY_F16),
    "bf16": (Type.BF16, LlamaFileType.MOSTLY_BF16),
    "q8_0": (Type.Q8_0, LlamaFileType.MOSTLY_Q8_0),
}

def write_gguf(state: dict[str, Tensor], shape: Shape, tokenizer: Path, path: Path, kind: str, name: str = "pocket") -> None:
    matrix_type, file_type = KINDS[kind]
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(str(path), "qwen3")
    writer.add_name(name)
    writer.add_file_type(file_type)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    writer.add_context_length(shape.window)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.ffn)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_key_length(shape.head)
    writer.add_value_length(shape.head)
    writer.add_rope_freq_base(shape.theta)
    writer.add_layer_norm_rms_eps(shape.eps)
    writer.add_vocab_size(shape.vocab)
    add_tokenizer(writer, tokenizer, shape.vocab)
    for ours, theirs in names(shape.layers).items():
        values = state[ours].float().numpy()
        wanted = matrix_type if values.ndim == 2 else Type.F32
        writer.add_tensor(theirs, gguf.quants.quantize(values, wanted), raw_dtype=wanted)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def add_tokenizer(writer: gguf.GGUFWriter, tokenizer: Path, vocab: int) -> None:
    model = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]
    tokens = [f"<|unused{i}|>" for i in range(vocab)]  # only a random test model has any left
    types = [TokenType.UNUSED] * vocab
    for token, index in model["vocab"].items():
        tokens[index], types[index] = token, TokenType.NORMAL
    types[: len(SPECIAL_TOKENS)] = [TokenType.CONTROL] * len(SPECIAL_TOKENS)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_merges([m if isinstance(m, str) else " ".join(m) for m in model["merges"]])
    writer.add_eos_token_id(END)
    writer.add_eot_token_id(END)
    writer.add_pad_token_id(PAD)
    writer.add_add_bos_token(False)
