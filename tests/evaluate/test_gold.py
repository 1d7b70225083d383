import gzip
import json
import lzma

import pytest

from lexveil.errors import InputError
from lexveil.evaluate.gold import Mark, Mention, read, read_labels

TEXT = "Ann Canary sued Acme."


def line(**fields) -> str:
    return json.dumps({"id": "a", "text": TEXT, "mentions": [], **fields}) + "\n"


def mention(start=0, end=10, **fields):
    return {"start": start, "end": end, "type": "PERSON", **fields}


@pytest.fixture
def write(tmp_path):
    def write(content: str | bytes, name="gold.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_every_field_is_read(write):
    marks = [{"start": 0, "end": 10, "type": "PERSON", "identifier": "DIRECT", "entity": "e1", "extra": 1}]
    mentions = [mention(role="PARTY", cluster=3, masked=False, surface="Ann Canary", span_text="Ann Canary")]
    (gold,) = read(write(line(mentions=mentions, annotators={"one": marks}, language="fi", meta={})))
    assert (gold.id, gold.text, gold.language) == ("a", TEXT, "fi")
    assert gold.mentions == (Mention(0, 10, "PERSON", "PARTY", "3", masked=False),)
    assert gold.annotators == {"one": (Mark(0, 10, "PERSON", "DIRECT", "e1"),)}


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_plain_gzip_and_xz_are_told_apart_by_content(write, pack):
    path = write(pack(("\ufeff" + line() + "\n" + line(id="b")).encode()), "gold")
    assert [gold.id for gold in read(path)] == ["a", "b"]


def test_a_mention_without_a_type_is_a_person(write):
    (gold,) = read(write(line(mentions=[{"start": 0, "end": 3, "cluster": "p"}])))
    assert gold.mentions == (Mention(0, 3, "PERSON", cluster="p"),)


def test_what_nobody_said_may_stay_must_be_masked(write):
    (gold,) = read(write(line(mentions=[mention(), mention(16, 20, masked=False)])))
    assert [found.masked for found in gold.mentions] == [True, False]


def test_annotators_say_what_is_masked_where_the_mention_does_not(write):
    one = [mention(identifier="NO_MASK"), mention(16, 20, identifier="NO_MASK")]
    two = [mention(identifier="QUASI")]
    mentions = [mention(), mention(16, 20), mention(11, 15), mention(16, 20, masked=True)]
    (gold,) = read(write(line(mentions=mentions, annotators={"one": one, "two": two})))
    # One annotator wants the first masked; nobody the second; nobody judged the third; the fourth says so.
    assert [found.masked for found in gold.mentions] == [True, False, True, True]


def test_labels_are_mapped_or_left_out(write):
    mentions = [mention(type="PETITIONER"), mention(16, 20, type="STATUTE"), mention(16, 20, type="OTHER")]
    labels = {"PETITIONER": "PERSON", "STATUTE": ""}
    (gold,) = read(write(line(mentions=mentions)), labels=labels)
    assert [found.type for found in gold.mentions] == ["PERSON", "OTHER"]


@pytest.mark.parametrize(
    ("second", "what"),
    [
        ("Ann Canary", "not JSON"),
        ('["Ann Canary"]', "not a JSON object"),
        ("[" * 200_000, "not JSON"),
        (line(id="a"), "unique"),
        (line(id=""), "'id'"),
        (line(id=["Canary"]), "'id'"),
        (line(id="b", text=None), "'text'"),
        (line(id="b", text="Canary \ud800"), "surrogate"),
        (line(id="b", mentions=None), "list"),
        (line(id="b", mentions=["Canary"]), "mention 1"),
        (line(id="b", mentions=[mention(), mention(5, 5)]), "mention 2"),
        (line(id="b", mentions=[mention(9, 3)]), "not before"),
        (line(id="b", mentions=[mention(-1, 3)]), "outside the text of 21 characters"),
        (line(id="b", mentions=[mention(0, 22)]), "outside the text of 21 characters"),
        (line(id="b", mentions=[mention("0", 3)]), "whole numbers"),
        (line(id="b", mentions=[mention(False, 3)]), "whole numbers"),
        (line(id="b", mentions=[mention(0.0, 3)]), "whole numbers"),
        (line(id="b", mentions=[mention(surface="Canary")]), "'surface'"),
        (line(id="b", mentions=[mention(span_text="Ann Canar")]), "'span_text'"),
        (line(id="b", mentions=[mention(type=7)]), "'type'"),
        (line(id="b", mentions=[mention(masked="Canary")]), "'masked'"),
        (line(id="b", annotators=["Canary"]), "'annotators'"),
        (line(id="b", annotators={"Canary": [mention(identifier="Canary")]}), "annotator 1, mention 1"),
        (line(id="b", annotators={"Canary": [mention(0, 99)]}), "annotator 1, mention 1"),
        (line(id="b", language=3), "'language'"),
    ],
)
def test_bad_gold_is_refused_with_file_and_line_and_without_its_text(write, second, what):
    path = write(line() + second)
    with pytest.raises(InputError) as caught:
        read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}, line 2: ")
    assert what in message
    assert "Canary" not in message
    assert "\n" not in message
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "no gold document"),
        (b"\n \n", "no gold document"),
        (line().encode() + b'{"id": "\xff"}', "not UTF-8"),
        (gzip.compress(line().encode(), mtime=0)[:-20], "damaged"),
        (lzma.compress(line().encode())[:-20], "damaged"),
        (b"\x1f\x8b nonsense", "damaged"),
    ],
)
def test_a_file_that_is_no_gold_is_refused(write, content, what):
    with pytest.raises(InputError, match=what):
        read(write(content))


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            read(path)


def test_no_repr_shows_the_text(write):
    assert "Canary" not in repr(read(write(line(mentions=[mention()]))))


def test_label_maps_are_toml_or_json(write):
    assert read_labels(write('PETITIONER = "PERSON"\n"A B" = ""', "map.toml")) == {
        "PETITIONER": "PERSON",
        "A B": "",
    }
    assert read_labels(write('{"PETITIONER": "PERSON"}', "map.json")) == {"PETITIONER": "PERSON"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("map.toml", "PETITIONER: PERSON"),
        ("map.json", "PETITIONER = 'PERSON'"),
        ("map.json", "[]"),
        ("map.toml", "[labels]\nA = 'B'"),
        ("map.toml", b"\xff"),
    ],
)
def test_a_label_map_that_is_none_is_refused(write, name, content):
    with pytest.raises(InputError, match=name):
        read_labels(write(content, name))


def test_a_missing_label_map_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_labels(tmp_path / "map.toml")


def test_a_language_that_is_not_said_is_told_from_the_text(write):
    lines = line(id="a", text="Der Kläger begehrt Schadensersatz.") + line(id="b", language="fi")
    assert [gold.language for gold in read(write(lines))] == ["de", "fi"]
