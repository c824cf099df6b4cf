"""The weighted mean of two models of one shape: the weights that a run began with, and those it left.

    mean.py --first packages/pocket/pocket.gguf --second runs/select/model --share 0.5 --out FILE.gguf | FOLDER

A model is a GGUF, a folder with safetensors, or what came back of a run in parts. `share` is the second's. Reinforcement
learning on few questions learns some of them by heart; between both ends lies less of that, and most of the rest.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from collect import ROOT, joined, write_folder


def load(path: Path) -> dict:
    from memagent_engine.pocket import checkpoint

    parts = path.is_dir() and any(path.glob("weights-*.safetensors"))
    return joined(path) if parts else checkpoint.load(path)


def main() -> None:
    import torch
    from memagent_engine.serve import export, models

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=Path, required=True)
    parser.add_argument("--second", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    first, second = load(args.first), load(args.second)
    if first.keys() != second.keys():
        parser.error(f"{args.first} and {args.second} have different tensors: {sorted(first.keys() ^ second.keys())[:4]}")
    mean = {name: torch.lerp(t.float(), second[name].float(), args.share) for name, t in first.items()}
    moved = sum(float((second[name].float() - t.float()).square().sum()) for name, t in first.items())
    size = sum(float(t.float().square().sum()) for t in first.values())
    print(f"relative distance of both: {(moved / size) ** 0.5:.4f}")
    if args.out.suffix == ".gguf":
        export.write_gguf(models.load(ROOT / "packages/pocket/pocket.gguf"), mean, args.out, "q8_0")
        return
    write_folder({name: t.to(torch.bfloat16).contiguous() for name, t in mean.items()}, args.out)


if __name__ == "__main__":
    main()
