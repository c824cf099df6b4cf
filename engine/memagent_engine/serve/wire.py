"""Requests into data, with every length checked: a tensor that is missing or short is an error, never padded.

A datum's targets are a list of M (position, target) pairs: a dense vector of N targets gives N of them, a
sparse one only those it lists, an (N, K) matrix K for each position. Its other tensors have the same M.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from . import losses
from .problems import Problem

OTHER_INPUTS = ("weights", "logprobs", "advantages", "clip_low_threshold", "clip_high_threshold")
DTYPES = {"float32": np.float32, "int64": np.int64}


@dataclass(frozen=True)
class Tensor:
    """A tensor as sent. With `rows` and `columns` only the listed entries (of CSR) have values."""

    values: np.ndarray  # flat
    shape: tuple[int, ...]
    rows: np.ndarray | None = None
    columns: np.ndarray | None = None


@dataclass(frozen=True)
class Datum:
    tokens: np.ndarray     # (N,) int64
    positions: np.ndarray  # (M,) int64, into tokens
    targets: np.ndarray    # (M,) int64
    inputs: dict[str, np.ndarray]  # of each (M,) float32
    shape: tuple[int, ...]  # of what is answered: M entries


@dataclass(frozen=True)
class ForwardBackward:
    model_id: str
    seq_id: int | None
    data: list[Datum]
    loss_fn: str
    config: dict[str, float]
    backward: bool


def need(body: object, key: str, kind: type | tuple[type, ...], where: str = "the request") -> object:
    if not isinstance(body, Mapping):
        raise Problem(f"{where} is not a JSON object")
    value = body.get(key)
    if isinstance(value, bool) and kind is not bool or not isinstance(value, kind):
        raise Problem(f"{where} lacks {key!r}" if value is None else f"{key!r} of {where} is {type(value).__name__}", 422)
    return value


def may(body: Mapping, key: str, kind: type | tuple[type, ...], default: object = None) -> object:
    return default if body.get(key) is None else need(body, key, kind)


def token_array(values: object, where: str) -> np.ndarray:
    try:
        array = np.asarray(values)
        if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise Problem(f"{where} is not a list of token ids", 422) from None
    return array.astype(np.int64)


def prompt_tokens(model_input: object, where: str) -> np.ndarray:
    parts = []
    for chunk in need(model_input, "chunks", list, where):
        if not isinstance(chunk, Mapping) or chunk.get("type", "encoded_text") != "encoded_text":
            raise Problem(f"{where} has a chunk that is no encoded_text: this engine reads text only", 422)
        parts.append(token_array(chunk.get("tokens"), where))
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def json_tensor(said: object, where: str) -> Tensor:
    if isinstance(said, list):
        said = {"data": said}
    data = need(said, "data", list, where)
    dtype = DTYPES.get(said.get("dtype") or ("int64" if all(isinstance(v, int) for v in data) else "float32"))
    if dtype is None:
        raise Problem(f"{where} has dtype {said['dtype']!r}; there are {', '.join(DTYPES)}", 422)
    try:
        values = np.asarray(data, dtype).reshape(-1)
    except (TypeError, ValueError, OverflowError):
        raise Problem(f"{where} has values that are no {said.get('dtype')}", 422) from None
    shape = said.get("shape")
    crow, columns = said.get("sparse_crow_indices"), said.get("sparse_col_indices")
    if crow is None:
        return dense(values, tuple(shape) if shape is not None else (len(values),), where)
    if shape is None or columns is None:
        raise Problem(f"{where} is sparse and lacks its shape or sparse_col_indices", 422)
    return sparse(values, np.asarray(crow, np.int64), np.asarray(columns, np.int64), tuple(shape), where)


def dense(values: np.ndarray, shape: tuple[int, ...], where: str) -> Tensor:
    if int(np.prod(shape)) != len(values):
        raise Problem(f"{where} has {len(values)} values for the shape {list(shape)}", 422)
    return Tensor(values, shape)


def sparse(values: np.ndarray, crow: np.ndarray, columns: np.ndarray, shape: tuple[int, ...], where: str) -> Tensor:
    """A vector is one row: crow [0, n] and the positions as columns."""
    rows, width = (1, shape[0]) if len(shape) == 1 else shape
    counts = np.diff(crow)
    whole = len(crow) == rows + 1 and crow[0] == 0 and crow[-1] == len(values) == len(columns) and (counts >= 0).all()
    if not whole or (len(columns) and (columns.min() < 0 or columns.max() >= width)):
        raise Problem(f"{where} is no CSR of shape {list(shape)}: {len(values)} values, {len(crow)} row ends, {len(columns)} columns", 422)
    return Tensor(values, shape, np.repeat(np.arange(rows), counts), columns)


def make_datum(tokens: np.ndarray, tensors: Mapping[str, Tensor], loss_fn: str, backward: bool, vocab: int, window: int, where: str) -> Datum:
    n = len(tokens)
    if n == 0:
        raise Problem(f"{where} has no tokens", 422)
    if n > window:
        raise Problem(f"{where} has {n} tokens; the model's window is {window}")
    if tokens.min() < 0 or tokens.max() >= vocab:
        raise Problem(f"{where} has token ids outside 0..{vocab - 1}")
    target = tensors.get("target_tokens")
    if target is None:
        raise Problem(f"{where} lacks target_tokens", 422)
    positions = positions_of(target, n, where)
    targets = target.values.astype(np.int64)
    if len(targets) and (targets.min() < 0 or targets.max() >= vocab):
        raise Problem(f"{where} has target_tokens outside 0..{vocab - 1}")
    inputs = {
        name: aligned(tensors[name], target, f"{name} of {where}") for name in OTHER_INPUTS if name in tensors
    }
    for name in losses.NEEDS[loss_fn]:
        if name not in inputs and (backward or name != "weights"):
            raise Problem(f"{where} lacks {name}, which {loss_fn} needs", 422)
    inputs.setdefault("weights", np.ones(len(targets), np.float32))
    for name, values in inputs.items():
        if not np.isfinite(values).all():
            raise Problem(f"{name} of {where} has values that are not finite")
    shape = (len(targets),) if target.rows is not None else target.shape
    return Datum(tokens, positions, targets, inputs, shape)


def positions_of(target: Tensor, n: int, where: str) -> np.ndarray:
    by_row = len(target.shape) == 2 and target.shape[0] == n
    length = target.shape[0] if by_row or len(target.shape) == 1 else target.shape[1] if target.shape[0] == 1 else -1
    if length != n:
        raise Problem(f"target_tokens of {where} has shape {list(target.shape)} for {n} input tokens", 422)
    if target.rows is not None:
        return target.rows if by_row else target.columns
    return np.repeat(np.arange(n), target.shape[1]) if by_row else np.arange(n)


def aligned(tensor: Tensor, target: Tensor, where: str) -> np.ndarray:
    """The tensor's values at the target's entries. What a sparse tensor leaves out is 0."""
    if int(np.prod(tensor.shape)) != int(np.prod(target.shape)):
        raise Problem(f"{where} has shape {list(tensor.shape)}; target_tokens has {list(target.shape)}", 422)
    whole, wanted = flat_entries(tensor), flat_entries(target)
    if whole is None:
        values = tensor.values if wanted is None else tensor.values[wanted]
    elif wanted is not None and np.array_equal(whole, wanted):
        values = tensor.values
    else:
        values = np.zeros(int(np.prod(tensor.shape)), np.float32)
        values[whole] = tensor.values
        if wanted is not None:
            lost = np.setdiff1d(whole[tensor.values != 0], wanted)
            if len(lost):
                raise Problem(f"{where} has a value at {int(lost[0])}, where target_tokens has none", 422)
            values = values[wanted]
    return values.astype(np.float32)


def flat_entries(tensor: Tensor) -> np.ndarray | None:
    if tensor.rows is None:
        return None
    return tensor.columns if len(tensor.shape) == 1 else tensor.rows * tensor.shape[1] + tensor.columns


def same_inputs(data: list[Datum]) -> list[Datum]:
    """The data of a request, all with the same tensors: a loss is one formula for all of them."""
    for i, datum in enumerate(data):
        if other := datum.inputs.keys() ^ data[0].inputs.keys():
            raise Problem(f"datum {i} and datum 0 do not both have {', '.join(sorted(other))}", 422)
    return data


def json_forward_backward(body: dict, key: str, vocab: int, window: int) -> ForwardBackward:
    inner = need(body, key, dict)
    loss_fn = str(need(inner, "loss_fn", str, key))
    config, backward = losses.check(loss_fn, inner.get("loss_fn_config")), key != "forward_input"
    data = []
    for i, said in enumerate(need(inner, "data", list, key)):
        where = f"datum {i}"
        tensors = {n: json_tensor(t, f"{n} of {where}") for n, t in need(said, "loss_fn_inputs", dict, where).items()}
        tokens = prompt_tokens(said.get("model_input"), where)
        data.append(make_datum(tokens, tensors, loss_fn, backward, vocab, window, where))
    return ForwardBackward(str(need(body, "model_id", str)), may(body, "seq_id", int), same_inputs(data), loss_fn, config, backward)
