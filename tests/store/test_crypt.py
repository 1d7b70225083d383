"""What is sealed comes back, and only so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.errors import VaultError
from lexveil.store.keys import BLOCK, Crypt, derive, place

CRYPT = Crypt(b"k" * 32)


@given(st.binary(max_size=400), st.lists(st.text(max_size=8), max_size=3))
def test_what_is_sealed_can_be_unsealed_in_its_place(plain, where):
    sealed = CRYPT.seal(plain, *where)
    assert CRYPT.unseal(sealed, *where) == plain
    assert CRYPT.seal(plain, *where) != sealed  # a nonce is never used again
    assert len(plain) < 8 or plain not in sealed
    with pytest.raises(VaultError, match="changed or damaged"):
        CRYPT.unseal(sealed, *where, "elsewhere")
    with pytest.raises(VaultError):
        Crypt(b"o" * 32).unseal(sealed, *where)


def test_any_flipped_bit_is_noticed():
    sealed = CRYPT.seal(b"Ivo Lundgren", "entry", "1")
    for at in range(len(sealed)):
        for bit in (1, 128):
            changed = bytearray(sealed)
            changed[at] ^= bit
            with pytest.raises(VaultError):
                CRYPT.unseal(bytes(changed), "entry", "1")
    for cut in (0, 5, len(sealed) - 1):
        with pytest.raises(VaultError):
            CRYPT.unseal(sealed[:cut], "entry", "1")


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=200), max_size=4))
def test_a_record_comes_back_and_its_length_tells_little(record):
    sealed = CRYPT.seal_record(record, "case")
    assert CRYPT.unseal_record(sealed, "case") == record
    assert (len(sealed) - 12 - 16) % BLOCK == 0


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_two_places_are_never_one(one, other):
    assert (place(*one) == place(*other)) == (one == other)
    assert (CRYPT.mark(*one) == CRYPT.mark(*other)) == (one == other)


def test_keys_for_two_purposes_differ():
    assert len({derive(b"k" * 32, purpose) for purpose in ("values", "index", "wrap", "proof")}) == 4
    assert CRYPT.mark("a") != Crypt(b"o" * 32).mark("a")
    assert "k" * 8 not in repr(CRYPT)
