"""Passphrases, key files, and the lock they open."""

import base64
import dataclasses
import stat

import pytest

from lexveil.errors import VaultError
from lexveil.store import keys

DATA_KEY = bytes(range(32))
QUICK = keys.Cost(2**4, 8, 1)  # a guess at the passphrase costs nothing, and neither do the tests


def test_a_passphrase_opens_its_lock_and_no_other_does():
    made = keys.lock(DATA_KEY, keys.passphrase("seven quiet herons"), cost=QUICK)
    assert keys.unlock(made, keys.passphrase(" seven quiet herons\n")) == DATA_KEY
    with pytest.raises(VaultError, match=r"^wrong passphrase or key for this vault$"):
        keys.unlock(made, keys.passphrase("seven quiet heron"))
    again = keys.lock(DATA_KEY, keys.passphrase("seven quiet herons"), cost=QUICK)
    assert (again.salt, again.wrapped) != (made.salt, made.wrapped)


def test_a_passphrase_is_the_same_however_its_accents_are_coded():
    assert keys.passphrase("caf\u00e9") == keys.passphrase("cafe\u0301")


def test_a_key_of_the_other_kind_is_told():
    by_file = keys.lock(DATA_KEY, keys.random_key("ab" * 32))
    by_word = keys.lock(DATA_KEY, keys.passphrase("seven quiet herons"), cost=QUICK)
    with pytest.raises(VaultError, match=r"wrong passphrase or key for this vault: .*--vault-key"):
        keys.unlock(by_file, keys.passphrase("seven quiet herons"))
    with pytest.raises(VaultError, match=r"wrong passphrase or key for this vault: .*--passphrase-file"):
        keys.unlock(by_word, keys.random_key("ab" * 32))


@pytest.mark.parametrize("field", ["salt", "proof", "wrapped"])
def test_a_lock_that_was_changed_does_not_open(field):
    key = keys.random_key("ab" * 32)
    made = keys.lock(DATA_KEY, key)
    changed = bytearray(getattr(made, field))
    changed[-1] ^= 1
    with pytest.raises(VaultError):
        keys.unlock(dataclasses.replace(made, **{field: bytes(changed)}), key)


def test_a_forged_cost_does_not_exhaust_the_machine():
    made = keys.lock(DATA_KEY, keys.passphrase("seven quiet herons"), cost=QUICK)
    for cost in (keys.Cost(2**30, 8, 1), keys.Cost(3, 8, 1), keys.Cost(2**4, 8, 10**9)):
        with pytest.raises(VaultError, match="out of bounds"):
            keys.unlock(dataclasses.replace(made, cost=cost), keys.passphrase("seven quiet herons"))


def test_a_new_key_file_is_private_and_never_overwritten(tmp_path):
    path = tmp_path / "vault.key"
    keys.new_key_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(base64.b64decode(path.read_text())) == 32
    before = keys.key_file(path)
    with pytest.raises(VaultError, match="exists already"):
        keys.new_key_file(path)
    assert keys.key_file(path) == before
    with pytest.raises(VaultError, match="cannot be written"):
        keys.new_key_file(tmp_path / "no" / "vault.key")


def test_a_key_can_be_written_in_hexadecimal_or_base64():
    coded = base64.b64encode(DATA_KEY).decode()
    assert keys.random_key(DATA_KEY.hex()) == keys.random_key(coded) == keys.random_key(f" {coded}\n")
    assert keys.random_key(base64.urlsafe_b64encode(b"\xff" * 32).decode()).secret == b"\xff" * 32


@pytest.mark.parametrize("text", ["", "ab" * 31, "not a key", "ä" * 64, base64.b64encode(b"short").decode()])
def test_what_is_no_key_is_told_without_quoting_it(text):
    with pytest.raises(VaultError, match="holds no vault key") as caught:
        keys.random_key(text)
    assert not text or text not in str(caught.value)


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"x" * 10_000, b"  \n"])
def test_a_file_that_is_no_passphrase_is_told(tmp_path, data):
    path = tmp_path / "pass"
    path.write_bytes(data)
    with pytest.raises(VaultError):
        keys.passphrase_file(path)
    with pytest.raises(VaultError, match="cannot be read"):
        keys.passphrase_file(tmp_path / "none")


def test_no_repr_shows_a_secret():
    made = keys.lock(DATA_KEY, keys.passphrase("seven quiet herons"), cost=QUICK)
    assert "heron" not in repr(keys.passphrase("seven quiet herons"))
    assert repr(made.wrapped) not in repr(made)


def test_a_short_passphrase_locks_nothing_new():
    with pytest.raises(VaultError, match="shorter than 12 characters: choose one of several words"):
        keys.lock(DATA_KEY, keys.passphrase("two herons"), cost=QUICK)
