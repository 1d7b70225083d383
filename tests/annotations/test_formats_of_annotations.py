"""Round trips through every format of annotations; what others write; what is refused."""

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from lexveil import annotations
from lexveil.annotations import FORMATS, common
from lexveil.cli import app
from lexveil.errors import InputError, OutputError
from lexveil.evaluate.gold import Gold, Mark, Mention

TEXT = "Ms Åse Torvund\n😀 heard Ivo Lundgren; Torvund\r\nwon. Quellmark AS paid.\n"


def mention(words, kind="PERSON", role="", cluster="", *, masked=True, after=0):
    start = TEXT.index(words, after)
    return Mention(start, start + len(words), kind, role, cluster, masked)


WHOLE = Gold(
    "case-1",
    TEXT,
    (
        mention("Åse Torvund", role="JUDGE", cluster="p1", masked=False),
        mention("Ivo Lundgren", role="WITNESS", cluster="p2"),
        mention("Torvund", role="JUDGE", cluster="p1", masked=False, after=30),
        mention("Quellmark AS", "ORG", "ORGANIZATION", "o1"),
    ),
)
SECOND = Gold("case-2", "Nobody.\n", ())


def back(documents, name):
    chosen = annotations.format_of(name)
    return list(chosen.read(chosen.write(documents)))


def same_entity(mentions):
    """Mentions by who they are of; names of entities may change."""
    first: dict[str, int] = {}
    return [first.setdefault(each.cluster or f" {at}", at) for at, each in enumerate(mentions)]


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_format_holds_comes_back(name):
    chosen = annotations.format_of(name)
    found, empty = back([WHOLE, SECOND], name)
    assert (found.id, found.text, empty.text, empty.mentions) == ("case-1", TEXT, "Nobody.\n", ())
    assert [(each.start, each.end, each.type) for each in found.mentions] == [
        (each.start, each.end, each.type) for each in WHOLE.mentions
    ]
    for field in {"role", "masked"} & set(chosen.holds):
        values = [getattr(each, field) for each in found.mentions]
        assert values == [getattr(each, field) for each in WHOLE.mentions]
    if "cluster" in chosen.holds:
        assert same_entity(found.mentions) == same_entity(WHOLE.mentions)


@pytest.mark.parametrize("name", ["gold", "tab"])
def test_what_each_annotator_said_comes_back(name):
    marks = tuple(Mark(each.start, each.end, each.type, "QUASI", each.cluster) for each in WHOLE.mentions)
    said = {"one": marks, "two": marks[:2]}
    (found,) = back([dataclasses.replace(WHOLE, annotators=said)], name)
    assert found.annotators == said


LETTERS = st.text(alphabet="aå😀 .\n\r\t[]", min_size=1, max_size=30)


@st.composite
def marked(draw):
    text = draw(LETTERS)
    edges = draw(st.lists(st.integers(0, len(text)), max_size=8))
    pairs = [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=False) if start < end]
    kinds = st.sampled_from(["PERSON", "ORG"])
    return Gold("d", text, tuple(Mention(*pair, draw(kinds)) for pair in dict.fromkeys(pairs)))


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"conll", "psilence", "brat", "tab", "gold"}))
@given(document=marked())
def test_any_mention_of_any_text_comes_back(name, document):
    (found,) = back([document], name)
    assert found.text == document.text
    places = [(each.start, each.end, each.type) for each in found.mentions]
    assert sorted(places) == sorted((each.start, each.end, each.type) for each in document.mentions)


@given(document=marked())
def test_conll_keeps_what_does_not_overlap(document):
    words = [each for each in common.flat(document.mentions) if document.text[each.start : each.end].strip()]
    (found,) = back([dataclasses.replace(document, mentions=tuple(words))], "conll")
    assert found.text == document.text
    # White space at the edge of a mention is no word.
    kept = [document.text[each.start : each.end].split() for each in words]
    assert [found.text[each.start : each.end].split() for each in found.mentions] == kept


def test_conll_of_others_is_joined_with_blanks():
    first = b"-DOCSTART- -X- O O\n\nIvo NNP B-NP B-PER\nLundgren NNP I-NP I-PER\nleft VBD O O\n"
    data = first + b"\nHolt NNP O S-PER\n"
    (found,) = annotations.format_of("conll").read({"a.conll": data})
    assert found.text == "Ivo Lundgren left\nHolt"
    assert [(each.start, each.end, each.type) for each in found.mentions] == [(0, 12, "PER"), (18, 22, "PER")]


def test_doccano_of_today_has_entities():
    row = {
        "id": 7,
        "text": "Ivo left",
        "entities": [{"id": 1, "label": "PER", "start_offset": 0, "end_offset": 3}],
    }
    (found,) = annotations.format_of("doccano").read({"a.jsonl": json.dumps(row).encode()})
    assert found.mentions == (Mention(0, 3, "PER"),)


def test_label_studio_may_count_in_utf_16():
    value = {"start": 3, "end": 6, "text": "Ivo", "labels": ["PER"]}
    task = {
        "id": 1,
        "data": {"text": "😀 Ivo"},
        "annotations": [{"result": [{"type": "labels", "value": value}]}],
    }
    (found,) = annotations.format_of("labelstudio").read({"a.json": json.dumps([task]).encode()})
    assert found.mentions == (Mention(2, 5, "PER"),)


