"""The protocol's protobuf messages, by hand: five to read, five to write, no generated code.

A field is a varint tag (number << 3 | kind) and its payload: kind 0 a varint, 1 eight bytes, 2 a length
and that many bytes, 5 four bytes (https://protobuf.dev/programming-guides/encoding). All arrays inside
`bytes` fields are little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np

from . import losses, wire
from .problems import Problem

FLOAT32, INT64, INT32, BFLOAT16 = 1, 2, 3, 4
DTYPES = {FLOAT32: np.dtype("<f4"), INT64: np.dtype("<i8"), INT32: np.dtype("<i4"), BFLOAT16: np.dtype("<u2")}


def fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """(number, value) of each field of a message; a value is an int or the bytes as they stand."""
    at, end = 0, len(data)
    try:
        while at < end:
            tag, at = varint(data, at)
            kind = tag & 7
            if kind == 0:
                value, at = varint(data, at)
            else:
                size = 8 if kind == 1 else 4 if kind == 5 else -1
                if kind == 2:
                    size, at = varint(data, at)
                if size < 0 or at + size > end:
                    raise Problem("the protobuf body is cut short or no protobuf", 422)
                value, at = data[at : at + size], at + size
            yield tag >> 3, value
    except IndexError:
        raise Problem("the protobuf body is cut short", 422) from None


def varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise Problem("the protobuf body has a number that does not end", 422)


def packed(value: int | memoryview) -> list[int]:
    """A repeated int64, packed or not."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        found.append(number)
    return found


def text(value: int | memoryview) -> str:
    return bytes(value).decode()


def array(value: memoryview, dtype: np.dtype, where: str) -> np.ndarray:
    if len(value) % dtype.itemsize:
        raise Problem(f"{where} has {len(value)} bytes, no multiple of {dtype.itemsize}", 422)
    return np.frombuffer(value, dtype)


def read_forward_backward(body: bytes, vocab: int, window: int) -> wire.ForwardBackward:
    model_id, seq_id, loss_fn, forward_only = "", None, "", False
    config: dict[str, object] = {}
    newer: dict[str, object] = {}
    raw: list[memoryview] = []
    for number, value in fields(memoryview(body)):
        if number == 1:
            model_id = text(value)
        elif number == 2:
            seq_id = int(value) or None
        elif number == 3:
            raw.append(value)
        elif number == 4:
            loss_fn = text(value)
        elif number == 5:
            entry = dict(fields(value))
            config[text(entry.get(1, b""))] = struct.unpack("<d", entry.get(2, bytes(8)))[0]
        elif number == 6:
            forward_only = bool(value)
        elif number == 7:
            entry = dict(fields(value))
            one = dict(fields(entry.get(2, memoryview(b""))))
            newer[text(entry.get(1, b""))] = text(one[2]) if 2 in one else struct.unpack("<d", one.get(1, bytes(8)))[0]
    checked = losses.check(loss_fn, newer or config)
    data = [read_datum(d, loss_fn, not forward_only, vocab, window, f"datum {i}") for i, d in enumerate(raw)]
    return wire.ForwardBackward(model_id, seq_id, wire.same_inputs(data), loss_fn, checked, not forward_only)


def read_datum(data: memoryview, loss_fn: str, backward: bool, vocab: int, window: int, where: str) -> wire.Datum:
    chunks, tensors = [], {}
    for number, value in fields(data):
        if number == 1:
            for kind, chunk in fields(value):
                if kind != 1:
                    raise Problem(f"{where} has a chunk that is no encoded text: this engine reads text only", 422)
                tokens = dict(fields(chunk)).get(1, memoryview(b""))
                chunks.append(array(tokens, DTYPES[INT32], f"tokens of {where}").astype(np.int64))
        elif number == 2:
            entry = dict(fields(value))
            name = text(entry.get(1, b""))
            tensors[name] = read_tensor(entry.get(2, memoryview(b"")), f"{name} of {where}")
    tokens = np.concatenate(chunks) if chunks else np.empty(0, np.int64)
    return wire.make_datum(tokens, tensors, loss_fn, backward, vocab, window, where)


