from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import gguf
import pytest
import torch
from tokenizers import Tokenizer

from memagent_engine.pocket import checkpoint, export
from memagent_engine.pocket.export import load_model, random_gguf, write_hf
from memagent_engine.pocket.gguf_file import KINDS, read_gguf, write_gguf
from memagent_engine.pocket.model import Pocket
from memagent_engine.pocket.settings import TINY
from memagent_engine.pocket.special_tokens import NONE, SPECIAL_TOKENS
from memagent_engine.pocket.tokenizer import from_gguf

TEXTS = [
    "Ada lost 42 coins in Rome.", "It's  two\n\n\tlines, \"don't\" stop…", "Ünïcödé 日本語 🙂 x²", "a<|end|>b <|s1|>", "  \n x",
]


@pytest.fixture
def model() -> Pocket:
    torch.manual_seed(0)
    model = Pocket(TINY.shape)
    for p in model.parameters():
        torch.nn.init.normal_(p, std=0.3) if p.ndim == 2 else torch.nn.init.uniform_(p, 0.5, 1.5)
    return model.eval()


def greedy(model: Pocket, ids: list[int], count: int) -> list[int]:
    ids = list(ids)
    for _ in range(count):
        ids.append(int(model.logits(model.hidden(torch.tensor([ids]))[0, -1]).argmax()))
    return ids[-count:]


