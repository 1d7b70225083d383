"""Does a written file still show what had to go?

Comes in: the path of the file and the forms that nobody may read in it (`replace.hidden_forms`). Goes out:
how much was searched and where something is left, by part and offset, never what. Every text that
`check.parts` finds is searched, in every reading that `text.search` knows.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lexveil.check.parts import load, parts, walked
from lexveil.check.rows import rows
from lexveil.check.texts import TEXT_KINDS, UNREAD, Text
from lexveil.text.search import Form, Search
from lexveil.text.spelling import spellings

MOST = 10_000  # leaks that are listed; one is enough
LEAST_IN_BYTES = 7  # shorter strings come together by chance in packed data
LEAST_IN_HEADER = 6  # letters of a part of a name, of any row, that is looked for in the titles of columns
LEAST_IN_CODE = 8  # letters and digits of a date or a sum that is looked for where programs keep theirs

_WORD = re.compile(r"[^\W\d_]{4,}")  # shorter words occur by chance
# Words that programs write into every file: fonts of the Office themes and of the web, scripts as ISO 15924
# calls them (Hans is simplified Chinese), makers, notations. In code they are nobody's name.
_MACHINE = frozenset(
    "adobe aharoni alpha andalus angsana apple aptos arial baiti baskerville batang begin bodoni boli "
    "bookman browallia caladea calibri cambria candara carlito century char cher chrome chromium clear "
    "consolas constantia corbel cordia courier daunpenh david default dejavu dengxian didot dokchampa "
    "dotum ebrima edessa edge edit estrangelo euphemia fangsong font franklin futura gabriola gadugi "
    "garamond gautami gecko geneva geor georgia gill gisha google goto gothic goudy gulim hang hans hant "
    "helvetica himalaya impact iskoola java javanese javascript jpan kaiti kalinga kartika kern khmer "
    "lang latha leelawadee levenim liberation linux list lisu lucida macintosh malgun mangal marlett "
    "master math meiryo menlo meta microsoft mincho mingliu miriam monaco mong mongolian moolboran "
    "mozilla mymr myriad narkisim nirmala noto nyala office opera optima oracle orya palatino perpetua "
    "phag plantagenet pota purl quartz raavi roboto rockwell roman safari sakkal sans segoe serif shade "
    "shruti simhei simsun sinh skia sora sylfaen symbol tahoma taml telu thai tibt times trebuchet tunga "
    "uigh uighur unique utsaah vani verdana viet vijaya vrinda webkit windows wingdings yahei "
    # and what they call objects by, with a number: Shape1
    "arrow bookmark callout connector control curve diagram ellipse footnote frame freeform graphic graphics "
    "heading image index object oval picture polygon polyline rectangle section shape sheet textbox".split()
)


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
    unread: tuple[str, ...] = ()  # parts inside that could not be opened, only searched as they are


def leaks(path: str | Path, forms: Iterable[Form]) -> Checked:
    """What of the forms is left in the file on the disk."""
    forms = tuple(forms)
    searches = {kind: Search(form for form in forms if counts(form, kind)) for kind in TEXT_KINDS}
    found: list[Leak] = []
    unread: list[str] = []
    texts = characters = 0
    for text in parts(path):
        if text.kind == UNREAD:
            unread.append(text.part)
            continue
        texts += 1
        characters += len(text.text)
        if len(found) < MOST:
            found += _left(text, searches[text.kind])
    return Checked(texts, characters, len(forms), tuple(found[:MOST]), tuple(unread))


def leaks_in_rows(path: str | Path, forms: Mapping[int, Sequence[Form]]) -> Checked:
    """The same for a table, each row with the forms that it hides; the header with all names and numbers."""
    told = tuple(form for each in forms.values() for form in each)
    everywhere = [form for form in told if form.kind in ("name", "identifier") or _heads_a_column(form)]
    found: list[Leak] = []
    texts = characters = 0
    for row in rows(load(path)):
        own = forms.get(row.number, () if row.number else everywhere)
        search = Search(own)
        for text in walked(row.data) if own else ():
            texts += 1
            characters += len(text.text)
            found += (
                dataclasses.replace(leak, part=f"row {row.number}, {leak.part}")
                for leak in _left(text, search)
            )
    return Checked(texts, characters, len(told), tuple(found[:MOST]))


def _heads_a_column(form: Form) -> bool:
    """A part of a name that no column is called by chance."""
    return form.kind == "part" and len(form.text) >= LEAST_IN_HEADER and counts(form, "code")


def _left(text: Text, search: Search) -> Iterator[Leak]:
    for place in search.find(text.text):
        yield Leak(text.part, place.start, place.form.kind, place.form.entity)


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
    if form.kind == "part" and (kind == "font" or form.text in _MACHINE):
        return False
    return kind == "code" or len(form.text) >= LEAST_IN_BYTES


def spells(name: str, forms: Iterable[str]) -> bool:
    """Does a name, of a file for example, hold a word of one of the forms?

    >>> spells("2020-statement_torvund.html", ["Ann Torvund"]), spells("award.html", ["Ann Torvund"])
    (True, False)
    >>> spells("muehl.html", ["Pia Mühl"])
    True
    """
    words = {word for way in spellings(name) for word in _WORD.findall(way)}
    return any(not words.isdisjoint(_WORD.findall(way)) for form in forms for way in spellings(form))
