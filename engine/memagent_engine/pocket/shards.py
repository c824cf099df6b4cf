"""Token ids on disk: xz-compressed uint16 arrays in shards that unpack in parallel.

A corpus travels to the training machine, so size counts. The xz filter is told that the data are
16-bit units, which makes the shards of ids smaller than the text itself under xz.
"""

from __future__ import annotations

import lzma
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

# Two-byte alignment for literals and positions (lp, pb): one unit is one token.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 1, "pb": 1}]


def save_shards(folder: Path, name: str, ids: np.ndarray, count: int, parts: int = 1) -> int:
    """Writes `part-*/name-00.xz`, ... and returns their size in bytes. Parts travel one at a time."""
    for old in folder.rglob(f"{name}-*.xz"):
        old.unlink()
    for part in range(parts):
        (folder / f"part-{part}").mkdir(parents=True, exist_ok=True)

    def save(job: tuple[int, np.ndarray]) -> int:
        index, shard = job
        packed = lzma.compress(shard.astype("<u2").tobytes(), filters=FILTERS)
        (folder / f"part-{index % parts}" / f"{name}-{index:02d}.xz").write_bytes(packed)
        return len(packed)

    # lzma gives up the interpreter lock while it works, so threads are enough.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(save, enumerate(np.array_split(ids, count))))


def load_shards(folder: Path, name: str) -> np.ndarray:
    """All ids of `name` under `folder`, whatever parts of them are there."""
    paths = sorted(folder.rglob(f"{name}-*.xz"), key=lambda p: p.name)
    if not paths:
        raise FileNotFoundError(f"no shards {name}-*.xz under {folder}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        shards = pool.map(lambda p: np.frombuffer(lzma.decompress(p.read_bytes()), dtype="<u2"), paths)
        return np.concatenate(list(shards)).astype(np.uint16)
