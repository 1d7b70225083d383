"""The name that a mention gives, with the title before it and what else its place tells."""

import re
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, load
from lexveil.languages.people import generations, particles
from lexveil.model import Document, Span
from lexveil.names.given import is_given
from lexveil.names.ordinary import ranks
from lexveil.names.parse import Name, is_title, parse
from lexveil.names.spelled import unspelled
from lexveil.text.fold import fold
from lexveil.text.patterns import Pattern, any_of

NEAR = 60  # characters beside a name that tell more of it
ARTICLE = 5  # letters: a longer word is a noun
FORM = 160  # characters between the fields of a form
_TITLE_BEFORE = re.compile(r"((?:[^\W\d_]+\.)*)([^\W\d_][\w']*)\.?\s+$")  # sig.ra: one word with a stop in it
SHORT = 4  # letters of a title that may be cut short: Prof.
_FIELD = re.compile(r"[:\t]|  ")  # what a label of a form ends with


def name_of(document: Document, span: Span) -> Name:
    """The parsed name, with the title that stands before it and what else the place tells of it."""
    text, language = document.text, document.language_at(span.start)
    line = text[max(0, span.start - NEAR) : span.start]
    title = _title(line, language)
    surface = text[span.start : span.end]
    surface = unspelled(surface, language) or surface
    name = parse(_with_fields(text, span, line, load(language)) or surface, title=title, language=language)
    if not name.tokens:  # nothing but signs and titles
        name = name._replace(tokens=(fold(surface).strip() or surface,))
    if name.bare and not title and not name.gender and not is_given(name.family):
        several = name.several or _is_family(line, load(language))
        name = name._replace(gender=_gender_before(line, load(language)), several=several)
    name = _without_generation(name, load(language))
    return name if name.suffix else name._replace(suffix=_generation(text, span, line, load(language)))


def _without_generation(name: Name, language: Language) -> Name:
    """Gamle-Sverre, Gamle Kold: the elder of that name."""
    before, dash, after = name.tokens[0].partition("-")
    rest = (after, *name.tokens[1:]) if dash else name.tokens[1:]
    suffix = _generations_before(language).get(before, "")
    return name._replace(tokens=rest, suffix=suffix) if suffix and after + "".join(rest) else name


_BEFORE = re.compile(r"(?:(\w+)\s+)?([^\W\d_]+) $")


def _gender_before(line: str, language: Language) -> str:
    """By the article before a family name, where a language has one there (la Rossi), and by what somebody
    is in the case."""
    found = _BEFORE.search(line, _last_words(line, 2))
    if not found or len(found[2]) > ARTICLE or (found[1] or "") in particles(language):  # de la Roe
        return ""
    words = language.people["gender_words"]
    return next((gender for gender in ("m", "f") if found[2].lower() in words[gender]), "")


def _is_family(line: str, language: Language) -> bool:
    """By a plural article before a family name: gli Esposito."""
    found = _BEFORE.search(line, _last_words(line, 2))
    return found is not None and found[2] in language.people["names"].get("plural_articles", ())


def _title(line: str, language: str) -> str:
    before = _TITLE_BEFORE.search(line, _last_words(line, 1))
    stopped = before is not None and before[0].rstrip().endswith(".")
    if before and stopped and len(before[2]) > SHORT and before[2].lower() in ranks(language):
        return ""  # D P is the father. R was not
    written = (before[1] + before[2], before[2]) if before else ()
    return next((word for word in written if is_title(word.lower(), language=language)), "")


def _last_words(line: str, count: int) -> int:
    """Where the last words of a line begin: what is looked for there holds no other."""
    parts = line.rsplit(None, count)
    return len(parts[0]) if len(parts) > count else 0


class _Beside(NamedTuple):
    """What tells more of a name from right beside it."""

    generation_after: Pattern
    generation_before: Pattern
    family_before: Pattern  # "Surname:"
    given_before: Pattern
    given_after: Pattern


@cache
def _beside(language: Language) -> _Beside:
    words = language.people
    fields = {part: "|".join(map(re.escape, words["name_fields"][part])) for part in ("family", "given")}
    sign = r"(?:[ \t]*:[ \t]*|[ \t]*\t[ \t]*| {2,})"
    field = {part: rf"(?<!\w)(?:{listed}){sign}" for part, listed in fields.items()}
    between = rf"[ \t]*\n?[ \t]*(?:[^\n:\t]{{2,30}}{sign}[^\n]*\n[ \t]*){{0,2}}"  # other fields
    title = r"(?:(?:[^\W\d_]+|\w{1,4}\.)\s+)?"
    value = r"([^\W\d_][^\n:;,(]*?)(?=\s*(?:\n|[ ]{2}|\t|[,;(]|$))"
    quoted = r"(?:\w{2,3}\s+[\"“„«'])?"  # the elder as "Roe"
    patterns = {
        "generation_after": rf",?[ \t]*\(?({any_of(generations(language))})\b",
        "generation_before": rf"\b({any_of(_generations_before(language))})\s+{quoted}{title}$",
        "family_before": rf"{field['family']}$",
        "given_before": rf"{field['family']}{value}{between}{field['given']}((?:[^\W\d_][^\n:;,(]*, )*)$",
        "given_after": rf"{between}{field['given']}{value}",
    }
    return _Beside(**{name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()})


@cache
def _generations_before(language: Language) -> dict[str, str]:
    listed = language.people["generations_before"]
    return {word: suffix for suffix, words in listed.items() for word in words}


def _generation(text: str, span: Span, line: str, language: Language) -> str:
    """Senior or junior, by the words beside the name: "Roe (Senior)", "the elder Mr Roe"."""
    beside = _beside(language)
    after = beside.generation_after.match(text, span.end, span.end + NEAR)
    if after:
        return generations(language)[after[1].lower()]
    before = beside.generation_before.search(line)
    first, _, rest = fold(text[span.start : span.end]).partition(" ")
    word = before[1].lower() if before else first if rest else ""
    return _generations_before(language).get(word, "")


def _with_fields(text: str, span: Span, line: str, language: Language) -> str:
    """The whole name, where a form asks for its parts: "Surname: ROE  Forename(s): Ann"."""
    beside, surface = _beside(language), text[span.start : span.end]
    if not _FIELD.search(line):
        return ""
    given = beside.given_before.search(text[max(0, span.start - FORM) : span.start])
    if given:
        return f"{given[2].replace(',', '')}{surface} {given[1]}"
    if beside.family_before.search(line):
        after = beside.given_after.match(text, span.end, span.end + FORM)
        return f"{after[1]} {surface}" if after else ""
    return ""
