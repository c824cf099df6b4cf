"""Trains and samples against an engine with the official `tinker` SDK, unmodified. `engine/sdk.sh` runs it with both
versions that the engine is made for; by hand, in an environment that has the SDK:

    TINKER_TELEMETRY=0 python tests/serve/sdk_check.py http://127.0.0.1:8123 <model name>

Prints one line for each thing that works, and fails at the first that does not.
"""

from __future__ import annotations

import importlib.metadata
import math
import os
import sys
import time

os.environ.setdefault("TINKER_API_KEY", "tml-local")
os.environ.setdefault("TINKER_TELEMETRY", "0")

import numpy as np
import tinker
from tinker import types

PROMPT, REPLY = list(range(200, 240)), [301, 302, 303, 304, 305]


def ok(what: str, **values: object) -> None:
    print(f"ok  {what}", *(f"{k}={v}" for k, v in values.items()), flush=True)


def tensor(values: list, dtype: type) -> types.TensorData:
    return types.TensorData.from_numpy(np.asarray(values, dtype))


def datum(prompt: list[int], reply: list[int], **inputs: list[float]) -> types.Datum:
    """Inputs are given for the reply; the prompt's positions are zero."""
    whole = [*prompt, *reply]
    zeros = [0.0] * (len(prompt) - 1)
    return types.Datum(
        model_input=types.ModelInput.from_ints(whole[:-1]),
        loss_fn_inputs={
            "target_tokens": tensor(whole[1:], np.int64), **{n: tensor(zeros + v, np.float32) for n, v in inputs.items()},
        },
    )


def logprobs_of(output, i: int = 0) -> np.ndarray:
    said = output.loss_fn_outputs[i]["logprobs"]
    return np.asarray(said.data if hasattr(said, "data") else said.tolist())


def main() -> None:
    url, base = sys.argv[1:3]
    service = tinker.ServiceClient(base_url=url)
    ok("SDK", version=importlib.metadata.version("tinker"))
    ok("capabilities", models=[m.model_name for m in service.get_server_capabilities().supported_models])

    for rank in (8, 0):
        if rank:
            client = service.create_lora_training_client(base_model=base, rank=rank, seed=1)
        else:
            client = full_client(service, base)
            if client is None:
                print("--  full fine-tuning: this SDK refuses rank 0 on its own side", flush=True)
                continue
        kind = f"rank {rank}" if rank else "full"
        params = types.AdamParams(learning_rate=3e-3 if rank else 1e-2, grad_clip_norm=1.0)
        sft = datum(PROMPT, REPLY, weights=[1.0] * 5)
        seen = []
        start = time.time()
        for _ in range(30 if rank else 50):
            result = client.forward_backward([sft, sft], "cross_entropy")
            step = client.optim_step(params)
            seen.append(result.result().metrics["loss:sum"])
            step.result()
        assert seen[-1] < 0.2 * seen[0], seen
        ok(f"{kind}: cross_entropy learns", first=round(seen[0], 3), last=round(seen[-1], 3), seconds=round(time.time() - start, 2))

        sampler = client.save_weights_and_get_sampling_client()
        greedy = sampler.sample(types.ModelInput.from_ints(PROMPT), 2, types.SamplingParams(max_tokens=5, temperature=0.0)).result()
        assert list(greedy.sequences[0].tokens) == REPLY == list(greedy.sequences[1].tokens), greedy
        kept = client.save_weights_for_sampler(f"kept-{rank}").result().path
        stored = service.create_sampling_client(model_path=kept)
        again = stored.sample(types.ModelInput.from_ints(PROMPT), 1, types.SamplingParams(max_tokens=5, temperature=0.0)).result()
        assert list(again.sequences[0].tokens) == REPLY
        ok(f"{kind}: the sampler has the trained weights, in memory and from disk")

        one, two = (
            sampler.sample(types.ModelInput.from_ints(PROMPT), 4, types.SamplingParams(max_tokens=8, seed=7, temperature=1.0, stop=[])).result()
            for _ in range(2)
        )
        assert [list(s.tokens) for s in one.sequences] == [list(s.tokens) for s in two.sequences]
        ok(f"{kind}: the same seed gives the same samples")
        s = one.sequences[0]
        again = client.forward([datum(PROMPT, list(s.tokens), weights=[1.0] * 8)], "cross_entropy").result()
        off = np.abs(logprobs_of(again)[len(PROMPT) - 1 :] - np.asarray(s.logprobs)).max()
        assert off < 1e-4, off
        ok(f"{kind}: sampled log-probabilities are the trainer's", largest_difference=f"{off:.1e}")

        scored = sampler.compute_logprobs(types.ModelInput.from_ints([*PROMPT, *REPLY])).result()
        assert scored[0] is None or math.isnan(scored[0])
        assert len(scored) == 45 and abs(sum(scored[-5:]) + seen[-1] / 2) < 2
        ok(f"{kind}: prompt log-probabilities", entries=len(scored))

        for loss in ("importance_sampling", "ppo", "cispo", "dro"):
            data = [
                datum(PROMPT, list(q.tokens), logprobs=list(q.logprobs), advantages=[a] * 8, **mask(loss))
                for q, a in zip(one.sequences, (1.0, -1.0, 0.5, -0.5), strict=True)
            ]
            future = client.forward_backward(data, loss)
            assert math.isfinite(future.result().metrics["loss:sum"])
        norm = client.optim_step(params).result()
        ok(f"{kind}: importance_sampling, ppo, cispo, dro", metrics=norm.metrics)

        def custom(data, logprobs):
            loss = -sum(lp.sum() for lp in logprobs)
            return loss, {"mine": float(loss)}

        try:
            import torch  # noqa: F401
        except ImportError:
            print(f"--  {kind}: forward_backward_custom needs torch beside the SDK", flush=True)
        else:
            assert "mine" in client.forward_backward_custom([sft], custom).result().metrics
            client.optim_step(params).result()
            ok(f"{kind}: forward_backward_custom")

        saved = client.save_state(f"state-{rank}").result().path
        before = client.forward_backward([sft], "cross_entropy").result().metrics["loss:sum"]
        client.optim_step(params).result()
        after = logprobs_of(client.forward([sft], "cross_entropy").result())
        client.load_state_with_optimizer(saved).result()
        assert client.forward_backward([sft], "cross_entropy").result().metrics["loss:sum"] == before
        client.optim_step(params).result()
        assert (logprobs_of(client.forward([sft], "cross_entropy").result()) == after).all()
        ok(f"{kind}: save, load with optimizer, the same next step exactly", path=saved)
        if rank:
            other = service.create_training_client_from_state_with_optimizer(saved)
            assert abs(other.forward([sft], "cross_entropy").result().metrics["loss:sum"] - before) < 1e-4
            ok(f"{kind}: a training client from a saved state")

    runs = service.create_rest_client().list_training_runs().result()
    ok("training runs", count=len(runs.training_runs))
    try:
        client.forward_backward([datum(PROMPT, REPLY)], "ppo").result()
    except Exception as error:
        ok("a datum without logprobs is refused", error=str(error)[:120])
    else:
        raise AssertionError("a datum without logprobs was taken")


def mask(loss: str) -> dict[str, list[float]]:
    return {"weights": [1.0] * 8} if loss == "dro" else {}


def full_client(service: tinker.ServiceClient, base: str):
    try:
        return service.create_lora_training_client(base_model=base, rank=0)
    except (ValueError, AssertionError):
        return None


if __name__ == "__main__":
    main()
