from __future__ import annotations

import pytest
import torch

from memagent_engine.pocket.attention import block_mask, dense_mask
from memagent_engine.pocket.export import hf_config
from memagent_engine.pocket.model import Pocket
from memagent_engine.pocket.settings import PARAMETER_LIMIT, POCKET, TINY


def random_model() -> Pocket:
    torch.manual_seed(0)
    model = Pocket(TINY.shape)
    for p in model.parameters():  # no zeros and no ones: every parameter must matter
        torch.nn.init.normal_(p, std=0.2 if p.ndim == 2 else 1.0)
    return model


def test_what_is_shipped_stays_under_the_parameter_limit() -> None:
    with torch.device("meta"):
        assert 31_000_000 < Pocket(POCKET.shape).parameter_count() < PARAMETER_LIMIT


def test_logits_equal_those_of_transformers() -> None:
    transformers = pytest.importorskip("transformers")
    model = random_model()
    config = transformers.Qwen3Config(**{k: v for k, v in hf_config(TINY.shape).items() if k != "architectures"})
    theirs = transformers.Qwen3ForCausalLM(config).eval()
    missing, unexpected = theirs.load_state_dict(model.state_dict(), strict=False)
    assert not unexpected and set(missing) <= {"lm_head.weight"}
    theirs.tie_weights()
    ids = torch.randint(TINY.shape.vocab, (2, 50))
    with torch.no_grad():
        torch.testing.assert_close(model.logits(model.hidden(ids)), theirs(ids).logits, atol=2e-4, rtol=2e-4)


def packed_row() -> tuple[torch.Tensor, torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
    """Two documents in one row of 128: 40 tokens, then 50 shared by branches of 10 and 28."""
    ids = torch.randint(TINY.shape.vocab, (1, 128))
    documents = torch.tensor([0] * 40 + [1] * 88)[None]
    branches = torch.tensor([0] * 90 + [1] * 10 + [2] * 28)[None]
    positions = torch.cat([torch.arange(40), torch.arange(60), 50 + torch.arange(28)])[None]
    return ids, positions, (documents, branches)


def test_documents_and_branches_of_a_row_are_read_as_if_alone() -> None:
    model = random_model()
    ids, positions, own = packed_row()
    first, shared, one, other = ids.split([40, 50, 10, 28], 1)
    with torch.no_grad():
        together = model.hidden(ids, positions, dense_mask(*own))
        whole = model.hidden(torch.cat([shared, one], 1))
        alone = torch.cat([model.hidden(first), whole, model.hidden(torch.cat([shared, other], 1))[:, 50:]], 1)
    torch.testing.assert_close(together, alone, atol=1e-4, rtol=1e-4)


def test_block_mask_and_dense_mask_give_the_same() -> None:
    model = random_model()
    ids, positions, own = packed_row()
    with torch.no_grad():
        dense = model.hidden(ids, positions, dense_mask(*own))
        block = model.hidden(ids, positions, block_mask(*own))
    torch.testing.assert_close(dense, block, atol=1e-4, rtol=1e-4)


def test_sparse_loss_equals_full_loss_at_the_same_positions() -> None:
    model = random_model()
    ids, positions, own = packed_row()
    where, targets = torch.tensor([3, 50, 0]), torch.tensor([7, 9, 0])
    weights = torch.tensor([1.0, 3.0, 0.0])
    loss, losses, right = model.sparse_loss(ids, positions, dense_mask(*own), where, targets, weights)
    logits = model.logits(model.hidden(ids, positions, dense_mask(*own)))[0, where]
    each = -logits.log_softmax(-1)[torch.arange(3), targets]
    torch.testing.assert_close(loss, (each * weights).sum() / 4)
    torch.testing.assert_close(losses, each)
    assert right.tolist() == (logits.argmax(-1) == targets).tolist()
