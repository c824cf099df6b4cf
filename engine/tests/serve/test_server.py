"""The protocol over HTTP, as a client meets it."""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from memagent_engine.serve import frames, models
from memagent_engine.serve import protobuf as pb
from memagent_engine.serve.engine import Engine, Settings
from memagent_engine.serve.promises import Parts, tell

from .conftest import Remote
from .test_protobuf import datum as proto_datum
from .test_protobuf import tensor as proto_tensor

TOKENS = [5, 6, 7, 8, 9, 10]
ADAM = {"learning_rate": 0.02}


def tensor(values: list, **more: object) -> dict:
    return {"data": values, "dtype": "int64" if all(isinstance(v, int) for v in values) else "float32", "shape": [len(values)], **more}


def datum(**change: object) -> dict:
    inputs = {"target_tokens": tensor(TOKENS[1:]), "weights": tensor([0.0, 0.0, 1.0, 1.0, 1.0]), **change}
    return {
        "model_input": {"chunks": [{"type": "encoded_text", "tokens": TOKENS[:2]}, {"type": "encoded_text", "tokens": TOKENS[2:-1]}]},
        "loss_fn_inputs": {k: v for k, v in inputs.items() if v is not None},
    }


def train(remote: Remote, model: str, seq: int | None = None, loss: str = "cross_entropy", config: dict | None = None, **change: object) -> dict:
    return remote.ask("forward_backward", model_id=model, seq_id=seq, forward_backward_input={
        "loss_fn": loss, "loss_fn_config": config, "data": [datum(**change)],
    })


def sample(remote: Remote, where: dict, **params: object) -> dict:
    given = {"max_tokens": 5, "seed": 3, **params}
    return remote.ask("asample", prompt=datum()["model_input"], sampling_params=given, num_samples=2, **where)


def refused(remote: Remote, path: str, /, **body: object) -> tuple[int, str]:
    status, said = remote.post(path, **body)
    return status, said["detail"]


def test_it_says_what_it_can(remote: Remote) -> None:
    said = remote.get("get_server_capabilities")
    assert said["supported_models"][0]["model_name"] == "small"
    assert said["memagent"]["reduction"] == "sum" and said["memagent"]["batched_sampling"] and said["memagent"]["sparse"]
    assert len(said["memagent"]["fingerprint"]) == 16
    assert remote.get("healthz") == {"status": "ok"}


def test_it_says_how_long_it_was_at_work(remote: Remote) -> None:
    assert remote.get("get_server_capabilities")["memagent"]["busy"]
    assert set(remote.get("memagent/busy").values()) == {0}
    began = time.perf_counter()
    model = remote.model()
    train(remote, model)
    trained = remote.get("memagent/busy")
    sample(remote, {"base_model": "small"})
    sampled = remote.get("memagent/busy")
    assert trained["sampling"] == 0 < trained["training"]
    assert sampled["training"] == trained["training"] and sampled["sampling"] > 0
    assert sampled["sampling"] + sampled["training"] < time.perf_counter() - began
    assert sampled["prompt_tokens"] == 2 * len(TOKENS[:-1]) and sampled["shared_tokens"] == 0  # too short to share
    assert sampled["sequences"] == 2 and sampled["passes"] == 1 and sampled["pass_tokens"] == sampled["prompt_tokens"]
    assert sampled["step_sequences"] == 2 * sampled["steps"] <= sampled["step_slots"] and sampled["captured"] == 0


