"""The decoder behind Llama, Qwen2 and Qwen3, as functions of its weights.

RMSNorm, rotary positions, grouped-query attention, SwiGLU; biases and per-head norms where the weights
have them. The weights are an argument, so that one function trains them, samples from an older copy and
is captured into a CUDA graph. Names of tensors are transformers' own.

Shapes: B rows, T tokens of a row, L keys, D width, H heads, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.checkpoint import checkpoint

Attend = Callable[[int, Tensor, Tensor, Tensor], Tensor]  # layer, q (B, H, T, d), k and v (B, kv, T, d)


@dataclass(frozen=True)
class Spec:
    """What of a model's config the arithmetic needs."""

    vocab: int
    width: int
    layers: int
    heads: int
    kv_heads: int
    head: int
    ffn: int
    window: int
    eps: float
    tied: bool
    inverse_frequencies: tuple[float, ...]
    rotary_scale: float = 1.0
    end_ids: tuple[int, ...] = ()
    config: dict = field(default_factory=dict, compare=False)  # as Hugging Face writes it, for exports


@dataclass
class View:
    """Weights laid out for the functions below: per layer, a dict from short name to tensor."""

    embed: Tensor
    layers: list[dict[str, Tensor]]
    norm: Tensor
    head: dict[str, Tensor]
    lora_scale: float = 0.0


def view(spec: Spec, state: dict[str, Tensor], adapter: dict[str, Tensor] | None = None, lora_scale: float = 0.0) -> View:
    every = {**state, **(adapter or {})}
    layers: list[dict[str, Tensor]] = [{} for _ in range(spec.layers)]
    head = {"lm_head.weight": every["model.embed_tokens.weight"]} if spec.tied else {}
    for name, tensor in every.items():
        if name.startswith("model.layers."):
            number, short = name.removeprefix("model.layers.").split(".", 1)
            layers[int(number)][short] = tensor
        elif name.startswith("lm_head."):
            head[name] = tensor
    return View(every["model.embed_tokens.weight"], layers, every["model.norm.weight"], head, lora_scale)


def linear(w: dict[str, Tensor], name: str, x: Tensor, lora_scale: float) -> Tensor:
    bias = w.get(f"{name}.bias")
    y = F.linear(x, w[f"{name}.weight"].to(x.dtype), None if bias is None else bias.to(x.dtype))
    if (down := w.get(f"{name}.lora_A")) is not None:
        y = y + F.linear(F.linear(x, down.to(x.dtype)), w[f"{name}.lora_B"].to(x.dtype)) * lora_scale
    return y


def norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    # In float32 at least, whatever the stream is: a sum of squares in bfloat16 is too coarse.
    return F.rms_norm(x.float(), weight.shape, weight.float(), eps).to(x.dtype)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """x: (B, T, H, d); cos, sin: (B or 1, T, 1, d / 2)."""
    a, b = x.float().chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(x.dtype)


def block(x: Tensor, w: dict[str, Tensor], cos: Tensor, sin: Tensor, spec: Spec, lora_scale: float, attend: Attend, layer: int) -> Tensor:
    B, T, _ = x.shape
    h = norm(x, w["input_layernorm.weight"], spec.eps)
    q, k, v = (linear(w, f"self_attn.{n}_proj", h, lora_scale).view(B, T, -1, spec.head) for n in "qkv")
    if "self_attn.q_norm.weight" in w:
        q, k = norm(q, w["self_attn.q_norm.weight"], spec.eps), norm(k, w["self_attn.k_norm.weight"], spec.eps)
    q, k = rotate(q, cos, sin), rotate(k, cos, sin)
    seen = attend(layer, q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))
    x = x + linear(w, "self_attn.o_proj", seen.transpose(1, 2).reshape(B, T, -1), lora_scale)
    h = norm(x, w["post_attention_layernorm.weight"], spec.eps)
    gated = F.silu(linear(w, "mlp.gate_proj", h, lora_scale)) * linear(w, "mlp.up_proj", h, lora_scale)
    return x + linear(w, "mlp.down_proj", gated, lora_scale)


def causal(_: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Each token sees its past. Rows are padded at the end, which no token before can see: no mask is needed."""
    return F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)


def causal_block(x: Tensor, w: dict[str, Tensor], cos: Tensor, sin: Tensor, spec: Spec, lora_scale: float) -> Tensor:
    return block(x, w, cos, sin, spec, lora_scale, causal, 0)


def compiled_block() -> Callable[..., Tensor]:
    """One compiled block for all layers: rows and lengths vary between calls, the weights' shapes do not."""
    import torch._dynamo  # slow to import, and seldom needed

    torch._dynamo.config.recompile_limit = 64  # with and without gradient, adapter, first layer
    inner = torch.compile(causal_block)

    def run(x: Tensor, w: dict[str, Tensor], cos: Tensor, sin: Tensor, spec: Spec, lora_scale: float) -> Tensor:
        for tensor, dims in ((x, (0, 1)), (cos, (1,)), (sin, (1,))):
            for dim in dims:
                torch._dynamo.maybe_mark_dynamic(tensor, dim)
        return inner(x, w, cos, sin, spec, lora_scale)

    return run


class Network:
    """A spec with its rotary tables on a device. Holds no weights."""

    def __init__(self, spec: Spec, device: torch.device, dtype: torch.dtype, compiled: bool = False) -> None:
        self.spec, self.device, self.dtype = spec, device, dtype
        self.frequencies = torch.tensor(spec.inverse_frequencies, device=device, dtype=torch.float32)
        self.train_block = compiled_block() if compiled else causal_block

    def rotary(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        angles = positions[..., None].float() * self.frequencies
        return (angles.cos() * self.spec.rotary_scale)[:, :, None], (angles.sin() * self.spec.rotary_scale)[:, :, None]

    def embed(self, v: View, ids: Tensor) -> Tensor:
        return F.embedding(ids, v.embed).to(self.dtype)

    def hidden(self, v: View, ids: Tensor, recompute: bool = False) -> Tensor:
        """(B, T) ids from position 0 -> (B, T, D): what training and scoring use."""
        x = self.embed(v, ids)
        cos, sin = self.rotary(torch.arange(ids.shape[1], device=ids.device)[None])
        for w in v.layers:
            if recompute and torch.is_grad_enabled():
                x = checkpoint(self.train_block, x, w, cos, sin, self.spec, v.lora_scale, use_reentrant=False)
            else:
                x = self.train_block(x, w, cos, sin, self.spec, v.lora_scale)
        return norm(x, v.norm, self.spec.eps)

    def hidden_with(self, v: View, ids: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """The same with positions (B, T) and an attention of the caller's, which keeps the keys: sampling."""
        x = self.embed(v, ids)
        cos, sin = self.rotary(positions)
        for layer, w in enumerate(v.layers):
            x = block(x, w, cos, sin, self.spec, v.lora_scale, attend, layer)
        return norm(x, v.norm, self.spec.eps)

    def logits(self, v: View, hidden: Tensor) -> Tensor:
        """(..., D) -> (..., V) in float32."""
        return linear(v.head, "lm_head", hidden, v.lora_scale).float()
