"""What leaves the pipeline: a Hugging Face folder, GGUF files, and the way back, weights and tokenizer.

    python -m memagent_engine.pocket.export hf     --model DIR --tokenizer FILE --out DIR [--none 0.8]
    python -m memagent_engine.pocket.export gguf   --model DIR --tokenizer FILE --out pocket.gguf [--kind q8_0] [--none 0.8] [--larger]
    python -m memagent_engine.pocket.export import --gguf pocket.gguf --out DIR
    python -m memagent_engine.pocket.export random --out random.gguf [--tiny] [--layers 8] [--tokenizer FILE]
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import shutil
import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file

from . import checkpoint
from . import tokenizer as tok
from .gguf_read import read_gguf
from .model import Pocket, shape_of
from .settings import PARAMETER_LIMIT, POCKET, TINY, Shape
from .special_tokens import END, NONE, PAD


def hf_config(s: Shape) -> dict:
    return {
        "architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "vocab_size": s.vocab, "hidden_size": s.width,
        "intermediate_size": s.ffn, "num_hidden_layers": s.layers, "num_attention_heads": s.heads,
        "num_key_value_heads": s.kv_heads, "head_dim": s.head, "hidden_act": "silu",
        "max_position_embeddings": s.window, "rms_norm_eps": s.eps, "rope_theta": s.theta, "rope_parameters":
        {"rope_type": "default", "rope_theta": s.theta}, "attention_bias": False, "tie_word_embeddings": True,
        "bos_token_id": None, "eos_token_id": END, "pad_token_id": PAD, "dtype": "bfloat16",
    }


def load_model(folder: Path, like: Shape, none: float = 1.0) -> Pocket:
    """Weights in the shape that they have, with the row of <|none|> scaled. No prompt has that token, so that this moves
    nothing but how readily "no answer" is said: one word against all possible answers, it wins too often as it was learnt."""
    state = checkpoint.load(folder)
    model = Pocket(shape_of(state, like))
    model.load_state_dict(state)
    with torch.no_grad():
        model.model.embed_tokens.weight[NONE] *= none
    return model.eval()


def write_hf(model: Pocket, tokenizer: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    weights = {name: t.detach().bfloat16().contiguous() for name, t in model.state_dict().items()}
    save_file(weights, out / "model.safetensors", metadata={"format": "pt"})
    (out / "config.json").write_text(json.dumps(hf_config(model.shape), indent=2))
    shutil.copyfile(tokenizer, out / "tokenizer.json")
    (out / "tokenizer_config.json").write_text(json.dumps({
        "tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|end|>", "pad_token": "<|pad|>",
        "model_max_length": model.shape.window, "clean_up_tokenization_spaces": False,
    }, indent=2))


def random_gguf(out: Path, shape: Shape, tokenizer: Path | None = None, kind: str = "q8_0", seed: int = 1) -> None:
    """A model of random weights, for speed trials and for tests that need a file and no skill."""
    from .gguf_file import write_gguf

    torch.manual_seed(seed)
    model = Pocket(shape)
    for block in model.model.layers:  # which training begins at zero
        torch.nn.init.normal_(block.self_attn.o_proj.weight, std=0.02)
        torch.nn.init.normal_(block.mlp.down_proj.weight, std=0.02)
    with tempfile.TemporaryDirectory() as aside:
        if tokenizer is None:
            tokenizer = Path(aside) / "tokenizer.json"
            tok.train(iter(()), 0).save(str(tokenizer))  # special tokens and bytes
        write_gguf(model.state_dict(), shape, tokenizer, out, kind, name="random")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("hf", "gguf", "import", "random"):
        command = commands.add_parser(name)
        command.add_argument("--out", type=Path, required=True)
        if name in ("hf", "gguf"):
            command.add_argument("--model", type=Path, required=True, help="safetensors file or folder of them")
            command.add_argument("--none", type=float, default=1.0, metavar="SCALE", help="of the row of <|none|>")
        if name != "import":
            command.add_argument("--tokenizer", type=Path, required=name != "random")
            command.add_argument("--tiny", action="store_true", help="the test's shape")
        if name == "random":
            command.add_argument("--layers", type=int, help="other than the settings'")
        if name in ("gguf", "random"):
            command.add_argument("--kind", choices=["f16", "bf16", "q8_0"], default="q8_0")
        if name == "gguf":
            command.add_argument("--larger", action="store_true", help="also what has too many parameters to be shipped")
        if name == "import":
            command.add_argument("--gguf", type=Path, required=True)
    args = parser.parse_args()

    if args.command == "import":
        state, shape = read_gguf(args.gguf)
        model = Pocket(shape)
        model.load_state_dict(state)
        checkpoint.save(model, args.out)
        tok.from_gguf(args.gguf).save(str(args.out / "tokenizer.json"))
        return
    shape = (TINY if args.tiny else POCKET).shape
    if args.command == "random":
        if args.layers:
            shape = dataclasses.replace(shape, layers=args.layers)
        random_gguf(args.out, shape, args.tokenizer, args.kind)
    elif args.command == "hf":
        write_hf(load_model(args.model, shape, args.none), args.tokenizer, args.out)
    else:
        from .gguf_file import write_gguf

        model = load_model(args.model, shape, args.none)
        if model.parameter_count() > PARAMETER_LIMIT and not args.larger:
            parser.error(f"{model.parameter_count():,} parameters: what is shipped has {PARAMETER_LIMIT:,} at most (--larger)")
        write_gguf(model.state_dict(), model.shape, args.tokenizer, args.out, args.kind)


if __name__ == "__main__":
    main()
