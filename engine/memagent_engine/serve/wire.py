"""Requests into data, with every length checked: a tensor that is missing or short is an error, never padded.

A datum's targets are a list of M (position, target) pairs: a dense vector of N targets gives N of them, a
sparse one only those it lists, an (N, K) matrix K for each position. Its other tensors have the same M.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from . import losses
from .problems import Problem

OTHER_INPUTS = ("weights", "logprobs", "advantages", "clip_low_threshold", "clip_high_threshold")
DTYPES = {"float32": np.float32, "int64": np.int64}


class Tensor(NamedTuple):
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
    if prod(shape) != len(values):
        raise Problem(f"{where} has {len(values)} values for the shape {list(shape)}", 422)
    return Tensor(values, shape)


def sparse(values: np.ndarray, crow: np.ndarray, columns: np.ndarray, shape: tuple[int, ...], where: str) -> Tensor:
    """A vector is one row: crow [0, n] and the positions as columns."""
    if len(shape) not in (1, 2):
        raise Problem(f"{where} is sparse and has shape {list(shape)}: it is a vector or a matrix", 422)
    rows, width = (1, shape[0]) if len(shape) == 1 else shape
    whole = len(crow) == rows + 1 and crow[0] == 0 and crow[-1] == len(values) == len(columns) and (rows == 1 or (np.diff(crow) >= 0).all())
    if not whole or (len(columns) and (columns.min() < 0 or columns.max() >= width)):
        raise Problem(f"{where} is no CSR of shape {list(shape)}: {len(values)} values, {len(crow)} row ends, {len(columns)} columns", 422)
    return Tensor(values, shape, np.zeros(len(columns), np.int64) if rows == 1 else np.repeat(np.arange(rows), np.diff(crow)), columns)


def make_data(
    said: list[tuple[np.ndarray, Mapping[str, Tensor]]], loss_fn: str, backward: bool, vocab: int, window: int
) -> list[Datum]:
    """The data of a request from the tokens and tensors of each. Numbers are checked all at once: a few passes over long
    arrays cost less than a few over each of many short ones."""
    for i, (tokens, tensors) in enumerate(said):
        if len(tokens) == 0:
            raise Problem(f"datum {i} has no tokens", 422)
        if len(tokens) > window:
            raise Problem(f"datum {i} has {len(tokens)} tokens; the model's window is {window}")
        if "target_tokens" not in tensors:
            raise Problem(f"datum {i} lacks target_tokens", 422)
    targets = [tensors["target_tokens"] for _, tensors in said]
    positions = [positions_of(target, len(tokens), f"datum {i}") for i, (target, (tokens, _)) in enumerate(zip(targets, said, strict=True))]
    inputs = [named_inputs(tensors, loss_fn, backward, f"datum {i}") for i, (_, tensors) in enumerate(said)]
    same_names(inputs)
    ids = joined([tokens for tokens, _ in said], np.int64, below(vocab), f"token ids outside 0..{vocab - 1}")
    labels = joined([t.values for t in targets], np.int64, below(vocab), f"target_tokens outside 0..{vocab - 1}")
    columns = {
        name: joined([own[name] for own in inputs], np.float32, np.isfinite, f"{name} that are not finite") for name in (inputs[0] if inputs else ())
    }
    return [
        Datum(ids[i], positions[i], labels[i], {name: column[i] for name, column in columns.items()}, (len(labels[i]),) if t.rows is not None else t.shape)
        for i, t in enumerate(targets)
    ]


def below(vocab: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda ids: ids.view(np.uint64) < vocab  # where a negative number is a very large one


def joined(parts: list[np.ndarray], dtype: type, good: Callable[[np.ndarray], np.ndarray], what: str) -> list[np.ndarray]:
    """The arrays of all data with one type, in one piece of memory; the first whose numbers are not all good is an error."""
    if not parts:
        return []
    whole, ends = np.concatenate(parts, dtype=dtype, casting="unsafe"), np.cumsum([0, *map(len, parts)])
    if not (fine := good(whole)).all():
        raise Problem(f"datum {int(np.searchsorted(ends, fine.argmin(), 'right')) - 1} has {what}")
    return [whole[a:b] for a, b in pairwise(ends.tolist())]


def named_inputs(tensors: Mapping[str, Tensor], loss_fn: str, backward: bool, where: str) -> dict[str, np.ndarray]:
    """The tensors beside the targets, at the targets' entries; weights are ones where nothing is said."""
    target = tensors["target_tokens"]
    inputs = {name: aligned(tensors[name], target, f"{name} of {where}") for name in OTHER_INPUTS if name in tensors}
    for name in losses.NEEDS[loss_fn]:
        if name not in inputs and (backward or name != "weights"):
            raise Problem(f"{where} lacks {name}, which {loss_fn} needs", 422)
    if "weights" not in inputs:
        inputs["weights"] = np.ones(len(target.values), np.float32)
    return inputs


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
    if tensor.columns is not None and tensor.columns is target.columns and tensor.shape == target.shape:
        return tensor.values
    if prod(tensor.shape) != prod(target.shape):
        raise Problem(f"{where} has shape {list(tensor.shape)}; target_tokens has {list(target.shape)}", 422)
    whole, wanted = flat_entries(tensor), flat_entries(target)
    if whole is None:
        values = tensor.values if wanted is None else tensor.values[wanted]
    elif wanted is not None and np.array_equal(whole, wanted):
        values = tensor.values
    else:
        values = np.zeros(prod(tensor.shape), np.float32)
        values[whole] = tensor.values
        if wanted is not None:
            lost = np.setdiff1d(whole[tensor.values != 0], wanted)
            if len(lost):
                raise Problem(f"{where} has a value at {int(lost[0])}, where target_tokens has none", 422)
            values = values[wanted]
    return values


def flat_entries(tensor: Tensor) -> np.ndarray | None:
    if tensor.rows is None:
        return None
    return tensor.columns if len(tensor.shape) == 1 else tensor.rows * tensor.shape[1] + tensor.columns


def same_names(inputs: list[dict[str, np.ndarray]]) -> None:
    """All data of a request have the same tensors: a loss is one formula for all of them."""
    for i, own in enumerate(inputs):
        if own.keys() != inputs[0].keys():
            raise Problem(f"datum {i} and datum 0 do not both have {', '.join(sorted(own.keys() ^ inputs[0].keys()))}", 422)


def json_forward_backward(body: dict, key: str, vocab: int, window: int) -> ForwardBackward:
    inner = need(body, key, dict)
    loss_fn = str(need(inner, "loss_fn", str, key))
    config, backward = losses.check(loss_fn, inner.get("loss_fn_config")), key != "forward_input"
    said = []
    for i, datum in enumerate(need(inner, "data", list, key)):
        where = f"datum {i}"
        tensors = {n: json_tensor(t, f"{n} of {where}") for n, t in need(datum, "loss_fn_inputs", dict, where).items()}
        said.append((prompt_tokens(datum.get("model_input"), where), tensors))
    data = make_data(said, loss_fn, backward, vocab, window)
    return ForwardBackward(str(need(body, "model_id", str)), may(body, "seq_id", int), data, loss_fn, config, backward)
