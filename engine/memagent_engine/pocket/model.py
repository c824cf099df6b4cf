"""The reader's network: a Qwen3 decoder, written out.

RMSNorm before each part, a norm on queries and keys per head, grouped-query attention, rotary
positions, SwiGLU, one matrix for embedding and output. Parameter names are those of
transformers' Qwen3ForCausalLM, so a state dict goes either way unchanged.

Shapes: B rows, T tokens of a row, D width, H heads, K loss positions, V vocabulary.
"""

from __future__ import annotations

from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .attention import Mask, attend
from .settings import Shape


class RMSNorm(nn.Module):
    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        # In float32 whatever the stream is: a sum of squares in bfloat16 is too coarse.
        return F.rms_norm(x.float(), self.weight.shape, self.weight.float(), self.eps).to(x.dtype)


class Attention(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.head = s.head
        self.q_proj = nn.Linear(s.width, s.heads * s.head, bias=False)
        self.k_proj = nn.Linear(s.width, s.kv_heads * s.head, bias=False)
        self.v_proj = nn.Linear(s.width, s.kv_heads * s.head, bias=False)
        self.o_proj = nn.Linear(s.heads * s.head, s.width, bias=False)
        self.q_norm = RMSNorm(s.head, s.eps)
        self.k_norm = RMSNorm(s.head, s.eps)

    def forward(self, x: Tensor, rotary: tuple[Tensor, Tensor], mask: Mask) -> Tensor:
        B, T, _ = x.shape
        q = rotate(self.q_norm(self.q_proj(x).view(B, T, -1, self.head)), rotary).transpose(1, 2)
        k = rotate(self.k_norm(self.k_proj(x).view(B, T, -1, self.head)), rotary).transpose(1, 2)
        v = self.v_proj(x).view(B, T, -1, self.head).transpose(1, 2)
        return self.o_proj(attend(q, k, v, mask).transpose(1, 2).reshape(B, T, -1))


class SwiGLU(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(s.width, s.ffn, bias=False)
        self.up_proj = nn.Linear(s.width, s.ffn, bias=False)
        self.down_proj = nn.Linear(s.ffn, s.width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Block(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.input_layernorm = RMSNorm(s.width, s.eps)
        self.self_attn = Attention(s)
        self.post_attention_layernorm = RMSNorm(s.width, s.eps)
        self.mlp = SwiGLU(s)

    def forward(self, x: Tensor, rotary: tuple[Tensor, Tensor], mask: Mask, dropout: Tensor | None = None) -> Tensor:
        x = x + dropped(self.self_attn(self.input_layernorm(x), rotary, mask), dropout)
        return x + dropped(self.mlp(self.post_attention_layernorm(x)), dropout)


def dropped(x: Tensor, share: Tensor | None) -> Tensor:
    """Dropout whose share is a tensor: 0 for an evaluation is the same compiled graph."""
    return x if share is None else torch.where(torch.rand_like(x) < share, 0, x / (1 - share)).to(x.dtype)


def rotate(x: Tensor, rotary: tuple[Tensor, Tensor]) -> Tensor:
    """Rotary positions, the two halves of a head as the pair. x: (B, T, H, head), rotary: (B or 1, T, head / 2)."""
    cos, sin = (r.unsqueeze(-2) for r in rotary)
    a, b = x.float().chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(x.dtype)


class Decoder(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.embed_tokens = nn.Embedding(s.vocab, s.width)
        self.layers = nn.ModuleList(Block(s) for _ in range(s.layers))
        self.norm = RMSNorm(s.width, s.eps)


class Pocket(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.model = Decoder(shape)
        frequencies = shape.theta ** -(torch.arange(0, shape.head, 2).float() / shape.head)
        angles = torch.outer(torch.arange(shape.window).float(), frequencies)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)
        self.reset()

    def reset(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear | nn.Embedding):
                nn.init.normal_(module.weight, std=0.02)
        for block in self.model.layers:  # each block begins as the identity: a calm start at a high rate
            nn.init.zeros_(block.self_attn.o_proj.weight)
            nn.init.zeros_(block.mlp.down_proj.weight)

    def parameter_count(self) -> int:
        return sum(p.numel() for p in self.parameters())

    def hidden(
        self, ids: Tensor, positions: Tensor | None = None, mask: Mask = None, dropout: Tensor | None = None
    ) -> Tensor:
        """(B, T) ids -> (B, T, D). `positions` restart per document; without them they count from 0."""
        x = self.model.embed_tokens(ids)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.get_autocast_dtype(x.device.type))
        if positions is None:
            rotary = self.cos[None, : ids.shape[1]], self.sin[None, : ids.shape[1]]
        else:
            rotary = self.cos[positions], self.sin[positions]
        for block in self.model.layers:
            x = block(x, rotary, mask, dropout)
        return self.model.norm(x)

    def logits(self, hidden: Tensor) -> Tensor:
        return F.linear(hidden, self.model.embed_tokens.weight.to(hidden.dtype)).float()

    def language_loss(self, ids: Tensor, targets: Tensor, dropout: Tensor | None = None) -> Tensor:
        """Mean cross-entropy of a full batch, in nats per token."""
        logits = self.logits(self.hidden(ids, dropout=dropout))
        return F.cross_entropy(logits.view(-1, self.shape.vocab), targets.reshape(-1))

    def taught_loss(self, teacher: Pocket, share: float, ids: Tensor, targets: Tensor, dropout: Tensor | None = None) -> Tensor:
        """`share` of it against the teacher's distribution, the rest against what came next."""
        with torch.no_grad():
            wanted = teacher.logits(teacher.hidden(ids)).softmax(-1).flatten(0, 1)
        logits = self.logits(self.hidden(ids, dropout=dropout)).flatten(0, 1)
        return share * F.cross_entropy(logits, wanted) + (1 - share) * F.cross_entropy(logits, targets.reshape(-1))

    def sparse_loss(
        self, ids: Tensor, positions: Tensor, mask: Mask, where: Tensor, targets: Tensor, weights: Tensor,
        dropout: Tensor | None = None, teacher: Pocket | None = None, share: float | Tensor = 0.0,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Weighted cross-entropy at K positions of the flattened batch; each one's own; is greedy choice right there.

        With a teacher `share` of the first, everywhere or of each, is the divergence from its distribution; the other two
        are as without.
        Replies are about one token in a hundred, so logits at all B x T would be wasted. K is fixed (unused places have
        weight 0), which keeps the compiled graph's shapes fixed too.
        """
        logits = self.logits(self.hidden(ids, positions, mask, dropout).flatten(0, 1)[where])
        losses = F.cross_entropy(logits, targets, reduction="none")
        learnt = losses
        if teacher is not None:
            with torch.no_grad():
                wanted = teacher.logits(teacher.hidden(ids, positions, mask).flatten(0, 1)[where]).log_softmax(-1)
            away = F.kl_div(logits.log_softmax(-1), wanted, reduction="none", log_target=True).sum(-1)
            learnt = share * away + (1 - share) * losses
        mean = (learnt * weights).sum() / weights.sum().clamp(min=1e-6)
        return mean, losses.detach(), logits.detach().argmax(-1) == targets


def teacher_of(state: dict[str, Tensor], like: Shape) -> Pocket:
    """A model of other size to learn from, never to be changed."""
    model = Pocket(shape_of(state, like)).requires_grad_(False)
    model.load_state_dict(state)
    return model


def shape_of(state: dict[str, Tensor], like: Shape) -> Shape:
    """The shape that weights have; window, rotary base and epsilon, which they do not show, are another's."""
    first = "model.layers.0."
    head = len(state[f"{first}self_attn.q_norm.weight"])
    return replace(
        like,
        vocab=state["model.embed_tokens.weight"].shape[0],
        width=state["model.embed_tokens.weight"].shape[1],
        layers=sum(name.endswith("input_layernorm.weight") for name in state),
        heads=len(state[f"{first}self_attn.q_proj.weight"]) // head,
        kv_heads=len(state[f"{first}self_attn.k_proj.weight"]) // head,
        head=head,
        ffn=len(state[f"{first}mlp.gate_proj.weight"]),
    )