def test_the_dictionary_of_a_run_is_one_of_psilence(tmp_path):
    (tmp_path / "award.txt").write_text("Mr Ivo Lundgren testified.\n", "utf8")
    words = ["run", str(tmp_path / "award.txt"), "--policy", "arbitration", "--out", str(tmp_path / "out")]
    words += ["--write-dictionary", str(tmp_path / "award.lexveil.json")]
    assert CliRunner().invoke(app, words).exit_code == 0
    (found,) = annotations.read(tmp_path / "award.lexveil.json", named="psilence")
    assert [(each.start, each.end, each.role) for each in found.mentions] == [(3, 15, "WITNESS")]


def test_a_cas_is_read_by_others():
    cassis = pytest.importorskip("cassis")
    made = annotations.format_of("inception").write([WHOLE])
    types = cassis.load_typesystem(made["TypeSystem.xml"].decode())
    cas = cassis.load_cas_from_xmi(made["case-1.xmi"].decode(), typesystem=types)
    entities = cas.select("de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity")
    assert cas.sofa_string == TEXT
    assert [each.get_covered_text() for each in entities] == [
        TEXT[each.start : each.end] for each in WHOLE.mentions
    ]


# The command ---------------------------------------------------------------------------------------


def call(*words):
    return CliRunner().invoke(app, ["annotations", *(str(each) for each in words)])


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    annotations.write([WHOLE, SECOND], path, named="gold")
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_goes_into_every_format_and_back(gold, tmp_path, name):
    result = call("convert", gold, "--from", "gold", "--to", name, "--out", tmp_path / "made")
    assert result.exit_code == 0, result.output
    assert "2 documents with 4 mentions" in result.output
    assert (
        call("convert", tmp_path / "made", "--from", name, "--to", "gold", "--out", tmp_path / "b").exit_code
        == 0
    )


def test_proposals_are_what_was_found(tmp_path):
    (tmp_path / "a.txt").write_text("Mr Ivo Lundgren testified.\n", "utf8")
    result = call("propose", tmp_path / "a.txt", "--to", "labelstudio", "--out", tmp_path / "t.json")
    assert result.exit_code == 0
    (task,) = json.loads((tmp_path / "t.json").read_text("utf8"))
    (region,) = task["annotations"][0]["result"]
    assert (region["value"]["text"], region["meta"]["role"]) == ("Ivo Lundgren", "WITNESS")


def test_the_list_names_every_format():
    assert [name for name in FORMATS if name not in call("formats").output] == []


BAD = {
    "tab": b'[{"text": "Zephyrine", "annotations": {"a": {"entity_mentions": '
    b'[{"start_offset": 0, "end_offset": 99, "entity_type": "PERSON"}]}}}]',
    "labelstudio": b'[{"data": {"text": "Zephyrine"}, "annotations": [{"result": [{"value": '
    b'{"start": 0, "end": 4, "text": "Pia", "labels": ["P"]}}]}]}]',
    "doccano": b'{"text": "Zephyrine", "label": [[4, 2, "PERSON"]]}',
    "conll": b'# text = "Zephyrine"\nTorvund\tB-PER\n',
    "inception": b'<!DOCTYPE x [<!ENTITY a "Zephyrine">]><x/>',
    "spacy": b"Zephyrine",
    "gold": b"{Zephyrine",
    "webannotation": b'{"body": {"value": "Zephyrine"}}',
    "brat": b"T1\tPERSON 0 Zephyrine",
    "psilence": b'{"WITNESS": [{"Zephyrine": [[0, 3]]}]}',
}


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_bad_is_one_line_and_nothing_is_written(tmp_path, name):
    suffix = annotations.format_of(name).suffix
    (tmp_path / f"bad{suffix}").write_bytes(BAD[name])
    (tmp_path / "bad.txt").write_text("Torvund\n")
    result = call(
        "convert", tmp_path / f"bad{suffix}", "--from", name, "--to", "gold", "--out", tmp_path / "o" / "g"
    )
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert "Zephyrine" not in result.output
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["convert", "gold.jsonl", "--to", "gold"], "say it with --from"),
        (["convert", "gold.jsonl", "--from", "gold", "--to", "nothing"], "no annotation format is called"),
        (["convert", "none.spacy", "--to", "gold"], "there is no such file"),
        (["convert", "empty.conll", "--to", "gold"], "no annotated document"),
    ],
)
def test_wrong_words_are_told(gold, tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.conll").write_bytes(b"\n")
    result = call(*words, "--out", "out.jsonl")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert says in result.output


def test_a_cas_holds_no_control_character():
    with pytest.raises(OutputError, match="XML cannot hold"):
        annotations.format_of("inception").write([Gold("d", "a\x01b", ())])


def test_without_its_text_nothing_is_read():
    with pytest.raises(InputError, match="put case"):
        annotations.format_of("brat").read({"case.ann": b"T1\tPERSON 0 3\tIvo\n"})


def test_documents_of_one_name_have_files_of_their_own():
    made = annotations.format_of("brat").write([Gold("a/b", "x", ()), Gold("a b", "y", ())])
    assert sorted(made) == ["a_b-2.ann", "a_b-2.txt", "a_b.ann", "a_b.txt"]