def read_tensor(data: memoryview, where: str) -> wire.Tensor:
    whole = csr = None
    kind, shape = 0, []
    for number, value in fields(data):
        if number == 1:
            whole = value
        elif number == 2:
            csr = dict(fields(value))
        elif number == 3:
            kind = int(value)
        elif number == 4:
            shape += packed(value)
    if kind not in DTYPES:
        raise Problem(f"{where} has no dtype", 422)
    empty = memoryview(b"")
    values = array(csr.get(1, empty) if csr is not None else whole if whole is not None else empty, DTYPES[kind], where)
    if kind == BFLOAT16:  # the upper half of a float32
        values = (values.astype(np.uint32) << 16).view(np.float32)
    if csr is None:
        return wire.dense(values, tuple(shape) or (len(values),), where)
    crow, columns = (array(csr.get(i, empty), DTYPES[INT64], where) for i in (2, 3))
    return wire.sparse(values, crow, columns, tuple(shape), where)


def number(value: int) -> bytes:
    value &= 2**64 - 1  # a negative one is written as two's complement
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def scalar(field: int, value: int) -> bytes:
    return number(field << 3) + number(value) if value else b""


def blob(field: int, value: bytes | str) -> bytes:
    value = value.encode() if isinstance(value, str) else value
    return number(field << 3 | 2) + number(len(value)) + value


def write_output(output_type: str, outputs: list[dict[str, np.ndarray]], metrics: dict[str, float]) -> bytes:
    """ForwardBackwardOutput, all datums in one ArrayRecord; matrices of different widths get one each."""
    out = [blob(1, output_type)]
    start = 0
    for i in range(1, len(outputs) + 1):
        same = i < len(outputs) and all(outputs[i][n].shape[1:] == outputs[start][n].shape[1:] for n in outputs[start])
        if not same:
            record = [blob(1, output_type)]
            for name in outputs[start]:
                record.append(blob(2, blob(1, name) + blob(2, batched([o[name] for o in outputs[start:i]]))))
            out.append(blob(2, b"".join(record) + scalar(3, i - start)))
            start = i
    out += [blob(3, blob(1, name) + number(2 << 3 | 1) + struct.pack("<d", value)) for name, value in metrics.items()]
    return b"".join(out)


def batched(arrays: list[np.ndarray]) -> bytes:
    floats = arrays[0].dtype.kind == "f"
    parts = [a.astype("<f4" if floats else "<i8").tobytes() for a in arrays]
    offsets = np.concatenate([[0], np.cumsum([len(p) for p in parts])]).astype("<i8")
    trailing = b"".join(number(n) for n in arrays[0].shape[1:])
    return blob(1, b"".join(parts)) + blob(2, offsets.tobytes()) + scalar(3, FLOAT32 if floats else INT64) + (
        blob(4, trailing) if trailing else b""
    )


def write_sample(sequences: list[dict], prompt_logprobs: list[float | None] | None, topk: list | None, cached: int = 0) -> bytes:
    """SampleResponse. A sequence: stop_reason, tokens, logprobs."""
    out = []
    for s in sequences:
        tokens, logprobs = np.asarray(s["tokens"], "<i4").tobytes(), np.asarray(s["logprobs"], "<f4").tobytes()
        out.append(blob(1, scalar(1, int(s["stop_reason"] == "length")) + blob(2, tokens) + blob(3, logprobs)))
    if prompt_logprobs is not None:
        out.append(blob(2, np.asarray([np.nan if v is None else v for v in prompt_logprobs], "<f4").tobytes()))
    if topk is not None:
        k = max((len(row) for row in topk if row), default=0)
        ids, values = np.zeros((len(topk), k), "<i4"), np.full((len(topk), k), -99999.0, "<f4")
        for i, row in enumerate(topk):
            for j, (token, value) in enumerate(row or []):
                ids[i, j], values[i, j] = token, value
        out.append(blob(3, blob(1, ids.tobytes()) + blob(2, values.tobytes()) + scalar(3, k) + scalar(4, len(topk))))
    return b"".join(out) + scalar(4, cached)
