"""Which of the weights that pick.sh asked, and read how?

    choose.py DIR <name> <name> …      DIR: what pick.sh left, .local/agent/pick or its pick.tar.xz unpacked
    GAIN=-0.5 ROOM=10 choose.py …      for weights that have gained elsewhere: how far above, or below, is enough, and how
                                       far behind the best on synthetic tasks

A candidate is a model and a way to read (a variant, such as keepMatches). The first model, read plainly, is what there
is: it stays unless another is GAIN (a point) of F1 above it on natural questions, and then the best of those is taken that are
within ROOM (two points) of the best on synthetic tasks. The last line is the choice: the model's name, and the variant or `-`.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import defaultdict
from pathlib import Path

GAIN, ROOM = float(os.environ.get("GAIN", 1.0)), float(os.environ.get("ROOM", 2.0))
Scores = dict[tuple[str, int], dict[int, float]]  # by task and length, then by seed


def scores(folder: Path, verdict: str) -> dict[str, Scores]:
    """By variant."""
    found: dict[str, Scores] = defaultdict(lambda: defaultdict(dict))
    for line in (folder / "samples.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row.get("type") == "sample":
            found[row["variant"] or "-"][row["task"], row["length"]][row["seed"]] = 100 * row["verdicts"][verdict]
    return found


def mean(cells: Scores) -> float:
    return sum(sum(cell.values()) / len(cell) for cell in cells.values()) / len(cells)


def interval(cells: Scores, base: Scores, draws: int = 2000) -> tuple[float, float]:
    """Of the difference of both means: a bootstrap over questions, which are the same ones in every cell."""
    by: dict[int, list[float]] = defaultdict(list)
    for at, cell in cells.items():
        for seed, score in cell.items():
            if seed in base[at]:
                by[seed].append(score - base[at][seed])
    gains = [sum(each) / len(each) for each in by.values()]
    chance = random.Random(1)
    means = sorted(sum(chance.choices(gains, k=len(gains))) / len(gains) for _ in range(draws))
    return means[draws // 40], means[-draws // 40 - 1]


def main() -> None:
    root, names = Path(sys.argv[1]), sys.argv[2:]
    natural = {(name, variant): cells for name in names for variant, cells in scores(root / name, "f1").items()}
    synthetic = {(name, variant): mean(cells) for name in names for variant, cells in scores(root / f"{name}-synthetic", "strict").items()}
    first = (names[0], "-")
    for at, cells in natural.items():
        low, high = interval(cells, natural[first])
        each = " ".join(f"{sum(cell.values()) / len(cell):.1f}" for _, cell in sorted(cells.items()))
        print(f"{' '.join(at):24} natural {mean(cells):.1f} ({low:+.1f} to {high:+.1f})  synthetic {synthetic[at]:.1f}  [{each}]")
    print("each:", " ".join(f"{task}/{length}" for task, length in sorted(natural[first])))
    enough = max(synthetic.values()) - ROOM
    others = [at for at in natural if synthetic[at] >= enough and at != first]
    best = max(others, key=lambda at: mean(natural[at]), default=first)
    print(*(best if mean(natural[best]) >= mean(natural[first]) + GAIN else first))


if __name__ == "__main__":
    main()
