"""What must hold for any Word document: the same bytes, exactly the wanted text, errors we know."""

import io
import re
import zipfile
from xml.dom import minidom

from hypothesis import given, settings
from hypothesis import strategies as st

from formats.pages import applied
from golden.docx_build import HERE
from golden.docx_pieces import p, r, small, text_box, zipped
from lexveil.errors import LexveilError
from lexveil.formats import Options, docx
from lexveil.model import Document, Replacement

TEXTS = (
    "Anna",
    "Lind",
    "qvist",
    "M&#252;ller",
    "R&amp;D",
    " ",
    "  ",
    "J.",
    "\u00ad",
    "\u00a0",
    "\n ",
    "x",
    "&lt;",
)
TAGS = (
    "<w:tab/>",
    "<w:br/>",
    "<w:softHyphen/>",
    "<w:noBreakHyphen/>",
    '<w:br w:type="page"/>',
    "<w:cr></w:cr>",
)
NEW = ("WITNESS_1", "Zoë", "R&D <x>", "a]]>b", "amp;", "person A", 'it\'s "b"', "-ab-")

texts = st.sampled_from(TEXTS).map(lambda text: f'<w:t xml:space="preserve">{text}</w:t>')
bare = st.sampled_from(TEXTS).map(lambda text: f"<w:t>{text}</w:t>")
sections = st.sampled_from(("Anna", "R&D", "a<b")).map(lambda text: f"<w:t><![CDATA[{text}]]></w:t>")
runs = st.lists(texts | bare | sections | st.sampled_from(TAGS), min_size=1, max_size=3).map(
    lambda content: f"<w:r>{''.join(content)}</w:r>"
)
boxes = st.lists(runs, max_size=2).map(
    lambda content: (
        f"<w:r><w:pict><v:textbox><w:txbxContent>{p(*content)}</w:txbxContent></v:textbox></w:pict></w:r>"
    )
)
inline = st.one_of(
    runs,
    runs,
    boxes,
    runs.map(lambda content: f"<w:hyperlink>{content}</w:hyperlink>"),
    runs.map(lambda content: f"<w:sdt><w:sdtContent>{content}</w:sdtContent></w:sdt>"),
    st.sampled_from(("Anna", "Lind &amp; Co")).map(
        lambda text: f'<w:r><w:drawing><wp:docPr id="1" name="a" descr="{text}"/></w:drawing></w:r>'
    ),
    st.just("<!-- Anna -->"),
)
paragraphs = st.lists(inline, max_size=6).map(lambda content: p(*content))
cells = paragraphs.map(lambda content: f"<w:tbl><w:tr><w:tc>{content}</w:tc></w:tr></w:tbl>")
bodies = st.lists(paragraphs | cells, max_size=5).map(lambda content: p(r("start")) + "".join(content))


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@st.composite
def changes(draw: st.DrawFn, document: Document) -> tuple[Replacement, ...]:
    """Replacements of arbitrary stretches inside blocks, none of signs alone."""
    found, last = [], 0
    words = [each.span() for each in re.finditer(r"[^\W_](?:[^\n_]{0,12}[^\W_])?", document.text)]
    for start, end in words:
        if start >= last and draw(st.booleans()):
            found.append(Replacement(start, end, draw(st.sampled_from(NEW)), "e1"))
            last = end
    return tuple(found)


@settings(max_examples=200, deadline=None)
@given(body=bodies)
def test_without_replacements_every_member_is_the_same(body):
    data = zipped(small(body))
    output = docx.write(docx.read(data), ())
    assert members_of(output) == members_of(data)
    assert docx.write(docx.read(output), ()) == output


@settings(max_examples=200, deadline=None)
@given(body=bodies, data=st.data())
def test_what_was_written_reads_as_the_text_with_the_replacements(body, data):
    document = docx.read(zipped(small(body)))
    replacements = data.draw(changes(document))
    output = docx.write(document, replacements)
    minidom.parseString(members_of(output)["word/document.xml"])
    assert _spaced(docx.read(output).text) == _spaced(applied(document.text, replacements))


def _spaced(text: str) -> list[str]:
    """The words of each block, once: two attributes that come to say the same are read as one."""
    return list(dict.fromkeys(" ".join(block.split()) for block in text.split("\n\n")))


@settings(max_examples=150, deadline=None)
@given(body=bodies, data=st.data())
def test_everything_outside_the_replaced_places_is_unchanged(body, data):
    document = docx.read(zipped(small(body)))
    replacements = data.draw(changes(document))
    source = small(body)["word/document.xml"]
    output = members_of(docx.write(document, replacements))["word/document.xml"].decode()
    tags = re.compile(r"<(?!w:(?:tab|br|softHyphen|noBreakHyphen)\b)[^>]*>")
    unquoted = re.compile(r' (?:descr|name)="[^"]*"| xml:space="preserve"|<!\[CDATA\[[^\]]*\]\]>|<!--.*?-->')
    sections = re.compile(r"\]\]>|<!\[CDATA\[")
    before, after = (tags.findall(sections.sub("", unquoted.sub("", each))) for each in (source, output))
    assert before == after


def test_a_text_box_may_be_empty():
    assert docx.read(zipped(small(p(r("a"), text_box("", "", "", ""))))).text == "a"


GOLDEN = {path.stem: members_of(path.read_bytes()) for path in sorted(HERE.glob("*.docx"))}
places = st.sampled_from([(stem, name) for stem, members in GOLDEN.items() for name in members])
MUTATIONS = (
    b"<",
    b">",
    b'"',
    b"&",
    b"\x00",
    b"</w:p>",
    b"<w:p>",
    b"<w:ins>",
    b"]]>",
    b"<!DOCTYPE a>",
    b"\xff",
    b"../",
)


@settings(max_examples=150, deadline=None)
@given(
    place=places,
    at=st.floats(0, 1),
    kind=st.sampled_from(("cut", "put", "drop", "swap")),
    new=st.sampled_from(MUTATIONS),
    tracked=st.sampled_from(("keep", "accept", "reject")),
)
def test_a_damaged_document_is_read_or_refused(place, at, kind, new, tracked):
    stem, name = place
    members = dict(GOLDEN[stem])
    content = members[name]
    offset = int(at * len(content))
    if kind == "cut":
        members[name] = content[:offset]
    elif kind == "put":
        members[name] = content[:offset] + new + content[offset:]
    elif kind == "drop":
        del members[name]
    else:
        members[name] = content[offset:] + content[:offset]
    _read_or_refused(zipped(members), Options(tracked=tracked))


@settings(max_examples=100, deadline=None)
@given(stem=st.sampled_from(sorted(GOLDEN)), at=st.floats(0, 1), byte=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_container_is_read_or_refused(stem, at, byte, cut):
    data = bytearray((HERE / f"{stem}.docx").read_bytes())
    offset = min(int(at * len(data)), len(data) - 1)
    if cut:
        data = data[:offset]
    else:
        data[offset] = byte
    _read_or_refused(bytes(data), Options())


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=300), head=st.sampled_from((b"", b"PK\x03\x04", b"PK\x05\x06" + bytes(18))))
def test_any_bytes_are_read_or_refused(data, head):
    _read_or_refused(head + data, Options())


def _read_or_refused(data: bytes, options: Options) -> None:
    message = ""
    try:
        document = docx.read(data, options)
        output = docx.write(document, ())
    except LexveilError as error:
        message = str(error)
    assert "\n" not in message
    if not message:
        assert docx.read(output).text
