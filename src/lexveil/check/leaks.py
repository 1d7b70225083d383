"""Does a written file still show what had to go?

Everything that the file can show is searched, in every reading that `text.search` knows, without the help of
our own readers and writers: the text, attributes, comments and raw source of markup; every member of a
container, nested ones too; strings in binary data, in one byte and two per character. What a file is, its
first bytes tell, not its name. No entity is expanded, nothing is fetched, and what unpacks without bound is
refused. A leak is told by part and offset, never by what it says.
"""

import base64
import codecs
import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import OSA

from lexveil.check import containers, markup, pdf
from lexveil.check.containers import rows
from lexveil.check.pieces import columns
from lexveil.check.texts import TEXT_KINDS, UNREAD, Budget, Text, Walk, binary, place, program_words
from lexveil.errors import CoverageError, explained
from lexveil.text.search import Form, Search
from lexveil.text.spelling import spellings

MOST = 10_000  # leaks that are listed; one is enough
LEAST_IN_BYTES = 7  # shorter strings come together by chance in packed data
LEAST_IN_HEADER = 6  # letters of a part of a name, of any row, that is looked for in the titles of columns
MEASURE = 8  # digits of a number that an office file writes by the hundred: sizes, shades, ids
SHORT_CELL = 30  # characters of a cell that may be a piece of a name
LONGEST_FORMULA = 60  # characters of one, before a number
PLUMBING = ("programs", "values", "office", "html")
LEAST_IN_CODE = 8  # letters and digits of a date or a sum that is looked for where programs keep theirs

_WORD = re.compile(r"[^\W\d_]{4,}")  # shorter words occur by chance
_CAPITALISED = re.compile(r"(?<![^\W\d_])[A-ZÀ-ÖØ-Þ][^\W\d_]*")
_LETTERS_ALONE = re.compile(r"(?<![^\W\d_])(?:[A-ZÀ-ÖØ-Þ]\.?){2,4}(?![^\W\d_])")
_DIGITS_FOR_LETTERS = str.maketrans("013457", "oieast")

