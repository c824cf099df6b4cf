"""Results, as JSON and as protobuf: the client's Accept header says which."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import protobuf
from .sequences import Sequence
from .trainer import Output

TYPE = "ArrayRecord"


@dataclass(frozen=True)
class TrainResult:
    output: Output

    def json(self) -> dict:
        outputs = [
            {"logprobs": tensor(lp), "elementwise_loss": tensor(loss)}
            for lp, loss in zip(self.output.logprobs, self.output.losses, strict=True)
        ]
        return {"loss_fn_output_type": TYPE, "loss_fn_outputs": outputs, "metrics": self.output.metrics}

    def protobuf(self) -> bytes:
        outputs = [
            {"logprobs": lp, "elementwise_loss": loss}
            for lp, loss in zip(self.output.logprobs, self.output.losses, strict=True)
        ]
        return protobuf.write_output(TYPE, outputs, self.output.metrics)


@dataclass(frozen=True)
class SampleResult:
    sequences: list[Sequence]
    prompt_logprobs: list[float | None] | None
    topk: list | None

    def _said(self) -> list[dict]:
        return [{"stop_reason": s.stop_reason, "tokens": s.tokens, "logprobs": s.logprobs} for s in self.sequences]

    def json(self) -> dict:
        return {
            "sequences": self._said(), "prompt_logprobs": self.prompt_logprobs, "topk_prompt_logprobs": self.topk, "type": "sample",
        }

    def protobuf(self) -> bytes:
        return protobuf.write_sample(self._said(), self.prompt_logprobs, self.topk)


def tensor(values: np.ndarray) -> dict:
    return {"data": values.reshape(-1).tolist(), "dtype": "float32", "shape": list(values.shape)}