@pytest.mark.parametrize("rank", [4, 0])
def test_a_client_trains_samples_and_resumes(remote: Remote, rank: int) -> None:
    model = remote.model(rank=rank)
    first = train(remote, model, 1)
    assert remote.ask("optim_step", model_id=model, seq_id=2, adam_params=ADAM)["metrics"]["grad_norm:mean"] > 0
    second = train(remote, model, 3)
    assert second["metrics"]["loss:sum"] < first["metrics"]["loss:sum"] and second["metrics"]["tokens:sum"] == 3
    assert len(second["loss_fn_outputs"][0]["logprobs"]["data"]) == 5
    remote.ask("optim_step", model_id=model, seq_id=4, adam_params=ADAM)

    live = remote.ask("save_weights_for_sampler", model_id=model, sampling_session_seq_id=1, seq_id=5)["sampling_session_id"]
    kept = remote.ask("save_weights_for_sampler", model_id=model, path="kept", seq_id=6)["path"]
    from_live, from_kept = sample(remote, {"sampling_session_id": live, "seq_id": 1}), sample(remote, {"model_path": kept})
    assert from_live == from_kept and from_live["sequences"][0]["tokens"] != from_live["sequences"][1]["tokens"]
    assert remote.get(f"samplers/{live}")["base_model"] == "small"

    saved = remote.ask("save_weights", model_id=model, path="state", seq_id=7)["path"]
    assert saved == f"tinker://{model}/weights/state"
    other = remote.model(rank=rank)
    remote.ask("load_weights", model_id=other, path=saved, optimizer=True, seq_id=1)
    for m in (model, other):
        train(remote, m)
        remote.ask("optim_step", model_id=m, adam_params=ADAM)
    assert train(remote, model) == train(remote, other)
    assert remote.post("weights_info", tinker_path=saved)[1]["lora_rank"] == rank
    assert {c["checkpoint_id"] for c in remote.get(f"training_runs/{model}/checkpoints")["checkpoints"]} == {"weights/state", "sampler_weights/kept"}


def test_checkpoints_outlive_the_engine(base: models.Base, tmp_path: Path, serve) -> None:
    settings = Settings(cache_bytes=2**24)
    one = serve(Engine(base, tmp_path, settings))
    model = one.model()
    train(one, model)
    one.ask("optim_step", model_id=model, adam_params=ADAM)
    path = one.ask("save_weights", model_id=model, path="end")["path"]
    two = serve(Engine(base, tmp_path, settings))
    again = two.model()
    two.ask("load_weights", model_id=again, path=path, optimizer=True)
    assert train(two, again) == train(one, model)
    assert [r["training_run_id"] for r in two.get("training_runs")["training_runs"]] == [model]


def test_the_same_request_again_is_the_same_promise(remote: Remote) -> None:
    model = remote.model()
    body = {"model_id": model, "seq_id": 1, "forward_backward_input": {"loss_fn": "cross_entropy", "data": [datum()]}}
    one, two = (remote.post("forward_backward", **body)[1]["request_id"] for _ in range(2))
    assert one == two and "error" not in remote.result(one)
    once = remote.ask("optim_step", model_id=model, seq_id=2, adam_params=ADAM)["metrics"]["grad_norm:mean"]
    other = remote.model()
    train(remote, other)
    assert remote.ask("optim_step", model_id=other, adam_params=ADAM)["metrics"]["grad_norm:mean"] == once  # counted once
    body["forward_backward_input"]["data"] = [datum(), datum()]
    assert remote.post("forward_backward", **body)[0] == 409
    assert remote.post("optim_step", model_id=model, seq_id=1, adam_params=ADAM)[0] == 409


def test_protobuf_and_sparse_requests_do_what_json_does(remote: Remote) -> None:
    model = remote.model()
    plain = train(remote, model)
    f, i = np.float32, np.int64
    dense = proto_datum(
        TOKENS[:-1], target_tokens=proto_tensor(np.array(TOKENS[1:], i), 2, [5]), weights=proto_tensor(np.array([0, 0, 1, 1, 1], f), 1, [5])
    )
    sparse = proto_datum(
        TOKENS[:-1], target_tokens=proto_tensor(np.array(TOKENS[3:], i), 2, [5], ([0, 3], [2, 3, 4])),
        weights=proto_tensor(np.ones(3, f), 1, [5], ([0, 3], [2, 3, 4])),
    )
    for body in (dense, sparse):
        body = pb.blob(1, model) + pb.blob(3, body) + pb.blob(4, "cross_entropy")
        status, promise = remote.raw("forward_backward", body, **{"Content-Type": "application/x-protobuf"})
        assert status == 200, promise
        said = json.dumps({"request_id": json.loads(promise)["request_id"]}).encode()
        _, answer = remote.raw("retrieve_future", said, **{"Content-Type": "application/json", "Accept": "application/x-protobuf, application/json"})
        metrics = {bytes(dict(pb.fields(v))[1]): np.frombuffer(dict(pb.fields(v))[2], "<f8")[0] for n, v in pb.fields(memoryview(answer)) if n == 3}
        assert metrics[b"loss:sum"] == pytest.approx(plain["metrics"]["loss:sum"], rel=1e-6)
    few = train(remote, model, target_tokens=tensor(TOKENS[3:], shape=[5], sparse_crow_indices=[0, 3], sparse_col_indices=[2, 3, 4]), weights=tensor([1.0] * 3, shape=[5], sparse_crow_indices=[0, 3], sparse_col_indices=[2, 3, 4]))
    assert few["metrics"] == pytest.approx(plain["metrics"], rel=1e-6)
    assert few["loss_fn_outputs"][0]["logprobs"]["shape"] == [3]


