"""The first page and lists: "Arbitrators:" over names, "Appellant" under one, rows of an attendance table.

The first page is read as a structure (`names.captions`), and its word outweighs what is said elsewhere. Of
lists, lines are looked at in order, once; spans that have evidence already keep it.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile, zip_longest

from lexveil.languages import Language, load
from lexveil.languages.people import titles_that_tell
from lexveil.model import ROLES, Document, Span, because
from lexveil.names.captions import places
from lexveil.names.page_lines import Place, end_of_names
from lexveil.names.page_words import page
from lexveil.resolve.descriptions import is_aged_as_child, is_ranked
from lexveil.resolve.labels import (
    AFTER_NAME,
    BENCHES,
    BESIDE,
    SHORT,
    Line,
    announced,
    give,
    is_sentence,
    is_speech,
    is_staff,
    lines_of,
)
from lexveil.resolve.mention_names import name_of
from lexveil.resolve.name_tables import from_tables
from lexveil.resolve.phrases import CERTAIN, Evidence, Said, called, has_counsel, is_plural, phrases, side_of
from lexveil.resolve.side_by_side import outside, over_columns, under_columns, without_columns
from lexveil.resolve.transcripts import is_transcript
from lexveil.text.fold import fold

OFFICERS = (*BENCHES, "OFFICIAL", "CLERK")
CAPTION_LINES = 6  # how far above "Appellant" the party may stand
COUNSEL = ("title", "before", "represented")  # reasons that stand before the name of counsel
HEARD = ("WITNESS", "EXPERT")
LETTERS = 3  # of what a child is called in public
SPEAKS = 3  # times, at least, whoever is heard in a transcript
SPEAKER = 30  # characters of what a speaker is called there
_NEXT_ITEM = re.compile(r"\n\s*\(?\d{1,2}[.)]\s")
_OWN_LABEL = re.compile(r"[^\W\d_][\w ]{3,40}:\s")
# "THE WITNESS: I told her on the phone. Ann said": a transcript, no list of witnesses.
_SAYS = re.compile(r"\s?:\s+[^\W\d_]\S*[\s,]")
_WITHIN_NAME = re.compile(r" [^\W\d_]{2,6}\. ")  # a title between family name and given name
_CALLS = re.compile(r":\s+\d{1,2}[.)]\s")  # Claimant: 1. Ann Roe


def from_page(document: Document, text: str, spans: Sequence[Span], found: Said) -> None:
    """Who stands where on the first page: certain, but for what the case metadata say."""
    at = 0
    client: Span | None = None  # the party named last
    children = {_last(text, span) for span, said in found.items() if said.role == "CHILD"}
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
            letters = place.side != "ACCUSED" and len(_last(text, span)) <= LETTERS
            known_child = letters and _last(text, span) in children
            if place.role == "PARTY" and (known_child or _is_young(text, span, spans[at:], language)):
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


def _last(text: str, span: Span) -> str:
    """The last word: of Baby T, T."""
    return fold(text[span.start : span.end]).split()[-1].strip(".")


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
    """Mr Roe, represented by Ann Roe, where counsel have titles of their own; who is named before counsel or
    holds an office: Ann Roe (Me Doe); Me Poe, as liquidator."""
    language = load(document.language_at(span.start))
    words = phrases(language)
    after = text[span.end : span.end + SHORT].partition("\n")[0]
    if has_counsel(after, language) or words.office.match(after):
        return True
    if not language.people["described"].get("bar_titled", False):
        return False
    before = text[max(0, span.start - SHORT) : span.start].rpartition("\n")[2]
    merely = words.merely_by.search(before) is not None and words.role_title.search(before) is None
    return merely or name_of(document, span).title in titles_that_tell("everyday") - titles_that_tell(
        "learned"
    )


def _is_client(text: str, span: Span, found: Said) -> bool:
    """Ann Roe, Grievor: the party itself, in a list of its counsel."""
    if span not in found or found[span].role != "PARTY":
        return False
    line = text[span.end : span.end + SHORT].partition("\n")[0]
    return line[:1] == "," and found[span].why.code == "after" and len(line.strip(", ").split()) == 1


def _is_below(said: Evidence, line: "Line") -> bool:
    """Under the bench, and of somebody else: Ms Roe for the mother."""
    return said.role in BENCHES and page(line.language).ends_bench(line.text)


def _give_entry(text: str, line: Line, said: Evidence, found: Said) -> None:
    """Under "for the Claimant" only a name alone, or one with its firm, is surely that of counsel; who is
    something else there is no lawyer."""
    names = _of_role(text, line, said)
    counsel = said.role.startswith("LAWYER")
    if said.role == "LAWYER?" and not _are_of_counsel(text, line, found):
        said = said._replace(weight=1)
    give(names, said, found)
    for span in line.spans if counsel else ():
        if span not in found and span.category == "PERSON" and is_staff(text, span, line.language):
            found[span] = Evidence("UNKNOWN", 2, because("described", role="UNKNOWN"))


def _are_of_counsel(text: str, line: Line, found: Said) -> bool:
    rest = text[line.spans[0].end : line.start + len(line.text)]
    firm = any(
        each.category == "ORG" and found[each].role == "LAW_FIRM" for each in line.spans if each in found
    )
    letters = page(line.language).letters.search(rest) is not None
    return firm or letters or not any(map(str.isalpha, rest))


def _is_client_of(line: Line, span: Span) -> bool:
    """Ann Roe, for the Defendant Doe: counsel stands before the words, the client after them."""
    entry = line.text[: span.start - line.start].rpartition(";")[2]
    return page(line.language).acts_for.search(entry) is not None


def _of_role(text: str, line: "Line", said: Evidence) -> list[Span]:
    """The names of a line up to a sentence or another label, less whoever came with counsel."""
    counsel = said.role.startswith("LAWYER")
    first = line.spans[0].start - line.start
    end = line.spans[0].start + end_of_names(line.text[first:], page(line.language))
    return [
        span
        for span in line.spans
        if span.start < end
        and not (counsel and (is_staff(text, span, line.language) or _is_client_of(line, span)))
    ]


def _stays(said: Evidence, place: Place) -> bool:
    """What the words beside a name say, the page does not undo: a judge among the parties is none."""
    if said.role == "UNKNOWN" or (said.role == "CLERK" and place.role in BENCHES):
        return True
    if said.role in ("OFFICIAL", "RELATIVE") and place.role == "LAWYER":
        return True
    if said.role == "OFFICIAL" and place.role in BENCHES and said.why.code in (*BESIDE, *AFTER_NAME):
        return True  # Constable Roe, among those present; Bo Doe, public prosecutor
    if said.role in HEARD and place.role in ("LAWYER", "PARTY"):  # a table, or a list of who was heard
        return said.why.code == "list" or (place.role == "LAWYER" and said.why.code == "after")
    if place.role == "PARTY":
        child = said.role == "CHILD" and place.side != "ACCUSED"
        if child or (said.role in OFFICERS and said.why.code in BESIDE):
            return True
    return said[:2] == ("RELATIVE", CERTAIN)


def _is_counsel(text: str, span: Span, client: Span | None, found: Said) -> bool:
    """In "Ann Roe, for her Advocate Doe" Doe is no party, but counsel of the one named before; "ROE avv. BO",
    who pleads for himself, is the party."""
    told = span in found and found[span].role == "LAWYER" and found[span].why.code in COUNSEL
    if not told or client is None:
        return False
    between = text[client.end : span.start]
    return "\n\n" not in between and not _WITHIN_NAME.fullmatch(between)


def from_lists(document: Document, text: str, spans: Sequence[Span], found: Said) -> None:
    """Lists under a heading ("Arbitrators:"), and rows such as "Jane Roe" over "Appellant"."""
    carried: Evidence | None = None
    heard = ""  # "For the Claimant:" stands under a heading over witnesses or experts
    within = False  # the list began on the heading's own line, and ends with its paragraph
    above: list[Line] = []  # the last short lines, for "Appellant" under a name
    tables = from_tables(document, spans, found)
    lines = outside(document, lines_of(document, text, spans), tables)
    under_columns(document, lines, found)
    over_columns(document, lines, found)
    lines = without_columns(document, lines)
    spoken = is_transcript(document)
    speakers = _speakers(lines, 1 if spoken else SPEAKS)
    for number, (line, following) in enumerate(zip_longest(lines, lines[1:]), 1):
        head = _head(line.text)
        speaks = head in speakers or (spoken and (head.isupper() or _is_remark(line)))
        label = "" if speaks else announced(line)
        if heard and label == "PARTY" and _CALLS.search(line.text):
            label = heard  # whom the party calls: "Witnesses", "Claimant: 1. Ann Roe"
        names = [span for span in line.spans if not (line.text.endswith(":") and label)]
        side = side_of(line.text, line.language) if label == "PARTY" else ""
        said = Evidence(label, 2, because("list", role=called(label), line=number), side)
        prose = not line.spans or len(line.text) > SHORT or is_speech(line) or is_sentence(line) or speaks
        if carried and not label and (prose or (within and line.opens)):
            carried = None
        if label == "LAWYER?" and heard:
            said = said._replace(role=heard)
        heard = said.role if said.role in HEARD else heard if label == "LAWYER?" or not prose else ""
        if label and names:
            _give_entry(text, line, said, found)
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
            _give_entry(text, line, carried, found)
        else:
            above = [] if len(line.text) > SHORT else [*above[1 - CAPTION_LINES :], line]


def _has_own_label(line: Line) -> bool:
    """Of something else: "Signatures of jurors: …" under "Coroner: …"."""
    first = line.spans[0].start - line.start if line.spans else 0
    return _OWN_LABEL.match(line.text[:first]) is not None


def _is_remark(line: Line) -> bool:
    """(The witness withdrew.)"""
    return line.text.startswith("(") and line.text.endswith((")", ".)"))


def _speakers(lines: Sequence[Line], times: int) -> set[str]:
    """What stands before the colon where one after the other speaks: again and again, or in a transcript."""
    said: dict[str, list[bool]] = defaultdict(list)
    for line in lines:
        if head := _head(line.text):
            said[head].append(line.text.rstrip("\"”’»'").endswith((".", "!", "?")))
    return {head for head, stops in said.items() if len(stops) >= times and 2 * sum(stops) > len(stops)}


def _head(text: str) -> str:
    head, colon, rest = text.partition(":")
    return head if colon and rest[:1].isspace() and len(head) <= SPEAKER else ""


def _speaks(line: Line) -> bool:
    """Somebody named at the head of the line says something: "Mrs Roe: Yes, with Ann"."""
    return bool(line.spans) and _SAYS.match(line.text, line.spans[0].end - line.start) is not None


def _name_above(said: Evidence, label: Line, above: list[Line], found: Said) -> bool:
    """Give the role to the names over it; false when there are none, and the line heads a list."""
    several = said.role == "PARTY" or is_plural(label.text.rstrip(" .,;"), label.language)
    others = phrases(label.language).others
    lines = [line for line in (above if several else above[-1:]) if not others.match(line.text)]
    names = [span for line in lines for span in line.spans[:1]]
    give([span for span in names if span not in found], said, found)
    return bool(names)