MAX_DEPTH = 6  # containers within containers
PAGES = (  # for text that is no UTF-8 and says nothing about itself: each is tried
    "cp1252", "cp1250", "mac_roman", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1257",
    "gb18030", "cp932", "cp949", "big5",
)  # fmt: skip
_BOMS = {
    codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32", codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
_DECLARED = re.compile(rb"(?:encoding|charset)\s*=\s*[\"']?\s*([\w.:-]{2,30})", re.IGNORECASE)
# The formula of a drawn shape (ECMA-376, 20.1.9.11), whose attribute is no longer named.
_OF_A_SHAPE = re.compile(r'="(?:val|pin|abs|mod|sqrt|\*/|\+-|\+/|\?:) [^"<>]*\Z')
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_BASE64 = re.compile(
    rb"(?:(?<=base64,)[A-Za-z0-9+/]{8,}+|[A-Za-z0-9+/]{60,}+)"
    rb"(?:[ \t]*+[\r\n]++[ \t]*+[A-Za-z0-9+/]++)*+={0,2}"
)
# Shorter ones, as in an address: what they say counts only if it is text.
_SHORT = re.compile(rb"(?<![\w+/%-])(?:[A-Za-z0-9+/]{12,}+|[A-Za-z0-9_-]{12,}+)(?![\w+/-])")
# Shorter still: a single name, which begins with a letter.
_SHORTEST = re.compile(rb"(?<![\w+/%-])[Q-Za-ewx][A-Za-z0-9+/_-]{6,10}(?![\w+/-])")
_HEXADECIMAL = re.compile(rb"(?<![\w])(?:[0-9A-Fa-f]{2}){5,}(?![\w])")
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_TAG = re.compile(r"<[A-Za-z!?/]")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Leak:
    part: str
    offset: int  # in the text of that part
    kind: str  # name, part (of a name), identifier, detail
    entity: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What was searched, and what was found."""

    texts: int  # how many stretches of text the file has, in all its parts
    characters: int
    forms: int  # how many forms were looked for
    leaks: tuple[Leak, ...] = ()
    listed: int = 0  # places that were left for somebody to look at
    unread: tuple[str, ...] = ()  # parts inside that could not be opened, only searched as they are


def leaks(data: bytes, forms: Iterable[Form]) -> Checked:
    """What of the forms that nobody may read (`replace.hidden_forms`) is left in the bytes of a file."""
    forms = tuple(forms)
    searches = {kind: Search(form for form in forms if counts(form, kind)) for kind in TEXT_KINDS}
    found: list[Leak] = []
    unread: list[str] = []
    texts = characters = 0
    for text in _with_columns(walked(data)):
        if text.kind == UNREAD:
            unread.append(text.part)
            continue
        texts += 1
        characters += len(text.text)
        if len(found) < MOST:
            found += _left(text, searches[text.kind])
    return Checked(texts, characters, len(forms), tuple(found[:MOST]), unread=tuple(unread))


def _with_columns(texts: Iterable[Text]) -> Iterator[Text]:
    for text in texts:
        yield text
        letters = "\n\n".join(columns(text.text)) if text.kind in ("text", "code") else ""
        if letters:
            yield Text(f"{text.part}, letters of a column", letters)


def leaks_in_rows(data: bytes, forms: Mapping[int, Sequence[Form]]) -> Checked:
    """The same for a table, each row with the forms that it hides; the header with all names and numbers."""
    hidden = tuple(form for each in forms.values() for form in each)
    everywhere = [form for form in hidden if form.kind in ("name", "identifier") or _heads_a_column(form)]
    found: list[Leak] = []
    texts = characters = 0
    for number, row in rows(data):
        own = forms.get(number, () if number else everywhere)
        search = Search(own)
        for text in (*_with_columns(walked(row)), _cells_together(row)) if own else ():
            texts += 1
            characters += len(text.text)
            found += _left(text, search, within=f"row {number}, ")
    return Checked(texts, characters, len(hidden), tuple(found[:MOST]))


def _cells_together(row: bytes) -> Text:
    """Short cells of a row without what parts them: a name may be spread over several."""
    text = row.decode("utf8", "replace")
    cells = _strings_of_json(text) if text.startswith("{") else text.split("\n\n")
    short = [re.sub(r"[\r\n]", "", cell) for cell in cells if len(cell) <= SHORT_CELL]
    some = ["".join(short[at : at + wide]) for wide in (2, 3) for at in range(len(short) - wide + 1)]
    return Text("cells put together", "\n\n".join(["".join(short), *some]), "code")


def _strings_of_json(text: str) -> list[str]:
    """The strings of a record, without what they are called."""
    found: list[str] = []
    with contextlib.suppress(ValueError, RecursionError):
        left = [json.loads(text)]
        while left:
            each = left.pop()
            if isinstance(each, str):
                found.append(each)
            elif isinstance(each, dict | list):
                left += reversed([*each.values()] if isinstance(each, dict) else each)
    return found


def _heads_a_column(form: Form) -> bool:
    """A part of a name that no column is called by chance."""
    return form.kind == "part" and len(form.text) >= LEAST_IN_HEADER and counts(form, "code")


def _left(text: Text, search: Search, *, within: str = "") -> Iterator[Leak]:
    for hit in search.find(text.text):
        if text.kind == "text" or not _is_measure(text.text, hit.start, hit.end):
            yield Leak(within + text.part, hit.start, hit.form.kind, hit.form.entity)


def _is_measure(text: str, start: int, end: int) -> bool:
    """Whether a hit is all of a value that programs write: some digits, in which a size, a shade or a number
    of an office file cannot be told from anything else. An identifier that people read has its signs.

    >>> _is_measure('<a:satMod val="200000"/>', 15, 21), _is_measure('<a title="20-00-00">', 10, 18)
    (True, False)
    >>> _is_measure('<a:gd fmla="val 161616"/>', 16, 22), _is_measure('<a title="to 161616">', 13, 19)
    (True, False)
    """
    if _OF_A_SHAPE.search(text, max(0, start - LONGEST_FORMULA), start):
        return end - start <= MEASURE and text[start:end].isdigit()
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    whole = len(around) < 2 or around in ('""', "''") or around.isspace()
    return whole and end - start <= MEASURE and text[start:end].isdigit()


def counts(form: Form, kind: str) -> bool:
    """Whether a form found in a text of that kind is a leak and no chance.

    >>> counts(Form("roman", "part", "e1"), "text"), counts(Form("roman", "part", "e1"), "code")
    (True, False)
    """
    if kind == "text":
        return True
    if form.kind == "detail":
        signs = sum(map(str.isalnum, form.text))
        return signs >= LEAST_IN_CODE and bool(re.search(r"[^\W\d_]{3}", form.text))
    if form.kind == "part" and (kind == "font" or form.text in _plumbing()):
        return False
    return kind == "code" or len(form.text) >= LEAST_IN_BYTES


@cache
def _plumbing() -> frozenset[str]:
    """Words that stand for nobody where programs write: a page with a button shows no Ms Button."""
    return frozenset(word.lower() for part in PLUMBING for word in program_words(part))


def spells(name: str, forms: Iterable[str]) -> bool:
    """Does a name, of a file for example, hold a word of one of the forms? Parted, turned or mistyped too:
    another name of a file costs nothing.

    >>> spells("2020-statement_torvund.html", ["Ann Torvund"]), spells("award.html", ["Ann Torvund"])
    (True, False)
    >>> [spells(each, ["Pia Mühlen"]) for each in ("muehlen.html", "muh len", "nelhum", "Mühl3m", "mule")]
    [True, True, True, True, False]
    >>> [spells(each, ["Pia Mühlen"]) for each in ("PM_statement", "P.M. 2", "PMX")]
    [True, True, False]
    """
    forms = tuple(forms)
    if not _initials_in(name).isdisjoint(map(_initials, forms)):
        return True
    ways = {way for each in (name, name.translate(_DIGITS_FOR_LETTERS)) for way in spellings(each)}
    words = {word for way in ways for word in _WORD.findall(way)}
    letters = ["".join(filter(str.isalpha, way)) for way in ways]
    theirs = {word for form in forms for way in spellings(form) for word in _WORD.findall(way)}
    return not words.isdisjoint(theirs) or any(
        any(word in each or word[::-1] in each for each in letters)
        or any(OSA.distance(word, each, score_cutoff=1) <= 1 for each in words)
        for word in theirs
        if len(word) >= LEAST_IN_HEADER
    )


def _initials(form: str) -> str:
    """Of a name of several words; nothing of one."""
    words = _CAPITALISED.findall(form)
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def _initials_in(name: str) -> set[str]:
    return {found.replace(".", "") for found in _LETTERS_ALONE.findall(name)}


def walked(data: bytes) -> Iterator[Text]:
    """Every text in a file, each with the part it stands in."""
    budget = Budget()

    def walk(inner: bytes, name: str, depth: int) -> Iterator[Text]:
        budget.spend(len(inner))
        if depth > MAX_DEPTH:
            raise CoverageError("check.nested", depth=MAX_DEPTH)
        reader = next((reader for begins, reader in _CONTAINERS if begins(inner)), None)
        if reader:
            yield from reader(inner, name, depth, walk, budget)
        elif inner.startswith(tuple(_BOMS)) or not _CONTROL.search(inner):
            yield from _text(inner, name, depth, walk)
        else:
            yield from binary(inner, name)

    with explained(CoverageError, "check.unexpected"):
        yield from map(_without_halves, walk(data, "", 0))


def _without_halves(text: Text) -> Text:
    """Damaged data can say halves of a character, in which nothing can be looked for."""
    if not _HALF.search(text.text):
        return text
    return Text(text.part, _HALF.sub("\ufffd", text.text), text.kind)


Reader = Callable[[bytes, str, int, Walk, Budget], Iterator[Text]]
_CONTAINERS: tuple[tuple[Callable[[bytes], bool], Reader], ...] = (
    (containers.is_zip, containers.members),
    (lambda data: data.startswith(b"\x1f\x8b\x08"), containers.unzipped),
    (pdf.is_pdf, pdf.pdf_texts),
    (containers.is_parquet, containers.parquet),
    (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), containers.chunks),
)


def _text(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    if markup.is_rtf(data):
        yield from markup.rtf_texts(data, name, depth, walk)
        yield Text(place(name, "source"), data.decode("cp1252", "replace"), "code")
        return
    elements = markup.elements(data, name) if data.lstrip()[:1] in (b"<", b"\xef", b"\xfe", b"\xff") else []
    yield from elements
    for source in _decoded(data):
        yield from markup.sources(source, name)
        if _TAG.search(source):
            yield from markup.texts(source, name) if not elements else ()
            yield from markup.shown(source, name)
    if containers.is_mail(data):
        yield from containers.mail_texts(data, name, depth, walk)
    else:
        yield from _files_in(data, name, depth, walk)


def _files_in(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    """Files that stand in the text as base64, as in a `data:` address or a flat ODT."""
    for number, found in enumerate(_BASE64.finditer(data), 1):
        inner = _unpacked(re.sub(rb"\s", b"", found[0]).rstrip(b"="))
        yield from walk(inner, place(name, f"base64 {number}"), depth + 1)
    short = [bytes.fromhex(digits.decode()) for digits in _HEXADECIMAL.findall(data)]
    packed = (*_SHORT.findall(data), *_SHORTEST.findall(data))
    short += [_unpacked(digits.translate(_URL_SAFE)) for digits in packed]
    words = "\n\n".join(filter(None, map(_printable, short)))
    if words:
        yield Text(place(name, "short strings in base64 or hexadecimal digits"), words, "code")


def _unpacked(packed: bytes) -> bytes:
    whole = packed[:-1] if len(packed) % 4 == 1 else packed  # one sign more says nothing
    return base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _printable(data: bytes) -> str:
    """The text that data say; nothing where they say none."""
    text = data.decode("utf-8", "ignore")
    return text if text.isprintable() and text.encode() == data else ""


def _decoded(data: bytes) -> Iterator[str]:
    """The text by its mark, as UTF-8, by its own word; else in every usual encoding, for a guess may err."""
    for bom, encoding in _BOMS.items():
        if data.startswith(bom):
            yield data.decode(encoding, "replace")
            return
    declared = {_codec(found) for found in _DECLARED.findall(data[:4096])} - {"", "utf-8", "ascii"}
    plain = data.decode("utf-8", "replace")
    yield plain
    damaged = "\ufffd" in plain and plain.encode() != data
    pages = declared if not damaged else declared | set(PAGES[:1]) if declared else set(PAGES)
    for page in sorted(pages):
        with contextlib.suppress(UnicodeError):  # a codec that knows no other way to go on
            text = data.decode(page, "replace")
            if text != plain:
                yield text


def _codec(label: bytes) -> str:
    try:
        found = codecs.lookup(label.decode("ascii", "replace"))
    except LookupError:
        return ""
    return found.name if found._is_text_encoding and not found.name.startswith(("utf-16", "utf-32")) else ""
