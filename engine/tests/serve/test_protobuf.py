"""Round trips of the hand-written messages; bytes known from the encoding's own documentation."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from memagent_engine.serve import protobuf as pb
from memagent_engine.serve.problems import Problem


def tensor(values: np.ndarray, dtype: int, shape: list[int], csr: tuple[list[int], list[int]] | None = None) -> bytes:
    data = values.tobytes()
    if csr is None:
        body = pb.blob(1, data)
    else:
        crow, columns = (np.asarray(x, "<i8").tobytes() for x in csr)
        body = pb.blob(2, pb.blob(1, data) + pb.blob(2, crow) + pb.blob(3, columns))
    return body + pb.scalar(3, dtype) + pb.blob(4, b"".join(pb.number(n) for n in shape))


def datum(tokens: list[int], **tensors: bytes) -> bytes:
    body = pb.blob(1, pb.blob(1, pb.blob(1, np.asarray(tokens, "<i4").tobytes())))
    return body + b"".join(pb.blob(2, pb.blob(1, name) + pb.blob(2, t)) for name, t in tensors.items())


def request(*data: bytes, loss: str = "ppo", seq: int = 300, forward_only: bool = False) -> bytes:
    config = pb.blob(5, pb.blob(1, "clip_high_threshold") + pb.number(2 << 3 | 1) + struct.pack("<d", 1.28))
    return pb.blob(1, "m") + pb.scalar(2, seq) + b"".join(pb.blob(3, d) for d in data) + pb.blob(4, loss) + config + pb.scalar(6, forward_only)


F, I = np.float32, np.int64


def test_varints_as_documented() -> None:
    assert pb.number(150) == b"\x96\x01" and pb.varint(memoryview(b"\x96\x01"), 0) == (150, 2)
    assert pb.blob(2, "testing") == b"\x12\x07testing"
    assert pb.varint(memoryview(pb.number(2**63 - 1)), 0)[0] == 2**63 - 1


def test_a_request_dense_and_sparse() -> None:
    dense = datum(
        [5, 6, 7], target_tokens=tensor(np.array([6, 7, 8], I), 2, [3]), logprobs=tensor(np.array([-1, -2, -3], F), 1, [3]),
        advantages=tensor(np.array([0, 0, 1], F), 1, [3]),
    )
    sparse = datum(
        [5, 6, 7], target_tokens=tensor(np.array([8], I), 2, [3], ([0, 1], [2])), logprobs=tensor(np.array([-3], F), 1, [3], ([0, 1], [2])),
        advantages=tensor(np.array([1], F), 1, [1, 3], ([0, 1], [2])),
    )
    read = pb.read_forward_backward(request(dense, sparse), 10, 100)
    assert (read.model_id, read.seq_id, read.loss_fn, read.backward) == ("m", 300, "ppo", True)
    assert read.config == {"clip_low_threshold": 0.8, "clip_high_threshold": 1.28}
    one, two = read.data
    assert one.tokens.tolist() == two.tokens.tolist() == [5, 6, 7]
    assert one.positions.tolist() == [0, 1, 2] and two.positions.tolist() == [2] and two.targets.tolist() == [8]
    assert one.inputs["advantages"].tolist() == [0, 0, 1] and two.inputs["logprobs"].tolist() == [-3] and two.shape == (1,)


def test_a_row_of_targets_for_each_position() -> None:
    body = datum([5, 6], target_tokens=tensor(np.array([1, 2, 3, 4], I), 2, [2, 2]), weights=tensor(np.array([1, 0.5, 0, 2], F), 1, [2, 2]))
    one = pb.read_forward_backward(pb.blob(1, "m") + pb.blob(3, body) + pb.blob(4, "cross_entropy"), 10, 100).data[0]
    assert one.positions.tolist() == [0, 0, 1, 1] and one.shape == (2, 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"advantages": None}, "lacks advantages"),
        ({"logprobs": tensor(np.zeros(2, F), 1, [2])}, "has shape"),
        ({"logprobs": tensor(np.zeros(2, F), 1, [3])}, "2 values for the shape"),
        ({"target_tokens": tensor(np.array([6, 7, 80], I), 2, [3])}, "outside"),
        ({"target_tokens": tensor(np.array([6, 7], I), 2, [2])}, "for 3 input tokens"),
        ({"advantages": tensor(np.array([1, np.nan, 1], F), 1, [3])}, "not finite"),
        ({"target_tokens": tensor(np.array([8], I), 2, [3], ([0, 1], [2]))}, None),
        ({"target_tokens": tensor(np.array([8], I), 2, [3], ([0, 1], [3]))}, "no CSR"),
    ],
)
def test_what_is_missing_or_short_is_an_error(change: dict, message: str | None) -> None:
    good = {
        "target_tokens": tensor(np.array([6, 7, 8], I), 2, [3]), "logprobs": tensor(np.zeros(3, F), 1, [3]),
        "advantages": tensor(np.zeros(3, F), 1, [3]),
    }
    body = request(datum([5, 6, 7], **{k: v for k, v in {**good, **change}.items() if v is not None}))
    if message is None:
        assert len(pb.read_forward_backward(body, 10, 100).data[0].targets) == 1  # dense inputs at the sparse targets
        return
    with pytest.raises(Problem, match=message):
        pb.read_forward_backward(body, 10, 100)


def test_a_body_that_is_cut_is_an_error() -> None:
    body = request(datum([5], target_tokens=tensor(np.array([6], I), 2, [1])))
    for cut in (1, len(body) // 2, len(body) - 1):
        with pytest.raises(Problem):
            pb.read_forward_backward(body[:cut], 10, 100)


def test_damaged_bytes_are_an_error_that_says_so_or_other_numbers() -> None:
    sparse = {"target_tokens": (np.array([6, 8], I), 2), "logprobs": (np.array([-1, -3], F), 1), "advantages": (np.array([1, 2], F), 1)}
    whole = request(*[datum([5, 6, 7], **{name: tensor(v, kind, [3], ([0, 2], [0, 2])) for name, (v, kind) in sparse.items()})] * 2)
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(500):
        body = bytearray(whole)
        for at in rng.integers(0, len(body), 2):
            body[at] = rng.integers(0, 256)
        try:
            pb.read_forward_backward(bytes(body), 10, 100)
        except Problem:
            refused += 1
    assert refused > 250


def test_tensors_that_name_the_same_entries_and_one_that_does_not() -> None:
    body = datum(
        [5, 6, 7], target_tokens=tensor(np.array([6, 8], I), 2, [3], ([0, 2], [0, 2])), logprobs=tensor(np.array([-1, -3], F), 1, [3], ([0, 2], [0, 2])),
        advantages=tensor(np.array([2], F), 1, [3], ([0, 1], [2])),
    )
    one = pb.read_forward_backward(request(body), 10, 100).data[0]
    assert one.positions.tolist() == [0, 2] and one.inputs["logprobs"].tolist() == [-1, -3] and one.inputs["advantages"].tolist() == [0, 2]
    assert one.inputs["weights"].tolist() == [1, 1]


def test_the_datum_with_the_wrong_number_is_named() -> None:
    good = {"target_tokens": tensor(np.array([6], I), 2, [1]), "logprobs": tensor(np.zeros(1, F), 1, [1]), "advantages": tensor(np.zeros(1, F), 1, [1])}
    bad = {**good, "advantages": tensor(np.array([np.inf], F), 1, [1])}
    with pytest.raises(Problem, match="datum 2 has advantages that are not finite"):
        pb.read_forward_backward(request(datum([5], **good), datum([5], **good), datum([5], **bad)), 10, 100)
    with pytest.raises(Problem, match="datum 1 has token ids outside"):
        pb.read_forward_backward(request(datum([5], **good), datum([-1], **good)), 10, 100)


def test_an_output_can_be_read_back() -> None:
    outputs = [{"logprobs": np.array([-1.5, -2.5], F)}, {"logprobs": np.array([-3.5], F)}, {"logprobs": np.array([[1.0, 2.0]], F)}]
    fields = list(pb.fields(memoryview(pb.write_output("ArrayRecord", outputs, {"loss:sum": 2.5}))))
    records = [dict(pb.fields(v)) for n, v in fields if n == 2]
    assert [r[3] for r in records] == [2, 1]
    tensors = [dict(pb.fields(dict(pb.fields(r[2]))[2])) for r in records]
    assert np.frombuffer(tensors[0][1], F).tolist() == [-1.5, -2.5, -3.5]
    assert np.frombuffer(tensors[0][2], "<i8").tolist() == [0, 8, 12] and 4 not in tensors[0]
    assert pb.packed(tensors[1][4]) == [2]
    metric = dict(pb.fields([v for n, v in fields if n == 3][0]))
    assert bytes(metric[1]) == b"loss:sum" and struct.unpack("<d", metric[2])[0] == 2.5


def test_a_sample_can_be_read_back() -> None:
    body = pb.write_sample([{"stop_reason": "length", "tokens": [7, 8], "logprobs": [-0.5, -0.25]}], [None, -1.0], [None, [(3, -0.1)]])
    found = dict(pb.fields(memoryview(body)))
    sequence = dict(pb.fields(found[1]))
    assert sequence[1] == 1 and np.frombuffer(sequence[2], "<i4").tolist() == [7, 8]
    assert np.isnan(np.frombuffer(found[2], F)[0])
    topk = dict(pb.fields(found[3]))
    assert topk[3] == 1 and topk[4] == 2 and np.frombuffer(topk[2], F)[0] == F(-99999)
