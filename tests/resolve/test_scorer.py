"""Tables in the place of the shipped ones."""

import numpy as np
import pytest

from lexveil import pipeline
from lexveil.config import Settings, settings
from lexveil.errors import DetectorError
from lexveil.model import Document
from lexveil.resolve import learned_roles, scorer

TEXT = Document(id="d", text="The meeting was held in March. Oru Taskell said that it rained all day.")


def test_a_table_that_a_folder_lacks_stays_as_shipped(tmp_path):
    with scorer.reading_from(tmp_path):
        assert scorer.table("links") == scorer.SHIPPED / "links.npz"


def roles_of(weights: str) -> set[str]:
    found = pipeline.analyze(TEXT, policy="court-eu", settings=Settings(weights=weights))
    return {each.role for each in found.entities if each.category == "PERSON"}


def test_a_table_of_roles_of_ones_own_is_asked(tmp_path):
    shipped = learned_roles.model()
    bias = np.zeros_like(shipped.bias)
    bias[learned_roles.ROLES.index("LAWYER")] = 20
    np.savez_compressed(tmp_path / "roles.npz", weights=np.zeros_like(shipped.weights), bias=bias)
    assert roles_of("") == {"UNKNOWN"}
    assert roles_of(str(tmp_path)) == {"LAWYER"}


@pytest.mark.parametrize("content", [None, b"no table"])
def test_a_folder_without_tables_is_told(tmp_path, content):
    if content:
        (tmp_path / "roles.npz").write_bytes(content)
    with pytest.raises(DetectorError, match="no tables that can be read"):
        roles_of(str(tmp_path))


def test_the_environment_names_the_folder():
    assert settings({"LEXVEIL_WEIGHTS": "own"}).weights == "own"
