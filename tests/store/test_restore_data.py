"""The original comes back byte for byte, whatever was done to it."""

import io
import random
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.errors import VaultError
from lexveil.store.case import difference, original_of


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_any_original_comes_back_from_any_file(written, original):
    assert original_of(written, difference(written, original)) == original


@given(st.data())
def test_the_original_comes_back_after_random_edits(data):
    rng = random.Random(data.draw(st.integers()))
    original = rng.randbytes(data.draw(st.integers(0, 4000))) * data.draw(st.integers(1, 3))
    written = original
    for _ in range(data.draw(st.integers(0, 6))):
        at, gone = rng.randrange(len(written) + 1), rng.randrange(120)
        written = written[:at] + rng.randbytes(rng.randrange(120)) + written[at + gone :]
    made = difference(written, original)
    assert original_of(written, made) == original


def test_a_text_costs_little_more_than_its_names():
    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefghij", k=7)) for _ in range(20_000)]
    names = {rng.randrange(len(words)): "Quellmark" for _ in range(100)}
    original = " ".join(names.get(at, word) for at, word in enumerate(words)).encode()
    written = original.replace(b"Quellmark", b"WITNESS_12")
    made = difference(written, original)
    assert original_of(written, made) == original
    assert len(made) < 1000 < len(zlib.compress(original, 9)) / 10


def test_members_of_a_container_that_stay_are_not_stored():
    picture = random.Random(2).randbytes(200_000)

    def packed(text):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            archive.writestr("text.xml", text, compress_type=zipfile.ZIP_DEFLATED)
            archive.writestr("picture.png", picture)
        return made.getvalue()

    original, written = packed("Ivo Lundgren left. " * 50), packed("WITNESS_1 left. " * 50)
    made = difference(written, original)
    assert original_of(written, made) == original
    assert len(made) < 1000


def test_bytes_that_never_agree_are_stored_once():
    rng = random.Random(3)
    written, original = rng.randbytes(300_000), rng.randbytes(300_000)
    made = difference(written, original)
    assert original_of(written, made) == original
    assert len(made) < len(original) * 1.001 + 100


def test_a_delta_of_another_file_is_refused():
    made = difference(
        b"WITNESS_1 left the house on that day, and came back in the evening.",
        b"Ivo left the house on that day, and came back in the evening.",
    )
    for written, wrong in (
        (b"Another text", made),
        (b"", made),
        (b"x", made[:-3]),
        (b"x", b""),
        (b"x", made[:32]),
    ):
        with pytest.raises(VaultError):
            original_of(written, wrong)
