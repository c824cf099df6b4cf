"""Our own reader against the `gguf` package's."""

import subprocess
import sys
from pathlib import Path

import gguf
import numpy as np
import pytest
from memagent_engine.pocket.export import random_gguf
from memagent_engine.pocket.gguf_read import read_fields, read_gguf
from memagent_engine.pocket.settings import TINY


@pytest.mark.parametrize("kind", ["q8_0", "f16", "bf16"])
def test_reads_what_the_package_reads(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "random.gguf"
    random_gguf(file, TINY.shape, kind=kind)
    fields, tensors = read_fields(file)
    reader = gguf.GGUFReader(str(file))
    assert set(tensors) == {t.name for t in reader.tensors}
    for tensor in reader.tensors:
        expected = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        assert np.array_equal(tensors[tensor.name], expected.reshape(tensors[tensor.name].shape))
    for name, field in reader.fields.items():
        if not name.startswith("GGUF."):
            assert fields[name] == field.contents()
    assert read_gguf(file)[1] == TINY.shape


def test_needs_no_package(tmp_path: Path) -> None:
    file = tmp_path / "random.gguf"
    random_gguf(file, TINY.shape)
    program = f"import sys; sys.modules['gguf'] = None\nfrom pathlib import Path\nfrom memagent_engine.serve import models\nprint(models.load(Path({str(file)!r})).spec.layers)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(TINY.shape.layers)


def test_says_what_is_no_gguf(tmp_path: Path) -> None:
    file = tmp_path / "other.gguf"
    file.write_bytes(b"nothing of the kind" * 4)
    with pytest.raises(ValueError, match="is no GGUF"):
        read_fields(file)
