"""Words used alike, from an embedding in which they are."""

from __future__ import annotations

import torch
from memagent_engine.pocket.neighbours import neighbours


def test_near_words_are_found_and_far_ones_are_not() -> None:
    torch.manual_seed(0)
    embedding = torch.randn(200, 64)
    embedding[7] = embedding[3] + 0.1 * torch.randn(64)
    words = {f"word{i}": i for i in range(200)}
    table = neighbours(embedding, words)
    assert table["word3"][0] == "word7" and table["word7"][0] == "word3"
    assert "word3" not in table["word3"]
    assert sum(map(len, table.values())) < 200 * 6
