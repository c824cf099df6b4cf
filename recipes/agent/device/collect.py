"""What a run leaves to be taken along: its metrics, its latest samples, and its weights in bfloat16, in parts.

    collect.py --run DIR --checkpoints DIR --out DIR [--part-mib 15] [--samples-mib 1.5]
    collect.py --model DIR --out DIR                the weights of a folder alone, in such parts
    collect.py --run DIR --show                     the curve, in a few lines
    collect.py --parts DIR --gguf FILE [--kind f16] the parts as a GGUF, for the next slice or for llama.cpp

The whole model is also put into RUN/model, as a folder that the engine can be started with, and what else the run keeps
(its best by held-out accuracy) into RUN/model-<step>.
"""

from __future__ import annotations

import argparse
import json
import lzma
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def show(run: Path) -> None:
    for line in (run / "metrics.jsonl").read_text().splitlines():
        row = json.loads(line)
        kept = {k: row[k] for k in ("step", "rewardMean", "heldOutAccuracy", "groups", "groupsWithoutSignal", "entropy", "gradNorm", "rolloutTrainerDiff", "responseTokens", "seconds") if k in row}
        print(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in kept.items()}))


def samples(run: Path, out: Path, most: int) -> None:
    """The latest that fit, packed."""
    file = run / "samples.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    count = len(lines)
    while count:
        packed = lzma.compress("\n".join(lines[-count:]).encode())
        if len(packed) <= most:
            (out / "samples.jsonl.xz").write_bytes(packed)
            return
        count = count * 2 // 3


def write_folder(state: dict, folder: Path) -> None:
    """Weights as transformers has them."""
    from memagent_engine.pocket.export import hf_config
    from memagent_engine.pocket.settings import POCKET
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    save_file(state, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "config.json").write_text(json.dumps(hf_config(POCKET.shape)))


def weights(run: Path, checkpoints: Path, out: Path, part: int) -> None:
    import torch
    from safetensors.torch import load_file

    def folder(address: str) -> Path:
        return checkpoints.joinpath(*address.removeprefix("tinker://").split("/"))

    def load(address: str) -> dict:
        return {name: t.to(torch.bfloat16).contiguous() for name, t in load_file(folder(address) / "weights.safetensors").items()}

    checkpoint = json.loads((run / "checkpoint.json").read_text())
    for saved in checkpoint["saved"]:
        if saved["step"] and saved["weights"] != checkpoint["weights"] and folder(saved["weights"]).exists():
            write_folder(load(saved["weights"]), run / f"model-{saved['step']}")
    state = load(checkpoint["weights"])
    write_folder(state, run / "model")
    write_parts(state, out, part)


def write_parts(state: dict, out: Path, part: int) -> None:
    from safetensors.torch import save_file

    parts: list[dict] = [{}]
    size = 0
    for name, tensor in state.items():
        # The embedding alone is larger than a part: every tensor is cut by rows where it has to be.
        for at, rows in enumerate(tensor.split(max(1, part * len(tensor) // tensor.nbytes))):
            if size + rows.nbytes > part:
                parts.append({})
                size = 0
            parts[-1][f"{name}#{at:03}"] = rows.clone()
            size += rows.nbytes
    for number, tensors in enumerate(parts, 1):
        save_file(tensors, out / f"weights-{number}.safetensors")


def joined(folder: Path) -> dict:
    import torch
    from safetensors.torch import load_file

    rows: dict[str, dict[str, object]] = {}
    for file in sorted(folder.glob("weights-*.safetensors")):
        for name, tensor in load_file(file).items():
            whole, at = name.split("#")
            rows.setdefault(whole, {})[at] = tensor
    return {name: torch.cat([found[at] for at in sorted(found)]) for name, found in rows.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--checkpoints", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--part-mib", type=float, default=15)
    parser.add_argument("--samples-mib", type=float, default=1.5)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--parts", type=Path)
    parser.add_argument("--gguf", type=Path)
    parser.add_argument("--kind", default="q8_0", choices=["q8_0", "f16", "bf16"])
    args = parser.parse_args()
    if args.gguf:
        write_gguf(args.parts, args.gguf, args.kind)
        return
    part = int(args.part_mib * 2**20)
    if args.model:
        from safetensors.torch import load_file

        write_parts(load_file(args.model / "model.safetensors"), args.out, part)
        return
    show(args.run)
    if args.show:
        return
    shutil.copyfile(args.run / "metrics.jsonl", args.out / "metrics.jsonl")
    samples(args.run, args.out, int(args.samples_mib * 2**20))
    weights(args.run, args.checkpoints, args.out, part)


def write_gguf(parts: Path, file: Path, kind: str) -> None:
    """Tokenizer and settings are those of the shipped file."""
    from memagent_engine.serve import export, models

    base = models.load(ROOT / "packages/pocket/pocket.gguf")
    export.write_gguf(base, {name: t.float() for name, t in joined(parts).items()}, file, kind)


if __name__ == "__main__":
    main()
