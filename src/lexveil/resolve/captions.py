"""The first page and lists: "Arbitrators:" over names, "Appellant" under one, rows of an attendance table.

The first page is read as a structure (`names.captions`), and its word outweighs what is said elsewhere. Of
lists, lines are looked at in order, once; spans that have evidence already keep it.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import NamedTuple

from lexveil.languages import Language, load
from lexveil.languages.people import titles_that_tell
from lexveil.model import ROLES, Document, Span, because
from lexveil.names.captions import places
from lexveil.names.page_lines import Place, end_of_names
from lexveil.names.page_words import page
from lexveil.resolve.descriptions import is_aged_as_child, is_ranked
from lexveil.resolve.mention_names import name_of
from lexveil.resolve.phrases import CERTAIN, Evidence, Said, called, has_counsel, is_plural, phrases, side_of
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER

BENCHES = ("BENCH", "JUDGE")
OFFICERS = (*BENCHES, "OFFICIAL", "CLERK")
BESIDE = ("title", "before", "described", "letters")  # reasons that stand right before a name
CAPTION_LINES = 6  # how far above "Appellant" the party may stand
SHORT = 120  # a longer line is prose, not an entry of a list
COUNSEL = ("title", "before", "represented")  # reasons that stand before the name of counsel
AFTER_NAME = ("after", "after-several", "letters", "acts-for")  # reasons that stand after a name
# The last words of a wrapped paragraph: `called "Respondents".`, `expert for the Claimant.`
_SENTENCE_END = re.compile(rf"(?:[{LOWER}\"“‘'(]).*[.!?][\"”’')]*")
_COLON = re.compile(r":(?!\S)")  # not that of a number: KKO 2017:9
_SMALL = re.compile(rf"(?<![\w-])[{LOWER}]{{2,}}(?![\w-])")
SPEAKS = 3  # times, at least, whoever is heard in a transcript
SPEAKER = 30  # characters of what a speaker is called there
WORDS = 6  # in small letters, with a full stop, make a sentence
_EMPTY = re.compile(r"[—–-]+")  # a cell of a table in which nothing stands
_NEXT_ITEM = re.compile(r"\n\s*\(?\d{1,2}[.)]\s")
_ITEM = re.compile(r"\(\w{1,4}\).*;")  # "(ii) the appellant;", one of the children
_OWN_LABEL = re.compile(r"[^\W\d_][\w ]{3,40}:\s")
# "THE WITNESS: I told her on the phone. Ann said": a transcript, no list of witnesses.
_SAYS = re.compile(r"\s?:\s+[^\W\d_]\S*[\s,]")
_QUOTATION = re.compile(r"\s*[\"“„«]")
_SPEECH = re.compile(r":\s+[^\w\n]*(?:\d+\W{1,3})*[^\W\d_][^\n]*[^\W\d_]{3}[.!?]\s")


class _Line(NamedTuple):
    start: int
    text: str
    spans: list[Span]
    language: Language
    opens: bool  # a blank line stands before it


def from_page(document: Document, text: str, spans: Sequence[Span], found: Said) -> None:
    """Who stands where on the first page: certain, but for what the case metadata say."""
    at = 0
    client: Span | None = None  # the party named last
    marked = (Place(zone.start, zone.end, zone.kind.upper()) for zone in document.zones)
    told = [place for place in marked if place.role in ROLES]  # by elements of the file
    for place in sorted([*places(text, load(document.language_at(0))), *told]):
        while at < len(spans) and spans[at].end <= place.start:
            at += 1
        line = text.count("\n", 0, place.start) + 1
        said = Evidence(place.role, CERTAIN, because("list", role=called(place.role), line=line), place.side)
        for span in spans[at:]:
            if span.start >= place.end:
                break
            if span.start < place.start:
                continue
            known = span in found and found[span].why.code == "metadata"
            counsel = place.role == "PARTY" and _is_counsel(text, span, client, found)
            client = span if place.role == "PARTY" and not counsel else client
            if place.role == "LAWYER" and is_staff(text, span, load(document.language_at(span.start))):
                if span in found and found[span].role == "LAWYER":
                    found.pop(span)
                continue
            client_herself = place.role == "LAWYER" and _is_client(text, span, found)
            language = load(document.language_at(span.start))
            if place.role == "LAWYER" and span.category == "PERSON" and _is_no_counsel(document, text, span):
                continue
            if place.role == "PARTY" and _is_young(text, span, spans[at:], language):
                found[span] = Evidence("CHILD", CERTAIN, because("after", role="CHILD"))
                continue
            ranked = place.role == "PARTY" and is_ranked(
                text[max(0, span.start - SHORT) : span.start], language
            )
            stays = span in found and not ranked and _stays(found[span], place)
            if counsel or client_herself or stays:
                found[span] = found[span]._replace(weight=CERTAIN)
                continue
            if known and found[span].role == place.role:
                found[span] = found[span]._replace(side=place.side)
            elif not known and (
                span.category == "PERSON" or (span.category == "ORG" and place.role == "PARTY")
            ):
                found[span] = said
    _sued_officers(document, text, spans, found)


def _sued_officers(document: Document, text: str, spans: Sequence[Span], found: Said) -> None:
    """Deputy Roe is Cy J. Roe, who is sued "in his individual capacity": a rank tells of nobody else."""
    sued = {
        fold(text[span.start : span.end]).split()[-1]
        for span in spans
        if span.category == "PERSON"
        and span in found
        and found[span].role == "PARTY"
        and page(load(document.language_at(span.start))).capacity.match(text, span.end)
    }
    for span in [each for each in spans if sued and each in found and found[each].role == "OFFICIAL"]:
        if fold(text[span.start : span.end]) in sued:
            found.pop(span)


def _is_young(text: str, party: Span, others: Sequence[Span], language: Language) -> bool:
    """A minor by the age that stands below the name, before the next party."""
    number = _NEXT_ITEM.search(text, party.end, party.end + SHORT)
    end = number.start() if number else party.end + SHORT
    below = (
        each.start for each in takewhile(lambda each: each.start < end, others) if each.start > party.end
    )
    lines = (start for start in below if not text[text.rfind("\n", 0, start) + 1 : start].strip())
    after = text[party.end : next(lines, end)].partition("\n\n")[0]
    return party.category == "PERSON" and is_aged_as_child(after, language)


def _is_no_counsel(document: Document, text: str, span: Span) -> bool:
    """Mr Roe, where counsel have titles of their own; whoever is named before counsel: Ann Roe (Me Doe)."""
    language = load(document.language_at(span.start))
    if has_counsel(text[span.end : span.end + SHORT].partition("\n")[0], language):
        return True
    bar_titled = language.people["described"].get("bar_titled", False)
    title = name_of(document, span).title
    return bar_titled and title in titles_that_tell("everyday") - titles_that_tell("learned")


def _is_client(text: str, span: Span, found: Said) -> bool:
    """Ann Roe, Grievor: the party itself, in a list of its counsel."""
    if span not in found or found[span].role != "PARTY":
        return False
    line = text[span.end : span.end + SHORT].partition("\n")[0]
    return line[:1] == "," and found[span].why.code == "after" and len(line.strip(", ").split()) == 1


def _is_below(said: Evidence, line: "_Line") -> bool:
    """Under the bench, and of somebody else: Ms Roe for the mother."""
    return said.role in BENCHES and page(line.language).ends_bench(line.text)


def _of_role(text: str, line: "_Line", said: Evidence) -> list[Span]:
    """The names of a line up to a sentence or another label, less whoever came with counsel."""
    counsel = said.role.startswith("LAWYER")
    first = line.spans[0].start - line.start
    end = line.spans[0].start + end_of_names(line.text[first:], page(line.language))
    return [
        span
        for span in line.spans
        if span.start < end and not (counsel and is_staff(text, span, line.language))
    ]


def is_staff(text: str, span: Span, language: Language) -> bool:
    """Ann Roe, Terminal Manager: who came with counsel."""
    words = page(language)
    line = text[span.end : span.end + SHORT].partition("\n")[0].partition(";")[0]
    return words.staff.match(line) is not None and not words.law.search(line)


def _stays(said: Evidence, place: Place) -> bool:
    """What the words beside a name say, the page does not undo: a judge among the parties is none."""
    if said.role == "UNKNOWN" or (said.role == "CLERK" and place.role in BENCHES):
        return True
    if said.role in ("OFFICIAL", "RELATIVE") and place.role == "LAWYER":
        return True
    if said.role == "OFFICIAL" and place.role in BENCHES and said.why.code in (*BESIDE, *AFTER_NAME):
        return True  # Constable Roe, among those present; Bo Doe, public prosecutor
    if place.role == "PARTY":
        child = said.role == "CHILD" and place.side != "ACCUSED"
        if child or (said.role in OFFICERS and said.why.code in BESIDE):
            return True
    return said[:2] == ("RELATIVE", CERTAIN)


def _is_counsel(text: str, span: Span, client: Span | None, found: Said) -> bool:
    """In "Ann Roe, for her Advocate Doe" Doe is no party, but counsel of the one named before."""
    told = span in found and found[span].role == "LAWYER" and found[span].why.code in COUNSEL
    return told and client is not None and "\n\n" not in text[client.end : span.start]


def from_lists(document: Document, text: str, spans: Sequence[Span], found: Said) -> None:
    """Lists under a heading ("Arbitrators:"), and rows such as "Jane Roe" over "Appellant"."""
    carried: Evidence | None = None
    within = False  # the list began on the heading's own line, and ends with its paragraph
    above: list[_Line] = []  # the last short lines, for "Appellant" under a name
    lines = _lines(document, text, spans)
    _under_columns(document, lines, found)
    _over_columns(document, lines, found)
    lines = _without_columns(document, lines)
    speakers = _speakers(lines)
    for number, (line, following) in enumerate(zip_longest(lines, lines[1:]), 1):
        speaks = bool(speakers) and _head(line.text) in speakers
        label = "" if speaks else _label(line)
        side = side_of(line.text, line.language) if label == "PARTY" else ""
        said = Evidence(label, 2, because("list", role=called(label), line=number), side)
        prose = not line.spans or len(line.text) > SHORT or _is_speech(line) or _is_sentence(line) or speaks
        if carried and not label and (prose or (within and line.opens)):
            carried = None
        if label and line.spans:
            _give(_of_role(text, line, said), said, found)
            carried, within, above = said, True, []
        elif label:
            named = following is not None and bool(following.spans)
            colon = line.text.endswith(":")
            # "the Appellant" over counsel heads no list, "CIVIL PARTIES" does.
            several = line.text.isupper() and is_plural(line.text.lower(), line.language)
            heads = label != "PARTY" or colon or several
            opens = named and (colon or (line.opens and (several or not following.opens)))
            answers = not (heads and opens) and _name_above(said, line, above, found)
            carried = said if heads and not answers else None
            within, above = False, []
        elif carried and (_has_own_label(line) or _speaks(line) or _is_below(carried, line)):
            carried = None
        elif carried:
            _give(_of_role(text, line, carried), carried, found)
        else:
            above = [] if len(line.text) > SHORT else [*above[1 - CAPTION_LINES :], line]


def _without_columns(document: Document, lines: list[_Line]) -> list[_Line]:
    """Less labels that stand beside one another, as over signatures: the lines do not say whose they are."""
    rows = list(_rows(document, lines).values())
    labels = [[line.start for line in row if not line.spans and _label(line)] for row in rows]
    over = [[label.start for label in above] for above, names in pairwise(rows) if _beside(above, names)]
    beside = {start for row in labels if len(row) > 1 for start in row}
    return [line for line in lines if line.start not in beside.union(*over)]


def _rows(document: Document, lines: Sequence[_Line]) -> dict[int, list[_Line]]:
    """The lines by the line of the document that they stand in: columns stand in one."""
    rows: dict[int, list[_Line]] = defaultdict(list)
    ends = [found.start() for found in re.finditer("\n", document.text)]
    for line in lines:
        rows[bisect_left(ends, line.start)].append(line)
    return rows


def _under_columns(document: Document, lines: Sequence[_Line], found: Said) -> None:
    """Who signs beside others, with what each is under the name."""
    rows = list(_rows(document, lines).values())
    for names, labels in pairwise(rows):
        alone = all(len(name.spans) == 1 for name in names) and not any(label.spans for label in labels)
        if len(names) < 2 or len(names) != len(labels) or not alone:
            continue
        for name, label in zip(names, labels, strict=True):
            if role := _label(label):
                line = document.text.count("\n", 0, label.start) + 1
                _give(name.spans, Evidence(role, 2, because("list", role=called(role), line=line)), found)


def _beside(labels: Sequence[_Line], names: Sequence[_Line]) -> bool:
    """Words beside one another over names beside one another, whether or not it is told whose is whose."""
    return len(labels) > 1 and len(names) > 1 and not any(each.spans for each in labels)


def _are_over(labels: Sequence[_Line], names: Sequence[_Line]) -> bool:
    """As many names beside one another as words beside one another in the line above."""
    several = 1 < len(labels) == len(names)
    named = all(name.spans and name.spans[0].start == name.start for name in names)
    return several and named and not any(each.spans for each in labels)


def _over_columns(document: Document, lines: Sequence[_Line], found: Said) -> None:
    """Who signs beside others, with what each is over the name."""
    rows = [
        row for row in _rows(document, lines).values() if not any(_EMPTY.fullmatch(each.text) for each in row)
    ]
    for labels, names in pairwise(rows):
        if not _are_over(labels, names):
            continue
        for name, label in zip(names, labels, strict=True):
            if role := _label(label):
                line = document.text.count("\n", 0, label.start) + 1
                _give(name.spans, Evidence(role, 2, because("list", role=called(role), line=line)), found)


def _lines(document: Document, text: str, spans: Sequence[Span]) -> list[_Line]:
    lines = []
    at = last = 0
    for found in re.finditer(r"[^\n]*[^\s][^\n]*", text):
        while at < len(spans) and spans[at].start < found.start():
            at += 1
        inside = []
        language = load(document.language_at(found.start()))
        known = phrases(language)
        while at < len(spans) and spans[at].start < found.end():
            words = text[spans[at].start : spans[at].end].removeprefix(known.the).strip()
            labels = known.labels + known.headings if spans[at].category == "ORG" else ()  # "We concur"
            label = any(pattern.fullmatch(words) for pattern, _ in labels)
            if spans[at].category in ("PERSON", "ORG") and not label:
                inside.append(spans[at])
            at += 1
        opens = text.count("\n", last, found.start()) > 1
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        lines.append(_Line(start, found[0].strip(), inside, language, opens))
        last = found.end()
    return lines


def _has_own_label(line: _Line) -> bool:
    """Of something else: "Signatures of jurors: …" under "Coroner: …"."""
    first = line.spans[0].start - line.start if line.spans else 0
    return _OWN_LABEL.match(line.text[:first]) is not None


def _speakers(lines: Sequence[_Line]) -> set[str]:
    """What stands before the colon where one after the other speaks, in a transcript: again and again."""
    said: dict[str, list[bool]] = defaultdict(list)
    for line in lines:
        if head := _head(line.text):
            said[head].append(line.text.rstrip("\"”’»'").endswith((".", "!", "?")))
    return {head for head, stops in said.items() if len(stops) >= SPEAKS and 2 * sum(stops) > len(stops)}


def _head(text: str) -> str:
    head, colon, rest = text.partition(":")
    return head if colon and rest[:1].isspace() and len(head) <= SPEAKER else ""


def _is_speech(line: _Line) -> bool:
    """A sentence stands between the colon and the first name, or a long quotation begins there."""
    colon = _COLON.search(line.text)
    first = line.spans[0].start - line.start if line.spans else 0
    if colon is None:
        return False
    if _QUOTATION.match(line.text, colon.end()) and len(line.text) > SHORT:
        return True
    asks = line.text.endswith(("?", "!")) and colon.start() < first
    return asks or bool(_SPEECH.search(line.text[colon.start() : first]))


def _speaks(line: _Line) -> bool:
    """Somebody named at the head of the line says something: "Mrs Roe: Yes, with Ann"."""
    return bool(line.spans) and _SAYS.match(line.text, line.spans[0].end - line.start) is not None


def _is_sentence(line: _Line) -> bool:
    stops = line.text.rstrip("\"”’»'").endswith((".", "!", "?", ";"))
    return stops and len(_SMALL.findall(line.text)) >= WORDS


HEADING = 200  # characters of a line that ends in a colon
SIGNED = 120  # a longer line is no part of a signature
_STOP = re.compile(r"(?<=[^\W\d_]{4})[.,] ")


def _label(line: _Line) -> str:
    """The role a line announces: "Arbitrators: …", "Counsel for the Appellant", "Witnesses"."""
    head, *rest = _COLON.split(line.text, maxsplit=1)
    colon = bool(rest)
    if not line.spans and len(line.text) < SIGNED:  # "Attorney. Bar no. 7714", under a name
        head = head if colon else _STOP.split(head)[0]
    if line.spans and (not colon or line.start + len(head) > line.spans[0].start):
        head = _capitals(line)
        return _role(head, line.language, labels=True) if head else ""
    if len(head) > (HEADING if colon and line.text.endswith(":") else 60) or (not colon and len(head) > 45):
        return ""
    if _is_speech(line) or _SENTENCE_END.fullmatch(line.text) or _ITEM.fullmatch(line.text):
        return ""
    short = len(head) <= 60 and bool(colon or len(head.split()) <= 6)
    return _role(head, line.language, labels=short)


def _capitals(line: _Line) -> str:
    """What stands in capitals before the first name, less titles: "DEFENDANTS Mr Roe, Ms Doe"."""
    head = phrases(line.language).titled.sub("", line.text[: line.spans[0].start - line.start]).strip()
    return head if head.isupper() and len(head) <= 45 else ""


def _role(head: str, language: Language, *, labels: bool) -> str:
    known = phrases(language)
    patterns = known.headings + (known.labels if labels else ())
    return next((role for pattern, role in patterns if pattern.search(head)), "")


def _name_above(said: Evidence, label: _Line, above: list[_Line], found: Said) -> bool:
    """Give the role to the names over it; false when there are none, and the line heads a list."""
    several = said.role == "PARTY" or is_plural(label.text.rstrip(" .,;"), label.language)
    others = phrases(label.language).others
    lines = [line for line in (above if several else above[-1:]) if not others.match(line.text)]
    names = [span for line in lines for span in line.spans[:1]]
    _give([span for span in names if span not in found], said, found)
    return bool(names)


def _is_profession(said: Evidence, role: str) -> bool:
    """After the name; of an arbitrator, who may be a former judge as well, also before it."""
    if said.role == "LAWYER" and said.why.code in AFTER_NAME:
        return True
    return (
        role == "ARBITRATOR" and said.role in ("LAWYER", *BENCHES) and said.why.code in (*BESIDE, *AFTER_NAME)
    )


def _give(spans: list[Span], said: Evidence, found: Said) -> None:
    """A list outweighs a profession after the name: on the panel an advocate is an arbitrator."""
    role = "LAWYER" if said.role == "LAWYER?" else said.role
    weight = 1 if said.role == "LAWYER?" else said.weight
    for span in spans:
        profession = span in found and _is_profession(found[span], role)
        if span.category != "PERSON" and role != "PARTY":
            continue
        if span not in found or (profession and role in ("ARBITRATOR", "BENCH", "JUDGE", "TRIBUNAL_MEMBER")):
            found[span] = said._replace(role=role, weight=weight)
