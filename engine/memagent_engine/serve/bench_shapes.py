"""Models of random weights in known shapes, to measure on."""

from __future__ import annotations

from pathlib import Path

import torch

from . import models

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
    "overhead": {  # whose arithmetic costs next to nothing
        **LLAMA, "vocab_size": 256, "hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1,
        "num_attention_heads": 1, "num_key_value_heads": 1, "head_dim": 8, "max_position_embeddings": 1024,
    },
}


def random_base(name: str) -> models.Base:
    """With attention that tells tokens apart and logits of some spread, so that rounding shows as it does in a trained model."""
    torch.manual_seed(1)
    s = models.spec_of(SHAPES[name], [])
    state = {"model.embed_tokens.weight": torch.randn(s.vocab, s.width) * 0.08, "model.norm.weight": torch.ones(s.width)}
    out = {"q": s.heads, "k": s.kv_heads, "v": s.kv_heads}
    for i in range(s.layers):
        at = f"model.layers.{i}"
        for n in ("input_layernorm", "post_attention_layernorm"):
            state[f"{at}.{n}.weight"] = torch.ones(s.width)
        for n, heads in out.items():
            state[f"{at}.self_attn.{n}_proj.weight"] = torch.randn(heads * s.head, s.width) * (0.03 if n == "v" else 0.05)
        state[f"{at}.self_attn.o_proj.weight"] = torch.randn(s.width, s.heads * s.head) * 0.03
        for n in ("gate", "up"):
            state[f"{at}.mlp.{n}_proj.weight"] = torch.randn(s.ffn, s.width) * 0.02
        state[f"{at}.mlp.down_proj.weight"] = torch.randn(s.width, s.ffn) * 0.02
        if SHAPES[name]["model_type"] == "qwen3":
            for n in "qk":
                state[f"{at}.self_attn.{n}_norm.weight"] = torch.ones(s.head)
    return models.Base(name, Path(name), s, state, None)
