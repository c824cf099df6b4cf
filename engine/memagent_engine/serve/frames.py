"""The binary frames of the batched sampling call. All numbers are little-endian, all parts multiples of 4 bytes.

    request   "MAS1", uint32 h, h bytes of JSON (padded with spaces), int32 offsets[n + 1], int32 ids[offsets[n]]
    response  "MAR1", uint32 h, h bytes of JSON, int32 stop[m], int32 offsets[m + 1], int32 tokens[offsets[m]],
              float32 logprobs[offsets[m]]

    parts     uint32 length, then a response as above whose JSON has "of", the numbers of its sequences; and again

n prompts with num_samples each give m = n x num_samples sequences, a prompt's own next to each other; stop
is 0 where a sequence ended itself and 1 where its length did. With "scored" in the request's JSON, a number for each
prompt, nothing is sampled: the sequences are the prompts' last tokens, as many as that says, with their log-probabilities.
"""

from __future__ import annotations

import json
import struct
from itertools import chain, pairwise

import numpy as np

from .problems import Problem
from .sequences import Judged, Sequence


def read_request(body: bytes) -> tuple[dict, list[np.ndarray]]:
    """The header and the prompts: views of the body, whose ids are not looked at."""
    if len(body) < 8 or body[:4] != b"MAS1":
        raise Problem('the body does not begin with "MAS1" and a length', 422)
    size = struct.unpack_from("<I", body, 4)[0]
    if size % 4 or len(body) % 4 or 8 + size > len(body):
        raise Problem(f"the header of {size} bytes does not fit the body of {len(body)}, or they are no multiples of 4", 422)
    try:
        header = json.loads(body[8 : 8 + size])
    except ValueError as error:
        raise Problem(f"the header is no JSON: {error}", 422) from None
    if not isinstance(header, dict) or not isinstance(header.get("prompts"), int) or header["prompts"] < 1:
        raise Problem('the header does not say how many "prompts" there are', 422)
    numbers = np.frombuffer(body, "<i4", offset=8 + size)
    n = header["prompts"]
    offsets, ids = numbers[: n + 1].tolist(), numbers[n + 1 :]
    if len(offsets) != n + 1 or offsets[0] != 0 or offsets != sorted(offsets) or offsets[-1] != len(ids):
        raise Problem(f"the offsets of {n} prompts do not describe the {len(ids)} ids that follow", 422)
    return header, [ids[a:b] for a, b in pairwise(offsets)]


def write_request(header: dict, prompts: list[np.ndarray]) -> bytes:
    offsets = np.concatenate([[0], np.cumsum([len(p) for p in prompts])])
    return b"".join([start(b"MAS1", {**header, "prompts": len(prompts)}), as_bytes(offsets, "<i4"), *(as_bytes(p, "<i4") for p in prompts)])


def write_response(sequences: list[Sequence] | list[Judged], **header: object) -> bytes:
    offsets = np.concatenate([[0], np.cumsum([len(s.tokens) for s in sequences])])
    tokens, logprobs = (list(chain.from_iterable(lists)) for lists in ([s.tokens for s in sequences], [s.logprobs for s in sequences]))
    return b"".join([
        start(b"MAR1", {"sequences": len(sequences), **header}), as_bytes([s.stop_reason == "length" for s in sequences], "<i4"),
        as_bytes(offsets, "<i4"), as_bytes(tokens, "<i4"), as_bytes(logprobs, "<f4"),
    ])


def write_part(numbered: list[tuple[int, Sequence]]) -> bytes:
    part = write_response([s for _, s in numbered], of=[i for i, _ in numbered])
    return struct.pack("<I", len(part)) + part


def write_failure(message: str) -> bytes:
    """The part that ends an answer which cannot be completed."""
    part = write_response([], of=[], error=message)
    return struct.pack("<I", len(part)) + part


def read_parts(body: bytes) -> tuple[list[tuple[dict, list[tuple[np.ndarray, np.ndarray, str]]]], bytes]:
    """The header and the sequences of each part that is whole, and the bytes of one that is not."""
    found = []
    while len(body) >= 4 and len(body) >= 4 + (size := struct.unpack_from("<I", body)[0]):
        part, body = body[4 : 4 + size], body[4 + size :]
        found.append((json.loads(part[8 : 8 + struct.unpack_from("<I", part, 4)[0]]), read_response(part)))
    return found, body


def read_response(body: bytes) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """(tokens, logprobs, stop reason) of each sequence."""
    size = struct.unpack_from("<I", body, 4)[0]
    m = json.loads(body[8 : 8 + size])["sequences"]
    numbers = np.frombuffer(body, "<i4", offset=8 + size)
    stops, offsets, rest = numbers[:m], numbers[m : 2 * m + 1], numbers[2 * m + 1 :]
    tokens, logprobs = rest[: offsets[-1]], rest[offsets[-1] :].view("<f4")
    return [
        (tokens[a:b], logprobs[a:b], "length" if stop else "stop")
        for a, b, stop in zip(offsets[:-1], offsets[1:], stops, strict=True)
    ]


def start(magic: bytes, header: dict) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    return magic + struct.pack("<I", len(text)) + text


def as_bytes(values: object, dtype: str) -> bytes:
    return np.asarray(values, dtype).tobytes()
