"""Starts the engine.

    python -m memagent_engine.serve --model <folder|file.gguf> [--device cpu|cuda] [--host 127.0.0.1] [--port 0] [--key KEY] [--checkpoints DIR]

Prints one line of JSON with its address when it is healthy, and stops on SIGINT or SIGTERM.
"""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import json
import os
import signal
import sys
import threading
from pathlib import Path

# Threads that spin while they wait for each other bring sampling to a halt on a CPU that others use too. It is read when
# torch is loaded; where there is a GPU, nothing waits for such threads.
if "cpu" in sys.argv or not os.path.exists("/dev/nvidia0"):
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch
from aiohttp import web

from . import models
from .app import app_runner
from .engine import Engine, Settings


def loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def end_with_input() -> None:
    """A process that is killed closes its end of our standard input: there is no other sign that works everywhere."""
    while os.read(0, 4096):  # not by sys.stdin: its lock may not be held when the interpreter ends
        pass
    os.kill(os.getpid(), signal.SIGTERM)


async def serve(engine: Engine, host: str, port: int, key: str | None) -> None:
    runner = app_runner(engine, key)
    await runner.setup()
    site = web.TCPSite(runner, host, port)
    await site.start()
    address = runner.addresses[0]
    url = f"http://{f'[{address[0]}]' if ':' in address[0] else address[0]}:{address[1]}"
    said = {"url": url, "model": engine.base.name, "device": str(engine.network.device), "pid": os.getpid()}
    print(json.dumps(said), flush=True)
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    await stop.wait()
    await runner.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="Hugging Face folder or GGUF file")
    parser.add_argument("--name", help="what clients call the model; its folder's or file's name otherwise")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--key", default=os.environ.get("MEMAGENT_ENGINE_KEY"), help="that clients must send; needed beyond loopback")
    parser.add_argument("--checkpoints", type=Path, default=Path("checkpoints"))
    parser.add_argument("--compile", action=argparse.BooleanOptionalAction, help="compiled passes: seconds once, then faster; by device otherwise")
    parser.add_argument("--recompute", action="store_true", help="less memory, a third more time in training")
    parser.add_argument("--micro-tokens", type=int, default=0, help="tokens of a training pass; by device otherwise")
    parser.add_argument("--slots", type=int, default=0, help="sequences sampled at once; by device otherwise")
    parser.add_argument("--cache-bytes", type=int, default=0, help="memory for keys and values; by device otherwise")
    parser.add_argument("--capture-passes", action=argparse.BooleanOptionalAction, default=True, help="on a GPU: passes over few prompts as graphs")
    parser.add_argument("--threads", type=int, default=0, help="of the CPU; fewer are faster on a machine that others use too")
    parser.add_argument("--attached", action="store_true", help="stop when standard input ends: with whoever started it, killed or not")
    parser.add_argument("--session-seconds", type=float, default=600.0, help="a session silent for longer loses its models")
    args = parser.parse_args()
    if not loopback(args.host) and not args.key:
        parser.error(f"--host {args.host} is open to others: give a --key")
    if args.device == "cuda" and not torch.cuda.is_available():
        sys.exit(f"--device cuda: torch {torch.__version__} finds no GPU here")
    if args.threads:
        torch.set_num_threads(args.threads)
    if args.device == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
    if args.attached:
        threading.Thread(target=end_with_input, daemon=True).start()
    settings = Settings(
        args.device, args.compile, args.recompute, args.micro_tokens, args.slots, args.cache_bytes, args.capture_passes,
        args.session_seconds,
    )
    try:
        base = models.load(args.model, args.name)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"{args.model} cannot be loaded: {error}")
    engine = Engine(base, args.checkpoints, settings)
    asyncio.run(serve(engine, args.host, args.port, args.key))


if __name__ == "__main__":
    main()