def test_zstd_bodies(remote: Remote) -> None:
    zstandard = pytest.importorskip("zstandard")
    body = zstandard.compress(json.dumps({"sdk_version": "x"}).encode())
    assert remote.raw("create_session", body, **{"Content-Encoding": "zstd"})[0] == 200
    assert remote.raw("create_session", body[:5], **{"Content-Encoding": "zstd"})[0] == 422
    assert remote.raw("create_session", body, **{"Content-Encoding": "br"})[0] == 415


def test_the_batched_call_samples_what_single_calls_do(remote: Remote) -> None:
    prompts = [np.array(TOKENS[:-1]), np.array([20, 21]), np.array(TOKENS[:-1])]
    params = {"max_tokens": 6, "stop": []}
    body = frames.write_request({"base_model": "small", "num_samples": 2, "sampling_params": params, "seeds": [3, 4, 5]}, prompts)
    status, answer = remote.raw("memagent/sample_batch", body)
    assert status == 200
    got = frames.read_response(answer)
    assert len(got) == 6 and all(len(t) == len(lp) == 6 and stop == "length" for t, lp, stop in got)
    single = sample(remote, {"base_model": "small"}, max_tokens=6, stop=[])["sequences"]
    for (tokens, logprobs, _), other in zip(got[:2], single, strict=True):
        assert tokens.tolist() == other["tokens"]
        np.testing.assert_allclose(logprobs, other["logprobs"], atol=1e-5)
    for broken in (b"", b"MAS1", body[:-4], body[:20], b"XXXX" + body[4:]):
        assert remote.raw("memagent/sample_batch", broken)[0] == 422


def test_the_batched_call_scores_the_last_tokens_of_prompts(remote: Remote, monkeypatch) -> None:
    prompts = [np.array(TOKENS), np.array([20, 21, 22]), np.array(TOKENS[:3])]
    body = frames.write_request({"base_model": "small", "scored": [4, 1, 2]}, prompts)
    for most in (2**15, 6):  # in one pass, and in several
        monkeypatch.setattr("memagent_engine.serve.engine.JUDGED_TOKENS", most)
        status, answer = remote.raw("memagent/sample_batch", body)
        assert status == 200
        for prompt, scored, (tokens, logprobs, _) in zip(prompts, [4, 1, 2], frames.read_response(answer), strict=True):
            given = {"chunks": [{"type": "encoded_text", "tokens": prompt.tolist()}]}
            said = remote.ask("asample", base_model="small", prompt=given, sampling_params={"max_tokens": 1}, prompt_logprobs=True)
            alone = said["prompt_logprobs"]
            assert tokens.tolist() == prompt.tolist()[-scored:]
            np.testing.assert_allclose(logprobs, alone[-scored:], atol=1e-5)
    for scored in ([4, 1], [6, 1, 2], [4, 0, 2], "many"):
        wrong = frames.write_request({"base_model": "small", "scored": scored}, prompts)
        assert remote.raw("memagent/sample_batch", wrong)[0] == 422


