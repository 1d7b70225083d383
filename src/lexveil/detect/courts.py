"""Courts, tribunals and public bodies, apart from other organisations so that a policy can keep them.

Comes in: the view of a document. Goes out: COURT spans: a head word with what belongs to it (Warsaw Regional
Court, Ministry of Justice, Polish Government), its foreign name in brackets, and known acronyms.
"""

import re
from collections.abc import Iterator, Sequence

from lexveil.detect.phrases import after, before, may_stand_in
from lexveil.detect.words import LETTER, UPPER, Word, joint, words
from lexveil.jurisdictions.legalforms import entries, keys
from lexveil.languages.common import is_common, is_demonym
from lexveil.model import Document, Span
from lexveil.names.places import is_country, is_place
from lexveil.text.fold import fold

SURE, LIKELY, ACRONYM = 0.9, 0.75, 0.7

# Heads that make a public body by themselves, and those that private bodies share.
_SHARED = frozenset(
    "commission committee council board bureau agency authority authorities office service division "
    "section branch unit station squad administration secretariat confederation federation command "
    "chamber force forces guard registry commonwealth congress headquarters corps commissioner inspector "
    "superintendent bench hof conseil".split()
)
_PUBLIC = frozenset(
    "european united nations national federal state public regional district municipal city provincial "
    "county cantonal central supreme security military police tax customs immigration social electoral "
    "election judicial parliamentary government governor prosecutor prosecutors revenue land civil "
    "criminal home foreign ministers europe human rights high constitutional administrative local town "
    "village armed air coast border privy house health education labour employment competition "
    "anti-terror prison investigation appeal appeals arbitration arbitral disciplinary grand".split()
)
# Heads that are an office held by a person as well: a body only with a place or an adjective before them.
_OFFICES = frozenset(
    "prosecutor prosecutors ombudsman magistrate magistrates registrar collector commissioner inspector "
    "superintendent".split()
)
_CUSTODY = frozenset(["detention", "remand", "prison", "custody", "immigration", "deportation"])
_STATES = frozenset(
    ["republic", "kingdom", "confederation", "commonwealth", "federation", "government", "governments"]
)
_LOCAL_NAME = re.compile(rf" \(((?:the )?[{UPPER}][{LETTER}'-]+(?: [{LETTER}'-]+){{0,6}})\)")
# Heads in small letters: Ankara public prosecutor's office.
_SMALL_HEAD = re.compile(
    r" (?:(?:chief |principal |military |district |regional )?(?:public )?prosecutor(?:'s office)?|"
    r"governor's office|police (?:station|headquarters|department)|security directorate|prison|"
    r"remand (?:centre|prison)|detention (?:centre|facility)|municipality|city council|town council|"
    r"magistrates' court|(?:regional |district |county )?court|gendarmerie (?:command|station))(?![\w-])"
)
# A law named after a body is not the body.
# A state and its government: parties to many cases, and never a secret.
STATE = re.compile(
    r"(?:[\w’'-]+ ){0,3}Government\Z|Government of |(?:United (?:Kingdom|States)|(?:[\w’'-]+ ){0,3}"
    r"(?:Republic|Kingdom|Federation|Principality|Grand Duchy))(?: of [A-Z]|\Z)"
)
_LAW = re.compile(r" (?:Acts?|Law|Code|Bill|Rules?|Regulations?|Ordinance|Statute)\b")
_KNOWN = re.compile(
    r"\b(?:European (?:Union|Communit(?:y|ies)|Parliament)|United Nations|Council of Europe|"
    r"Houses? of (?:Lords|Commons|Representatives|Parliament)|Court of Justice of the European Union|"
    r"World (?:Trade|Health) Organi[sz]ation|High Contracting Part(?:y|ies)|Attorney[- ]General|"
    r"Solicitor[- ]General|Director of Public Prosecutions|Crown Prosecution Service|Home Office|Holy See|"
    r"Scotland Yard)\b"
)
_BARE = frozenset(["treasury", "parliament", "municipality", "interpol", "ombudsman", "bundestag", "sejm"])
_EXACT = frozenset(entries("public"))


def find(document: Document) -> Iterator[Span]:
    text = document.text
    listed = words(text)
    for match in _KNOWN.finditer(text):
        yield Span(*match.span(), "COURT", SURE, ("courts:known",))
    done = 0
    for index, word in enumerate(listed):
        if word.text in _EXACT:
            yield Span(word.start, word.end, "COURT", ACRONYM, ("courts:acronym",))
        if index < done:
            continue
        if _is_head(word):
            found = _body(listed, index)
            if found:
                done = found[1]
                yield from _spans(text, listed, *found)
        else:
            yield from _by_small_head(text, listed, index)


def _spans(text: str, listed: Sequence[Word], first: int, last: int) -> Iterator[Span]:
    start, end = listed[first].start, listed[last - 1].end
    if _LAW.match(text, end):
        return
    court = any(word.key in keys("courts") for word in listed[first:last])
    rule = "court" if court else "state" if STATE.match(text[start:end]) else "body"
    yield Span(start, end, "COURT", SURE if court else LIKELY, (f"courts:{rule}",))
    local = _LOCAL_NAME.match(text, end) if court else None
    if local and not (local[1].isupper() or is_place(fold(local[1])) or _is_english(local[1])):
        yield Span(*local.span(1), "COURT", LIKELY, ("courts:local-name",))


def _is_english(name: str) -> bool:
    return all(is_common(fold(part)) for part in name.split())


def _body(listed: Sequence[Word], head: int) -> tuple[int, int] | None:
    """The words of the body with this head; None for a bare head or a body that may be private."""
    first, last = before(listed, head), after(listed, head)
    while (
        last < len(listed) and joint(listed[last - 1].gap) in ("space", "'s", "'") and _is_head(listed[last])
    ):
        last = after(listed, last)  # Public Prosecutor's Office, Police Department
    modifiers = [word for index, word in enumerate(listed[first:last], first) if index != head]
    if not modifiers:
        return (first, last) if listed[head].key in _BARE else None
    key = listed[head].key
    if key == "kingdom" and last == head + 1:  # the United Kingdom is a place
        return None
    if key in _STATES and not _is_state(modifiers):
        return None
    if key in _SHARED and not any(_is_public(word) for word in modifiers):
        return None
    if key in ("centre", "center") and not any(word.key in _CUSTODY for word in modifiers):
        return None
    if key in _OFFICES and first == head:
        return None
    return first, last


def _is_head(word: Word) -> bool:
    return word.key in keys("courts") or word.key in keys("bodies")


def _is_public(word: Word) -> bool:
    return word.key in _PUBLIC or is_demonym(word.key) or is_place(word.key) or word.key in keys("courts")


def _is_state(modifiers: Sequence[Word]) -> bool:
    """Polish Government, Republic of Poland, Government of the Russian Federation."""
    whole = " ".join(word.key for word in modifiers)
    return is_country(whole) or any(
        is_demonym(word.key) or is_country(word.key) or word.key in _PUBLIC for word in modifiers
    )


def _by_small_head(text: str, listed: Sequence[Word], index: int) -> Iterator[Span]:
    """A place and a head in small letters: Ankara public prosecutor's office, Fatih police station."""
    word = listed[index]
    if word.gap[:1] != " " or word.gap[1:2].isspace() or is_common(word.key) or word.initial:
        return
    match = _SMALL_HEAD.match(text, word.end)
    if match and may_stand_in(word):
        first = before(listed, index)
        yield Span(listed[first].start, match.end(), "COURT", LIKELY, ("courts:small-head",))
