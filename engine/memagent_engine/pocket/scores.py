"""Exact match by kind: a reply counts when greedy choice is right at every one of its tokens."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np


def wilson(right: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927): honest also near 0 and 1."""
    if n == 0:
        return 0.0, 1.0
    p = right / n
    centre, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, (centre - spread) / (1 + z * z / n)), min(1.0, (centre + spread) / (1 + z * z / n))


class ExactMatch:
    def __init__(self) -> None:
        self.right: dict[str, int] = defaultdict(int)
        self.n: dict[str, int] = defaultdict(int)

    def add(self, kinds: list[tuple[str, int]], right: np.ndarray) -> None:
        """`kinds`: kind and reply length of each example; `right`: one bool per reply token, in that order."""
        first = 0
        for kind, length in kinds:
            self.n[kind] += 1
            self.right[kind] += bool(right[first : first + length].all())
            first += length

    def shares(self) -> dict[str, float]:
        return {kind: round(self.right[kind] / self.n[kind], 4) for kind in sorted(self.n)}

    def report(self) -> dict[str, dict[str, float]]:
        rows = {}
        for kind in sorted(self.n):
            low, high = wilson(self.right[kind], self.n[kind])
            rows[kind] = {
                "exact": round(self.right[kind] / self.n[kind], 4), "n": self.n[kind],
                "low": round(low, 4), "high": round(high, 4),
            }
        return rows
