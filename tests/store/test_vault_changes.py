"""A new key, and forgetting somebody."""

import sqlite3

import pytest

from lexveil.errors import VaultError
from lexveil.store import change_key, forget, keys, open_vault
from lexveil.store import vault as vault_file

NEW = keys.random_key("99" * 32)


@pytest.fixture
def full(vault, known):
    """Two cases and three documents."""
    with vault.case("c") as case:
        case.save(
            [
                known("Ivo Lundgren", "Lundgren", entity="v1"),
                known("Pia Holt", entity="v2", pseudonym="WITNESS_2"),
                known("Ivo Lundgren", entity="v1", pseudonym="____", style="blank"),
            ]
        )
        case.remember(b"WITNESS_1 left.", b"Ivo Lundgren left.", document="doc-1", entities=["v1"])
        case.remember(b"WITNESS_2 left.", b"Pia Holt left.", document="doc-2", entities=["v2"])
    with vault.case("d") as case:
        case.save([known("Ivo Lundgren", entity="v3")])
        case.remember(b"WITNESS_1 came.", b"Ivo Lundgren came.", document="doc-3", entities=["v3"])
    return vault


def state(vault):
    cases = vault.cases()
    written = [b"WITNESS_1 left.", b"WITNESS_2 left.", b"WITNESS_1 came."]
    return (
        cases,
        [vault.known(each.name) for each in cases],
        [vault.secret(each.name) for each in cases],
        [vault.originals(each) for each in written],
        vault.find("lundgren"),
        vault.documents(),
    )


def values(path):
    """Everything in the file that is sealed or marked."""
    connection = sqlite3.connect(path)
    tables = {
        "lock": ("salt", "proof", "wrapped", "root"),
        "cases": ("mark", "sealed"),
        "entries": ("mark", "sealed"),
        "forms": ("mark",),
        "documents": ("mark", "source", "sealed", "data"),
    }
    found = {
        value
        for table, columns in tables.items()
        for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table}")
        for value in row
        if value is not None
    }
    connection.close()
    return found


def test_a_new_key_changes_everything_but_what_is_known(full, path, key):
    before, old = state(full), values(path)
    change_key(full, NEW)
    assert state(full) == before
    assert values(path) & old == set()
    data = path.read_bytes()
    assert [value for value in old if value in data] == []
    full.close()
    with pytest.raises(VaultError, match="wrong passphrase or key"):
        open_vault(path, key)
    with open_vault(path, NEW) as vault:
        assert state(vault) == before


def test_a_key_can_become_a_passphrase_and_one_that_is_forgotten_stays_so(full, path, known):
    forget(full, [("c", "v1")])
    change_key(full, keys.passphrase("seven quiet herons"), cost=keys.Cost(2**4, 8, 1))
    full.close()
    with open_vault(path, keys.passphrase("seven quiet herons")) as vault, vault.case("c") as case:
        assert case.taken() == {"WITNESS_1", "WITNESS_2"}
        case.save([known("Ann Torvund", pseudonym="WITNESS_3")])


def test_a_run_that_began_before_the_new_key_cannot_write(full, path, key, known):
    with open_vault(path, key) as other:
        change_key(full, NEW)
        with pytest.raises(VaultError, match="was changed meanwhile"), other.case("c") as case:
            case.save([known("Ann Torvund", pseudonym="WITNESS_3")])
        with pytest.raises(VaultError, match="was changed meanwhile"):
            other.cases()
    assert len(full.known("c")) == 3


def test_a_failure_leaves_the_old_key(full, path, key, monkeypatch):
    before = path.read_bytes()

    def fails(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(vault_file, "_documents", fails)
    with pytest.raises(KeyboardInterrupt):
        change_key(full, NEW)
    full.close()
    assert path.read_bytes() == before
    with open_vault(path, key) as vault:
        assert len(vault.known("c")) == 3


def test_forgetting_erases_names_forms_and_the_way_back(full, path):
    connection = sqlite3.connect(path)
    query = "SELECT sealed FROM entries WHERE entity = 'v1' UNION SELECT data FROM documents WHERE number = 1"
    gone = [row[0] for row in connection.execute(query)]
    marks = connection.execute(
        "SELECT forms.mark FROM forms JOIN entries ON id = entry WHERE entity = 'v1'"
    ).fetchall()
    connection.close()
    assert forget(full, [("c", "v1")]) == 1
    assert [each.entity for each in full.known("c")] == ["v2"]
    assert full.originals(b"WITNESS_1 left.") == ()
    assert full.find("Ivo Lundgren") == (("d", "v3"),)
    assert full.originals(b"WITNESS_2 left.")[0].data == b"Pia Holt left."
    assert [(each.entries, each.documents) for each in full.cases()] == [(2, 1), (1, 1)]
    data = path.read_bytes()
    assert len(gone) == 3
    assert [value for value in [*gone, *(mark for (mark,) in marks)] if value in data] == []


def test_the_pseudonym_of_the_forgotten_is_never_given_again(full, known):
    forget(full, [("c", "v1"), ("d", "v3")])
    with full.case("c") as case:
        assert case.taken() == {"WITNESS_1", "WITNESS_2"}
    with pytest.raises(VaultError, match="stand for two"), full.case("c") as case:
        case.save([known("Ann Torvund", pseudonym="WITNESS_1")])
    assert full.known("d") == ()


def test_nobody_is_forgotten_unless_all_are_known(full):
    with pytest.raises(VaultError, match="no such entity"):
        forget(full, [("c", "v1"), ("c", "v9")])
    assert len(full.known("c")) == 3


def test_a_file_that_cannot_be_written_anew_is_told(full, path, key):
    reader = sqlite3.connect(path, isolation_level=None)
    full.connection.execute("PRAGMA busy_timeout = 10")
    original = full.connection

    class Stopped:
        def execute(self, *arguments):
            if arguments[0] == "VACUUM":
                raise sqlite3.OperationalError("full")
            return original.execute(*arguments)

        def __getattr__(self, name):
            return getattr(original, name)

    full.connection = Stopped()
    with pytest.raises(VaultError, match="done, but"):
        forget(full, [("c", "v1")])
    full.connection = original
    reader.close()
    assert full.find("Lundgren") == ()
