"""What must hold for any OpenDocument text."""

import io
import random
import re
import zipfile

from hypothesis import given, settings
from hypothesis import strategies as st

from formats.pages import applied
from golden.odt_build import DOCUMENT, p, region, small
from lexveil.errors import LexveilError
from lexveil.formats import Options, odt
from lexveil.model import Document, Replacement

WORDS = ("Anna", "Torvund", "Müller", "O'Hara", "v", "12", "R&amp;D", "J.", "&lt;b&gt;", "&#252;ber")
GLUE = (
    " ", "\n  ", "", "\u00a0", "\u00ad", "\u200b", "&#32;", "<text:s/>", '<text:s text:c="3"/>',
    "<text:tab/>", "<text:line-break/>", "<text:soft-page-break/>", '<text:bookmark text:name="P1"/>',
    "<!-- ? -->",
)  # fmt: skip
NEW = ("WITNESS_1", "Zoë", "a  b", " a", "b ", "x\ty", "x\ny", "R&D <i>", "]]>", "--")

words = st.lists(st.sampled_from(WORDS + GLUE), min_size=1, max_size=8).map("".join)
inline = st.recursive(
    words,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        inner.map(lambda content: f"<text:span>{content}</text:span>"),
        inner.map(lambda content: f'<text:a xlink:href="#_Toc1">{content}</text:a>'),
        inner.map(lambda content: f"<text:note><text:note-body>{p(content)}</text:note-body></text:note>"),
        inner.map(lambda content: f"<office:annotation>{p(content)}</office:annotation>"),
        inner.map(lambda content: f"<draw:frame><draw:text-box>{p(content)}</draw:text-box></draw:frame>"),
    ),
    max_leaves=8,
)
bodies = st.lists(inline, min_size=1, max_size=3).map(lambda each: p("Anna") + "".join(map(p, each)))
marks = st.sampled_from(
    ['<text:change text:change-id="ct1"/>', '<text:change text:change-id="ct2"/>']
    + [f'<text:change-{side} text:change-id="ct{number}"/>' for side in ("start", "end") for number in (3, 4)]
)


@st.composite
def changes(draw: st.DrawFn, document: Document) -> tuple[Replacement, ...]:
    """Replacements from the beginning of one word to the end of another, within a block."""
    found, last = [], 0
    for _ in range(draw(st.integers(1, 4))):
        block = re.compile(r"(?:[^\n]|\n(?!\n))+")
        blocks = [each for each in block.finditer(document.text, last) if re.search(r"\w", each[0])]
        if not blocks:
            break
        chosen = draw(st.sampled_from(blocks))
        inside = list(re.finditer(r"\w+", chosen[0]))
        first = draw(st.integers(0, len(inside) - 1))
        final = draw(st.integers(first, min(first + 3, len(inside) - 1)))
        start, end = chosen.start() + inside[first].start(), chosen.start() + inside[final].end()
        found.append(Replacement(start, end, draw(st.sampled_from(NEW)), "e1"))
        last = end
    return tuple(found)


def body(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("content.xml").decode()


@settings(max_examples=200, deadline=None)
@given(source=bodies)
def test_without_replacements_the_members_are_the_same(source):
    data = small(source)
    assert body(odt.write(odt.read(data), ())) == body(data)


@settings(max_examples=300, deadline=None)
@given(source=bodies, data=st.data())
def test_what_is_written_reads_as_the_text_with_the_replacements(source, data):
    document = odt.read(small(source))
    replacements = data.draw(changes(document))
    again = odt.read(odt.write(document, replacements))
    assert flat(again.text) == flat(applied(document.text, replacements))


def flat(text: str) -> list[str]:
    """The text without what no reader sees: white space at the ends of lines, hyphens of comments."""
    return [
        line
        for line in re.sub(r"[ \t]*\n[ \t]*", "\n", text.replace("\u2010", "-")).strip().split("\n")
        if line
    ]


@settings(max_examples=150, deadline=None)
@given(parts=st.lists(st.one_of(marks, words, st.just("</text:p><text:p>")), min_size=2, max_size=12))
def test_any_tangle_of_changes_is_read_whole_or_refused(parts):
    listed = "".join(
        region(number, kind, content=p("Quell") + p("lode") * (number == 2))
        for number, kind in enumerate(("deletion", "deletion", "insertion", "insertion"), 1)
    )
    whole = small(f"<text:tracked-changes>{listed}</text:tracked-changes>{p('Anna' + ''.join(parts))}")
    refused = ""
    for how in ("keep", "accept", "reject"):
        try:
            document = odt.read(whole, Options(tracked=how))
        except LexveilError as error:
            refused = str(error)
            continue
        names = re.finditer("Quell|lode|Torvund", document.text)
        output = odt.write(document, [Replacement(*found.span(), "A", "e1") for found in names])
        assert "Quell" in document.text or how != "keep"
        assert not re.search("Quell|lode|Torvund", body(output))
    assert "\n" not in refused


def test_damaged_files_give_a_document_or_an_error_we_know():
    chance = random.Random(7)
    with zipfile.ZipFile(io.BytesIO(DOCUMENT)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    outcomes = []
    for _ in range(80):
        name = chance.choice([each for each in members if members[each]])
        data = bytearray(members[name])
        at = chance.randrange(len(data))
        data[at : at + chance.choice((0, 1, 4, 40))] = chance.choice(
            (b"", b"<", b'"', b"&", b"/>", b"\xff", b"Q")
        )
        outcomes.append(_outcome(repacked({**members, name: bytes(data)})))
    for _ in range(40):
        data = bytearray(DOCUMENT)
        for _ in range(3):
            data[chance.randrange(len(data))] = chance.randrange(256)
        outcomes.append(_outcome(bytes(data)))
    assert {"read", "refused"} == set(outcomes)


def repacked(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


def _outcome(data: bytes) -> str:
    try:
        document = odt.read(data)
        replacements = tuple(
            Replacement(found.start(), found.end(), "A", "e1")
            for found in re.finditer(r"\w{5,}", document.text)
        )
        odt.write(document, replacements)
    except LexveilError:
        return "refused"
    return "read"