def test_the_batched_call_in_parts_gives_each_sample_as_it_is_done(remote: Remote, engine: Engine, monkeypatch) -> None:
    prompts = [np.array([20 + i, 21]) for i in range(12)]
    header = {"base_model": "small", "sampling_params": {"max_tokens": 30, "stop": list(range(0, 96, 6))}, "seeds": list(range(12))}
    whole = frames.read_response(remote.raw("memagent/sample_batch", frames.write_request(header, prompts))[1])
    body = frames.write_request({**header, "parts": True}, prompts)
    shortest = min(len(tokens) for tokens, _, _ in whole)
    sampler, steps, seen = engine.worker.sampler, [], threading.Event()
    real = sampler.step

    def step() -> None:
        steps.append(1)
        if len(steps) > shortest:
            assert seen.wait(30)  # the first part was read before the next token was made
        real()

    monkeypatch.setattr(sampler, "step", step)
    with urllib.request.urlopen(urllib.request.Request(f"{remote.url}/memagent/sample_batch", body), timeout=60) as response:
        size = response.read(4)
        answer = size + response.read(int.from_bytes(size, "little"))
        seen.set()
        parts, rest = frames.read_parts(answer + response.read())
    assert rest == b""
    found = {i: one for said, made in parts for i, one in zip(said["of"], made, strict=True)}
    assert sorted(found) == list(range(12)) and len(parts) > 1
    for i, (tokens, logprobs, stop) in enumerate(whole):
        assert (found[i][0].tolist(), found[i][2]) == (tokens.tolist(), stop)
        np.testing.assert_allclose(found[i][1], logprobs, atol=1e-5)


def test_an_answer_ends_well_whose_last_part_was_taken_before_it_was_the_last(remote: Remote, monkeypatch) -> None:
    real = Parts.resolve

    def resolve(parts: Parts, result: object) -> None:
        tell([parts])
        end = time.monotonic() + 30
        while parts.added and time.monotonic() < end:  # the other thread takes what was added last
            time.sleep(0)
        assert not parts.added
        real(parts, result)

    monkeypatch.setattr(Parts, "resolve", resolve)
    params = {"max_tokens": 3, "stop": []}
    body = frames.write_request({"base_model": "small", "sampling_params": params, "parts": True}, [np.array([20, 21])] * 2)
    parts, rest = frames.read_parts(remote.raw("memagent/sample_batch", body)[1])
    assert rest == b"" and sorted(i for said, _ in parts for i in said["of"]) == [0, 1] and not any("error" in said for said, _ in parts)


def test_a_device_that_fails_says_so_in_a_part_or_at_once(remote: Remote, engine: Engine, monkeypatch) -> None:
    sampler, steps = engine.worker.sampler, []
    real = sampler.step

    def step() -> None:
        steps.append(1)
        if len(steps) > 1:
            raise RuntimeError("the device is gone")
        real()

    monkeypatch.setattr(sampler, "step", step)
    prompts = [np.array([20 + i, 21]) for i in range(12)]
    params = {"max_tokens": 30, "stop": list(range(0, 96, 2))}
    body = frames.write_request({"base_model": "small", "sampling_params": params, "seeds": list(range(12)), "parts": True}, prompts)
    parts, _ = frames.read_parts(remote.raw("memagent/sample_batch", body)[1])
    assert parts[0][0]["of"] and "the device is gone" in parts[-1][0]["error"]
    status, said = remote.raw("memagent/sample_batch", body)
    assert status == 500 and b"the device is gone" in said


def test_prompt_logprobs_begin_with_none(remote: Remote) -> None:
    said = sample(remote, {"base_model": "small", "prompt_logprobs": True, "topk_prompt_logprobs": 2})
    assert said["prompt_logprobs"][0] is None and len(said["prompt_logprobs"]) == 5
    assert said["topk_prompt_logprobs"][0] is None and len(said["topk_prompt_logprobs"][1]) == 2
    looked = train(remote, remote.model())["loss_fn_outputs"][0]["logprobs"]["data"]
    assert said["prompt_logprobs"][1:] == pytest.approx(looked[:-1], abs=1e-5)