def test_the_folder_loads_in_transformers(model: Pocket, tokenizer_file: Path, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    write_hf(model, tokenizer_file, tmp_path)
    theirs = transformers.AutoModelForCausalLM.from_pretrained(tmp_path, dtype=torch.float32)
    rounded = Pocket(TINY.shape)
    rounded.load_state_dict({k: v.bfloat16().float() for k, v in model.state_dict().items()})
    ids = torch.randint(TINY.shape.vocab, (1, 40))
    with torch.no_grad():
        torch.testing.assert_close(theirs(ids).logits, rounded.logits(rounded.hidden(ids)), atol=1e-3, rtol=1e-3)
    assert transformers.AutoTokenizer.from_pretrained(tmp_path).encode("<|question|>") == [4]


@pytest.mark.parametrize(("kind", "tolerance"), [("f16", 1e-3), ("bf16", 1e-2), ("q8_0", 1e-2)])
def test_weights_survive_the_gguf(model: Pocket, tokenizer_file: Path, tmp_path: Path, kind: str, tolerance: float) -> None:
    write_gguf(model.state_dict(), TINY.shape, tokenizer_file, tmp_path / "m.gguf", kind)
    state, shape = read_gguf(tmp_path / "m.gguf")
    assert shape == TINY.shape and state.keys() == model.state_dict().keys()
    for name, tensor in model.state_dict().items():
        torch.testing.assert_close(state[name], tensor, atol=tolerance, rtol=tolerance)


def test_what_is_too_large_to_ship_goes_into_a_gguf_only_when_told(
    model: Pocket, tokenizer_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint.save(model, tmp_path / "weights")
    monkeypatch.setattr(export, "PARAMETER_LIMIT", model.parameter_count() - 1)
    told = ["--model", str(tmp_path / "weights"), "--tokenizer", str(tokenizer_file), "--out", str(tmp_path / "m.gguf"), "--tiny"]
    monkeypatch.setattr("sys.argv", ["export", "gguf", *told])
    with pytest.raises(SystemExit):
        export.main()
    assert "at most (--larger)" in capsys.readouterr().err and not (tmp_path / "m.gguf").exists()
    monkeypatch.setattr("sys.argv", ["export", "gguf", *told, "--larger"])
    export.main()
    assert read_gguf(tmp_path / "m.gguf")[1] == TINY.shape


def test_the_gguf_says_what_it_is(model: Pocket, tokenizer_file: Path, tmp_path: Path) -> None:
    write_gguf(model.state_dict(), TINY.shape, tokenizer_file, tmp_path / "m.gguf", "q8_0")
    fields = gguf.GGUFReader(str(tmp_path / "m.gguf")).fields
    said = {key: fields[key].contents() for key in fields if not key.endswith(("tokens", "merges", "token_type"))}
    assert said["general.architecture"] == "qwen3" and said["general.name"] == "pocket"
    assert said["tokenizer.ggml.model"] == "gpt2" and said["tokenizer.ggml.pre"] == "qwen2"
    assert said["tokenizer.ggml.eos_token_id"] == 1 and said["tokenizer.ggml.padding_token_id"] == 0
    assert said["tokenizer.ggml.add_bos_token"] is False
    assert said["qwen3.attention.key_length"] == TINY.shape.head and said["general.file_type"] == KINDS["q8_0"][1]
    types = fields["tokenizer.ggml.token_type"].contents()
    assert set(types[: len(SPECIAL_TOKENS)]) == {3} and types[len(SPECIAL_TOKENS)] == 1
    assert fields["tokenizer.ggml.tokens"].contents()[:2] == ["<|pad|>", "<|end|>"]


def test_the_tokenizer_comes_back_out_of_the_gguf(model: Pocket, tokenizer_file: Path, tmp_path: Path) -> None:
    write_gguf(model.state_dict(), TINY.shape, tokenizer_file, tmp_path / "m.gguf", "f16")
    from_gguf(tmp_path / "m.gguf").save(str(tmp_path / "back.json"))
    before, after = Tokenizer.from_file(str(tokenizer_file)), Tokenizer.from_file(str(tmp_path / "back.json"))
    for text in TEXTS + ["<|question|>Who?<|none|>"]:
        assert after.encode(text).ids == before.encode(text).ids
        assert after.decode(after.encode(text).ids) == before.decode(before.encode(text).ids)


def test_only_no_answer_is_scaled(model: Pocket, tmp_path: Path) -> None:
    checkpoint.save(model, tmp_path)
    before, after = load_model(tmp_path, TINY.shape), load_model(tmp_path, TINY.shape, none=0.5)
    hidden = before.hidden(torch.tensor([[4, 300, 3, 301, 8]]))[0, -1]
    change = after.logits(hidden) - before.logits(hidden)
    torch.testing.assert_close(change[NONE], -0.5 * before.logits(hidden)[NONE])
    assert torch.count_nonzero(change) == 1


def test_a_random_model_needs_no_tokenizer(tmp_path: Path) -> None:
    random_gguf(tmp_path / "r.gguf", TINY.shape)
    assert read_gguf(tmp_path / "r.gguf")[1] == TINY.shape


def test_llama_cpp_agrees_on_tokens_and_on_greedy_choice(model: Pocket, tokenizer_file: Path, tmp_path: Path) -> None:
    script = Path(__file__).with_name("llama-agreement.mjs")
    found = shutil.which("node") and subprocess.run(
        ["node", "--input-type=module", "-e", "await import('node-llama-cpp')"], cwd=script.parent, capture_output=True
    ).returncode == 0
    if not found:
        pytest.skip("node-llama-cpp is not installed")
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.encode_special_tokens = True  # as llama.cpp without special tokens
    write_gguf(model.state_dict(), TINY.shape, tokenizer_file, tmp_path / "m.gguf", "f16")
    prompts = [torch.randint(200, 500, (n,)).tolist() for n in (5, 60, 150)]
    job, answers = tmp_path / "job.json", tmp_path / "answers.json"
    job.write_text(json.dumps({"model": str(tmp_path / "m.gguf"), "texts": TEXTS, "prompts": prompts, "count": 5}))
    subprocess.run(["node", str(script), str(job), str(answers)], capture_output=True, check=True)
    answer = json.loads(answers.read_text())
    assert answer["tokens"] == [tokenizer.encode(t).ids for t in TEXTS]
    with torch.no_grad():
        assert answer["greedy"] == [greedy(model, p, 5) for p in prompts]
