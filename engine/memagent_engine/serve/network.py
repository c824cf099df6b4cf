"""The decoder behind Llama, Qwen2 and Qwen3, as functions of its weights.

RMSNorm, rotary positions, grouped-query attention, SwiGLU; biases and per-head norms where the weights
have them. The weights are an argument, so that one function trains them, samples from an older copy and
is captured into a CUDA graph. Names of tensors are transformers' own.

Tokens of all sequences stand one after another; which sees which is the attention's affair. So a layer is two
pieces with the attention between them, and the pieces are what is compiled: once, for any number of tokens.

Shapes: N tokens, D width, H heads, kv key heads, d of a head, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from . import head
from .attention import Segments, attend

Attend = Callable[[int, Tensor, Tensor, Tensor], Tensor]  # layer, q (N, H, d), k and v (N, kv, d) -> (N, H, d)


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
    """x: (N, H, d); cos, sin: (N, 1, d / 2)."""
    a, b = x.float().chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(x.dtype)


def before(x: Tensor, w: dict[str, Tensor], cos: Tensor, sin: Tensor, head: int, eps: float, lora_scale: float) -> tuple[Tensor, Tensor, Tensor]:
    """A layer up to its attention: x (N, D) -> q (N, H, d), k and v (N, kv, d)."""
    h = norm(x, w["input_layernorm.weight"], eps)
    if (fused := w.get("self_attn.qkv_proj.weight")) is not None:
        width = w["self_attn.o_proj.weight"].shape[1]
        few = (fused.shape[0] - width) // 2
        q, k, v = linear(w, "self_attn.qkv_proj", h, lora_scale).split((width, few, few), -1)
    else:
        q, k, v = (linear(w, f"self_attn.{n}_proj", h, lora_scale) for n in "qkv")
    q, k, v = (y.unflatten(-1, (-1, head)) for y in (q, k, v))
    if "self_attn.q_norm.weight" in w:
        q, k = norm(q, w["self_attn.q_norm.weight"], eps), norm(k, w["self_attn.k_norm.weight"], eps)
    return rotate(q, cos, sin), rotate(k, cos, sin), v


def after(x: Tensor, seen: Tensor, w: dict[str, Tensor], eps: float, lora_scale: float) -> Tensor:
    """And from there: the layer's x and seen (N, H, d) -> (N, D)."""
    x = x + linear(w, "self_attn.o_proj", seen.flatten(1), lora_scale)
    h = norm(x, w["post_attention_layernorm.weight"], eps)
    if "mlp.gate_up_proj.weight" in w:
        gate, up = linear(w, "mlp.gate_up_proj", h, lora_scale).chunk(2, -1)
    else:
        gate, up = (linear(w, f"mlp.{n}_proj", h, lora_scale) for n in ("gate", "up"))
    return x + linear(w, "mlp.down_proj", F.silu(gate) * up, lora_scale)


def compiled(function: Callable, varying: tuple[int, ...]) -> Callable:
    """Compiled for any size of the first dimension of the arguments `varying`; weights' shapes are constants."""
    import torch._dynamo  # slow to import, and seldom needed

    torch._dynamo.config.recompile_limit = 64  # with and without gradient, adapters of each rank
    torch._dynamo.config.automatic_dynamic_shapes = False  # another model's weights have other shapes, but each has its own
    inner = torch.compile(function)

    def run(*arguments: object) -> object:
        for i in varying:
            torch._dynamo.maybe_mark_dynamic(arguments[i], 0)
        return inner(*arguments)

    return run


class Network:
    """A spec with its rotary frequencies on a device. Holds no weights."""

    def __init__(self, spec: Spec, device: torch.device, dtype: torch.dtype, compile: bool = False) -> None:
        self.spec, self.device, self.dtype = spec, device, dtype
        self.frequencies = torch.tensor(spec.inverse_frequencies, device=device, dtype=torch.float32)
        self.before, self.after, self.totals, self.pull = before, after, head.totals, head.pull_in_place
        if compile:
            self.before, self.after = compiled(before, (0, 2, 3)), compiled(after, (0, 1))
            self.totals, self.pull = compiled(head.totals, (0, 1)), compiled(head.pull, (0, 1, 2, 3))

    def rotary(self, positions: Tensor) -> tuple[Tensor, Tensor]:
        angles = positions[:, None, None].float() * self.frequencies
        return angles.cos() * self.spec.rotary_scale, angles.sin() * self.spec.rotary_scale

    def run(self, v: View, ids: Tensor, positions: Tensor, attend: Attend, recompute: bool = False) -> Tensor:
        """(N,) ids and their positions -> (N, D)."""
        spec = self.spec
        x = F.embedding(ids, v.embed).to(self.dtype)
        if torch.is_grad_enabled() and not x.requires_grad:
            x.requires_grad_()  # under an adapter: so that the first layer is compiled like the others
        cos, sin = self.rotary(positions)

        def layer(x: Tensor, number: int) -> Tensor:
            w = v.layers[number]
            seen = attend(number, *self.before(x, w, cos, sin, spec.head, spec.eps, v.lora_scale))
            return self.after(x, seen, w, spec.eps, v.lora_scale)

        for number in range(spec.layers):
            x = checkpoint(layer, x, number, use_reentrant=False) if recompute and torch.is_grad_enabled() else layer(x, number)
        return norm(x, v.norm, spec.eps)

    def hidden(self, v: View, ids: Tensor, segments: Segments, recompute: bool = False) -> Tensor:
        """Whole sequences, nothing kept: what training and scoring use."""
        return self.run(v, ids, segments.positions, lambda _, q, k, u: attend(q, k, u, segments), recompute)

    def logits(self, v: View, hidden: Tensor) -> Tensor:
        """(n, D) -> (n, V) in float32."""
        return head.logits_of(hidden, v.head, v.lora_scale)

    def logprobs(self, v: View, hidden: Tensor, targets: Tensor) -> Tensor:
        """(n, D) and (n,) -> (n,), differentiable."""
        w = v.head
        return head.HeadLogprobs.apply(
            hidden, w["lm_head.weight"], w.get("lm_head.lora_A"), w.get("lm_head.lora_B"), targets, v.lora_scale, self.totals, self.pull
        )
