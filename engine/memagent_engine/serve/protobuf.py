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


def spans(data: bytes | memoryview, at: int, end: int) -> list[tuple[int, int, int]]:
    """(number, start, end) of each field between two places; of a varint (number, value, -1).

    One list and no slices: a request has tens of thousands of fields, and while they are read the thread that feeds
    the device waits for the interpreter's lock.
    """
    found = []
    try:
        while at < end:
            tag, at = data[at], at + 1
            if tag > 127:
                tag, at = varint(data, at - 1)
            kind = tag & 7
            if kind == 2:
                size, at = data[at], at + 1
                if size > 127:
                    size, at = varint(data, at - 1)
            elif kind == 0:
                value, at = varint(data, at)
                found.append((tag >> 3, value, -1))
                continue
            else:
                size = 8 if kind == 1 else 4 if kind == 5 else end
            found.append((tag >> 3, at, at + size))
            at += size
    except IndexError:
        at = end + 1
    if at > end:
        raise Problem("the protobuf body is cut short or no protobuf", 422)
    return found


def fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """(number, value) of each field of a message; a value is an int or the bytes as they stand."""
    return ((number, start if end < 0 else data[start:end]) for number, start, end in spans(data, 0, len(data)))


def varint(data: bytes | memoryview, at: int) -> tuple[int, int]:
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


def packed(value: bytes | memoryview) -> list[int]:
    """A repeated int64."""
    found, at = [], 0
    try:
        while at < len(value):
            number, at = varint(value, at)
            found.append(number)
    except IndexError:
        raise Problem("the protobuf body has a number that does not end", 422) from None
    return found


def text(value: bytes | memoryview) -> str:
    try:
        return bytes(memoryview(value)).decode()
    except (TypeError, ValueError):  # a number, or bytes that are no UTF-8
        raise Problem("the protobuf body has a text that is none", 422) from None


def array(body: bytes, start: int, end: int, dtype: np.dtype, where: str) -> np.ndarray:
    """A part of the body as numbers, not copied."""
    count, rest = divmod(end - start, dtype.itemsize)
    if rest or count < 0:
        raise Problem(f"{where} has {end - start} bytes, no multiple of {dtype.itemsize}", 422)
    return np.frombuffer(body, dtype, count, start) if count else np.empty(0, dtype)


def read_forward_backward(body: bytes, vocab: int, window: int) -> wire.ForwardBackward:
    model_id, seq_id, loss_fn, forward_only = "", None, "", False
    config: dict[str, object] = {}
    newer: dict[str, object] = {}
    raw: list[tuple[int, int]] = []
    for number, start, end in spans(body, 0, len(body)):
        if number == 3:
            raw.append((start, end))
        elif number == 2:
            seq_id = start or None
        elif number == 6:
            forward_only = bool(start)
        elif number == 1:
            model_id = text(body[start:end])
        elif number == 4:
            loss_fn = text(body[start:end])
        elif number == 5:
            entry = dict(fields(memoryview(body)[start:end]))
            config[text(entry.get(1, b""))] = struct.unpack("<d", entry.get(2, bytes(8)))[0]
        elif number == 7:
            entry = dict(fields(memoryview(body)[start:end]))
            one = dict(fields(entry.get(2, memoryview(b""))))
            newer[text(entry.get(1, b""))] = text(one[2]) if 2 in one else struct.unpack("<d", one.get(1, bytes(8)))[0]
    checked = losses.check(loss_fn, newer or config)
    said = [read_datum(body, start, end, f"datum {i}") for i, (start, end) in enumerate(raw)]
    data = wire.make_data(said, loss_fn, not forward_only, vocab, window)
    return wire.ForwardBackward(model_id, seq_id, data, loss_fn, checked, not forward_only)


def read_datum(body: bytes, at: int, end: int, where: str) -> tuple[np.ndarray, dict[str, wire.Tensor]]:
    """Tokens and tensors."""
    chunks: list[np.ndarray] = []
    tensors: dict[str, wire.Tensor] = {}
    known: dict[bytes, wire.Tensor] = {}
    for number, start, stop in spans(body, at, end):
        if number == 1:
            for kind, a, b in spans(body, start, stop):
                if kind != 1:
                    raise Problem(f"{where} has a chunk that is no encoded text: this engine reads text only", 422)
                tokens = {part: (c, d) for part, c, d in spans(body, a, b)}.get(1, (b, b))
                chunks.append(array(body, *tokens, DTYPES[INT32], f"tokens of {where}"))
        elif number == 2:
            name, tensor = "", (stop, stop)
            for part, a, b in spans(body, start, stop):
                if part == 1:
                    name = text(body[a:b])
                elif part == 2:
                    tensor = a, b
            tensors[name] = read_tensor(body, *tensor, known, f"{name} of {where}")
    if len(chunks) == 1:
        return chunks[0], tensors
    return np.concatenate(chunks) if chunks else np.empty(0, np.int64), tensors


def read_tensor(body: bytes, at: int, end: int, known: dict[bytes, wire.Tensor], where: str) -> wire.Tensor:
    """`known` are the datum's tensors by the bytes of their shape and entries: most name the same ones, which are checked once."""
    csr: dict[int, tuple[int, int]] | None = None
    kind, whole, shape = 0, (end, end), []
    for number, start, stop in spans(body, at, end):
        if number == 1:
            whole = start, stop
        elif number == 2:
            csr = {part: (a, b) for part, a, b in spans(body, start, stop)}
        elif number == 3:
            kind = start
        elif number == 4:
            shape += [start] if stop < 0 else packed(body[start:stop])
    if kind not in DTYPES:
        raise Problem(f"{where} has no dtype", 422)
    values = array(body, *(whole if csr is None else csr.get(1, (end, end))), DTYPES[kind], where)
    if kind == BFLOAT16:  # the upper half of a float32
        values = (values.astype(np.uint32) << 16).view(np.float32)
    if csr is None:
        return wire.dense(values, tuple(shape) or (len(values),), where)
    (a, b), (c, d) = csr.get(2, (end, end)), csr.get(3, (end, end))
    place = b"%a %d %d %b%b" % (shape, len(values), b - a, body[a:b], body[c:d])
    if (like := known.get(place)) is not None:
        return like._replace(values=values)
    crow, columns = (array(body, i, j, DTYPES[INT64], where) for i, j in ((a, b), (c, d)))
    known[place] = made = wire.sparse(values, crow, columns, tuple(shape), where)
    return made


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
