"""A copy in the document's own format comes back into its own document; nothing but its tags may change."""

from pathlib import Path

import pytest

from lexveil import formats, pipeline
from lexveil.errors import InputError
from lexveil.formats import review_copies
from lexveil.model import Document, Entity, Span
from lexveil.review import Command, State, tagged_copy, word_answers, word_copy
from review.test_word_copy import ORIGIN
from review.worlds import KEY, World, reviewed

PAGE = """<!DOCTYPE html>
<html><head><title>Ann Torvund v Quellmark</title></head>
<body class="b"><p title="Ann Torvund">The witness <b>Ann</b> <i>Torvund</i> and Mr&nbsp;Bo Lindqvae came.</p>
<p><span>Torvund</span> left; Lindqvae &amp; Eve Holt stayed.</p></body></html>
"""
XML = """<?xml version="1.0" encoding="iso-8859-1"?>
<ruling><p>The witness <b>Ann</b> <i>Torvund</i> and Mr Bo Lindqvae came from K\u00f8ge.</p>
<p>Torvund left; Lindqvae &amp; <anonym cat="pers">Eve Holt</anonym> stayed.</p></ruling>
"""


def review(text: str, name: str) -> World:
    encoding = "iso-8859-1" if name.endswith("xml") else "utf8"
    document = formats.read(text.encode(encoding), name)
    people = {"e1": ("Ann Torvund", "Torvund left"), "e3": ("Bo Lindqvae", "Lindqvae &")}
    return reviewed(document, [entity(document, *each) for each in people.items()], "arbitration")


def entity(document: Document, identity: str, names: tuple[str, ...]) -> Entity:
    found = set()
    for name in names:
        short = name.removesuffix(" left").removesuffix(" &")
        start = document.text.find(name)
        while start >= 0:
            found.add((start, start + len(short)))
            start = document.text.find(name, start + 1)
    spans = tuple(Span(start, end, "PERSON") for start, end in sorted(found))
    return Entity(identity, "PERSON", "WITNESS", 1, spans)


def made(world: World, state: State | None = None) -> bytes:
    origin = word_copy.sealed(ORIGIN, world.document.text, KEY)
    return tagged_copy.write(world.document, state or world.base, origin)


def told(world: World, data: bytes) -> list[Command]:
    return word_answers.commands(world.base, tagged_copy.read(data, world.document, world.base))


@pytest.fixture(params=[(PAGE, "ruling.html"), (XML, "ruling.xml")], ids=["html", "xml"])
def world(request: pytest.FixtureRequest) -> World:
    return review(*request.param)


def text_of(world: World, data: bytes) -> str:
    return data.decode("iso-8859-1" if world.document.source.suffix == ".xml" else "utf8")


def changed(world: World, old: str, new: str) -> bytes:
    text = text_of(world, made(world))
    assert old in text
    return text.replace(old, new).encode("iso-8859-1" if world.document.source.suffix == ".xml" else "utf8")


def tag(world: World, words: str) -> str:
    """The opening tag right before these words."""
    text = text_of(world, made(world))
    before = text[: text.index(f">{words}</{name(world)}>")]
    return before[before.rindex("<") :] + ">"


def name(world: World) -> str:
    return "anonym" if world.document.source.suffix == ".xml" else "span"


def test_a_copy_that_nobody_changed_says_nothing(world: World) -> None:
    data = made(world)
    assert told(world, data) == []
    assert made(world) == data
    text = text_of(world, data)
    assert review_copies.MARK in text
    assert "REVIEW COPY WITH REAL NAMES" in text
    assert text.count(f"Torvund</{name(world)}>") == 2


def test_its_tags_are_those_of_its_format() -> None:
    page, xml = review(PAGE, "a.html"), review(XML, "a.xml")
    text = text_of(page, made(page))
    assert ' class="lexveil-name" data-category="PERSON" data-certain="1"' in text
    assert "<title>Ann Torvund v Quellmark</title>" in text  # no element may stand there
    text = text_of(xml, made(xml))
    assert '<anonym n="1" cat="pers" certain="1" pseudonym="WITNESS_1">Ann</anonym>' in text
    assert text.count(' n="1"') == 2  # in two elements, one name


def test_what_a_reader_says_becomes_commands(world: World) -> None:
    first, second = "WITNESS_1", "WITNESS_2"
    opening = tag(world, "Bo Lindqvae")
    bo = world.at("Bo Lindqvae")
    gone = changed(world, f"{opening}Bo Lindqvae</{name(world)}>", "Bo Lindqvae")
    assert told(world, gone) == [Command("reject", entity="e3", mentions=(bo,))]
    moved = changed(world, opening, opening.replace(second, first))
    assert told(world, moved) == [Command("move", entity="e3", entities=("e1",), mentions=(bo,))]
    renamed = changed(world, opening, opening.replace(second, "Mr &quot;B&quot;"))
    assert told(world, renamed) == [Command("rename", entity="e3", pseudonym='Mr "B"')]
    stays = changed(world, opening, opening[:-1] + ' stays="yes">')
    assert told(world, stays) == [Command("keep", entity="e3", mentions=(bo,))]
    other = opening.replace('cat="pers"', 'cat="org"').replace('category="PERSON"', 'category="ORG"')
    assert told(world, changed(world, opening, other)) == [
        Command("category", entity="e3", category="ORG", mentions=(bo,))
    ]


def test_a_tag_around_other_words_marks_a_name(world: World) -> None:
    """Without anything in it, or with somebody's pseudonym; another kind of thing where it says so."""
    new = changed(world, "witness", f"<{name(world)}>witness</{name(world)}>")
    place = world.at("witness")
    assert told(world, new) == [Command("add", mentions=(place,), category="PERSON")]
    said = ' cat="org"' if name(world) == "anonym" else ' data-category="ORG"'
    body = changed(world, "witness", f"<{name(world)}{said}>witness</{name(world)}>")
    assert told(world, body) == [Command("add", mentions=(place,), category="ORG")]


def test_a_tag_is_moved(world: World) -> None:
    opening, close = tag(world, "Bo Lindqvae"), f"</{name(world)}>"
    data = changed(world, f"{opening}Bo Lindqvae{close}", f"Bo {opening}Lindqvae{close}")
    start, end = world.at("Bo Lindqvae")
    assert told(world, data) == [Command("span", entity="e3", mention=(start, end), to=(start + 3, end))]


@pytest.mark.parametrize(("old", "new"), [("came", "went"), ("<b>", "<b >"), ("stayed.", "stayed.<hr/>")])
def test_anything_else_that_changed_is_refused(world: World, old: str, new: str) -> None:
    with pytest.raises(InputError) as refused:
        told(world, changed(world, old, new))
    assert refused.value.code == "review-copy.text-changed"


def test_it_says_what_it_was_made_of(world: World) -> None:
    assert tagged_copy.origin_of(made(world)) == word_copy.sealed(ORIGIN, world.document.text, KEY)
    with pytest.raises(InputError):
        tagged_copy.origin_of(b"<p>no copy</p>")


def test_nobody_reads_it_as_a_document(world: World, tmp_path: Path) -> None:
    copy = tmp_path / f"ruling.review-copy{world.document.source.suffix}"
    copy.write_bytes(made(world))
    with pytest.raises(InputError) as refused:
        formats.read_file(copy)
    assert refused.value.code == "file.review-copy"
    dictionary = tmp_path / "ruling.lexveil.json"
    dictionary.write_text('{"entities": []}')
    with pytest.raises(InputError) as refused:
        pipeline.recheck(copy, dictionary)
    assert refused.value.code == "file.review-copy"
