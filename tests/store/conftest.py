"""A vault to write into, and entries for it."""

import pytest

from lexveil.store import Known, keys, new_entity, open_vault


@pytest.fixture
def key():
    return keys.random_key("07" * 32)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cases.vault"


@pytest.fixture
def vault(path, key):
    with open_vault(path, key) as found:
        yield found


@pytest.fixture
def known():
    """`known("Ivo Lundgren", "Lundgren", pseudonym="WITNESS_1")`."""

    def make(*forms, pseudonym="WITNESS_1", category="PERSON", role="WITNESS", **more):
        return Known(more.pop("entity", new_entity()), category, role, forms, pseudonym, **more)

    return make
