"""What holds whatever the document: drawn documents, every preset, the whole way through and back."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from lexveil import analyze, config, formats
from lexveil.cli import app
from lexveil.text.fold import fold

GIVEN = ("Ivo", "Ylva", "Odd", "Pia", "Olaf", "Maren", "Tomás", "Aisha")
FAMILY = ("Torvund", "Quellmark", "Lundgren", "Brask", "Karlmark", "Veldhuis", "O’Meagher", "Haldsen")
SENTENCES = (
    "Mr {0} {1} testified on 3 May 2019.",
    "Mrs {0} {1} wrote to {1}@example.org.",
    "{0} {1} had lived at 12 Oak Street, Leeds.",
    "The witness {0} {1} paid EUR 1,250 to Norwick Shipping Ltd.",
    "Mr {1} said “no” & left.",
    "Judge {0} {1} dismissed the claim.",
)
POLICIES = sorted(config.presets())
KEY = bytes(range(32))

sentence = st.builds(
    lambda form, given, family: form.format(given, family),
    st.sampled_from(SENTENCES), st.sampled_from(GIVEN), st.sampled_from(FAMILY),
)  # fmt: skip
texts = st.lists(sentence, min_size=1, max_size=6).map("\n\n".join)


@settings(max_examples=20, deadline=None)
@given(texts, st.sampled_from(POLICIES), st.sampled_from((".txt", ".html", ".xml")))
def test_restoring_undoes_any_run(text, policy, suffix):
    page = "".join(f"<p>{part.replace('&', '&amp;')}</p>\n" for part in text.split("\n\n"))
    whole = {".txt": text, ".html": page, ".xml": f"<r>{page}</r>"}[suffix]
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        (room / "key").write_text("07" * 32, "utf8")
        source = room / f"a{suffix}"
        source.write_text(whole, "utf8")
        held = ("--vault", str(room / "v"), "--vault-key", str(room / "key"))
        done = CliRunner().invoke(
            app, ["run", str(source), "--policy", policy, "--out", str(room / "out"), *held]
        )
        assert done.exit_code == 0, done.output
        back = CliRunner().invoke(
            app, ["restore", str(room / "out" / source.name), "--out", str(room / "back"), *held]
        )
        assert back.exit_code == 0, back.output
        assert (room / "back" / source.name).read_bytes() == source.read_bytes()
        vault = (room / "v").read_bytes()
        for name in FAMILY:
            assert name.encode() not in vault
            assert name.encode("utf-16-le") not in vault


@settings(max_examples=30, deadline=None)
@given(texts, st.sampled_from(POLICIES))
def test_one_entity_one_pseudonym_and_no_pseudonym_for_two(text, policy):
    result = analyze(_document(text), policy=policy, key=KEY)
    blank = {
        each.entity for each in result.decisions if each.style in ("blank", "redact", "generalize", "shift")
    }
    given = {entity: name for entity, name in result.pseudonyms.items() if entity not in blank}
    people = {each.id for each in result.entities if each.category in ("PERSON", "ORG")}
    told = [name for entity, name in given.items() if entity in people]
    assert len(told) == len(set(told))
    assert analyze(_document(text), policy=policy, key=KEY).replacements == result.replacements


@settings(max_examples=20, deadline=None)
@given(texts, st.binary(min_size=32, max_size=32))
def test_no_surrogate_is_a_name_of_the_document(text, key):
    result = analyze(_document(text), policy="research", key=key)
    real = {fold(word) for word in (*GIVEN, *FAMILY) if word in text}
    people = {each.id for each in result.entities if each.category == "PERSON"}
    for entity, name in result.pseudonyms.items():
        if entity in people:
            assert real.isdisjoint(fold(name).split())


def _document(text: str):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_text(text, "utf8")
        return formats.read_file(path)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_preset_has_a_source_and_a_description(policy):
    assert config.presets()[policy].description
    assert config.preset_text(policy).startswith("#")