@pytest.mark.parametrize(
    ("loss", "config", "change", "message"),
    [
        ("cross_entropy", None, {"weights": None}, "lacks weights"),
        ("ppo", None, {}, "lacks logprobs"),
        ("cross_entropy", None, {"weights": tensor([1.0])}, "has shape"),
        ("cross_entropy", None, {"target_tokens": tensor([1, 2, 3, 4, 5000])}, "outside"),
        ("cross_entropy", None, {"target_tokens": None}, "lacks target_tokens"),
        ("gspo", None, {}, "no loss 'gspo'"),
        ("ppo", {"epsilon": 1.0}, {}, "takes no 'epsilon'"),
    ],
)
def test_wrong_training_requests_are_refused(remote: Remote, loss: str, config: dict | None, change: dict, message: str) -> None:
    model = remote.model()
    status, said = refused(remote, "forward_backward", model_id=model, forward_backward_input={"loss_fn": loss, "loss_fn_config": config, "data": [datum(**change)]})
    assert status in (400, 422) and message in said


def test_wrong_requests_are_refused_and_nothing_breaks(remote: Remote) -> None:
    model = remote.model()
    prompt = datum()["model_input"]

    def asked(**change: object) -> tuple[int, str]:
        return refused(remote, "asample", **{"prompt": prompt, "sampling_params": {"max_tokens": 4}, "base_model": "small", **change})

    assert refused(remote, "optim_step", model_id="none", adam_params=ADAM)[0] == 404
    assert "learning" in refused(remote, "optim_step", model_id=model, adam_params={"learning": 1})[1]
    assert refused(remote, "optim_step", model_id=model, adam_params={"learning_rate": -1})[0] == 400
    assert refused(remote, "create_model", session_id="none", base_model="small")[0] == 404
    session = remote.post("create_session")[1]["session_id"]
    assert "'other'" in refused(remote, "create_model", session_id=session, base_model="other")[1]
    assert "window" in asked(sampling_params={"max_tokens": 300})[1]
    assert "outside" in asked(prompt={"chunks": [{"tokens": [5000]}]})[1]
    assert "no tokens" in asked(prompt={"chunks": []})[1]
    assert asked(sampling_params={"max_tokens": 2, "temperature": -1})[0] == 400
    assert "tokenizer" in asked(sampling_params={"max_tokens": 2, "stop": "x"})[1]
    assert asked(base_model=None, sampling_session_id="none")[0] == 404
    assert asked(topk_sample_logprobs=2)[0] == 400
    assert refused(remote, "retrieve_future", request_id="none")[0] == 404
    assert refused(remote, "load_weights", model_id=model, path="tinker://x/weights/../../etc", optimizer=False)[0] == 400
    assert refused(remote, "load_weights", model_id=model, path="tinker://x/weights/none", optimizer=False)[0] == 404
    assert refused(remote, "save_weights", model_id=model, path="../up")[0] == 400
    assert remote.raw("create_session", b"{")[0] == 422 and remote.raw("nothing", b"{}")[0] == 404
    remote.ask("save_weights", model_id=model, path="one")
    assert "exists" in remote.ask("save_weights", model_id=model, path="one")["error"]
    assert "path" in remote.ask("save_weights", model_id=model, path="one", overwrite=True)
    full = remote.model(rank=0)
    wrong = remote.ask("load_weights", model_id=full, path=f"tinker://{model}/weights/one", optimizer=True)
    assert wrong["category"] == "user" and "rank=4" in wrong["error"]
    assert "error" not in train(remote, model)


def test_the_key_is_asked_for(engine: Engine, serve) -> None:
    remote = serve(engine, "tml-secret")
    assert remote.raw("get_server_capabilities", None)[0] == 401
    assert remote.raw("get_server_capabilities", None, **{"X-API-Key": "tml-wrong"})[0] == 401
    assert remote.raw("get_server_capabilities", None, **{"X-API-Key": "tml-secret"})[0] == 200
    assert remote.raw("healthz", None)[0] == 200


def test_a_session_that_fell_silent_loses_its_models(engine: Engine, remote: Remote) -> None:
    model = remote.model()
    engine.sessions[engine.models[model].session].seen -= 10_000
    engine.expire()
    assert refused(remote, "optim_step", model_id=model, adam_params=ADAM)[0] == 404
