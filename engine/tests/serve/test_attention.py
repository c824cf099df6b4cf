from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from memagent_engine.serve.attention import Segments, attend

CPU = torch.device("cpu")


@pytest.mark.parametrize("lengths", [[7], [4, 4, 4], [1, 9, 3, 30, 2]])
def test_no_sequence_sees_another(lengths: list[int]) -> None:
    q, k, v = (torch.randn(sum(lengths), heads, 8, requires_grad=True) for heads in (6, 2, 2))
    together = attend(q, k, v, Segments(lengths, CPU))
    apart = []
    for a, b, c in zip(*(x.split(lengths) for x in (q, k, v)), strict=True):
        rows = (y.transpose(0, 1)[None] for y in (a, b, c))
        apart.append(F.scaled_dot_product_attention(*rows, is_causal=True, enable_gqa=True)[0].transpose(0, 1))
    torch.testing.assert_close(together, torch.cat(apart))
    g = torch.randn_like(together)
    for ours, theirs in zip(*(torch.autograd.grad(x, (q, k, v), g) for x in (together, torch.cat(apart))), strict=True):
        torch.testing.assert_close(ours, theirs)


def test_segments_say_where_everything_is() -> None:
    s = Segments([2, 3], CPU)
    assert s.positions.tolist() == [0, 1, 0, 1, 2] and s.padded.tolist() == [0, 1, 3, 4, 5]
    assert s.last.tolist() == [1, 4] and s.bounds.tolist() == [0, 2, 5]
    assert (s.longest, s.even) == (3, False)
