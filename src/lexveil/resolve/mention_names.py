"""The name that a mention gives, with the title before it and what else its place tells."""

import re
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, load
from lexveil.languages.people import generations
from lexveil.model import Document, Span
from lexveil.names.parse import Name, is_title, parse
from lexveil.names.spelled import unspelled
from lexveil.text.fold import fold
from lexveil.text.patterns import Pattern, any_of

NEAR = 60  # characters beside a name that tell more of it
_TITLE_BEFORE = re.compile(r"([^\W\d_][\w']*)\.?\s+$")


def name_of(document: Document, span: Span) -> Name:
    """The parsed name, with the title that stands before it and what else the place tells of it."""
    text, language = document.text, document.language_at(span.start)
    line = text[max(0, span.start - NEAR) : span.start]
    before = _TITLE_BEFORE.search(line)
    title = before[1] if before and is_title(before[1].lower(), language=language) else ""
    surface = text[span.start : span.end]
    surface = unspelled(surface, language) or surface
    name = parse(_with_fields(text, span, line, load(language)) or surface, title=title, language=language)
    if not name.tokens:  # nothing but signs and titles
        name = name._replace(tokens=(fold(surface).strip() or surface,))
    return name if name.suffix else name._replace(suffix=_generation(text, span, line, load(language)))


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
    field = {part: rf"(?<!\w)(?:{listed})[ \t]*:[ \t]*" for part, listed in fields.items()}
    value = r"([^\W\d_][^\n:;,(]*?)(?=\s*(?:\n|[ ]{2}|\t|[,;(]|$))"
    patterns = {
        "generation_after": rf",?[ \t]*\(?({any_of(generations(language))})\b",
        "generation_before": rf"\b({any_of(_generations_before(language))})\s+(?:[^\W\d_]+\.?\s+)?$",
        "family_before": rf"{field['family']}$",
        "given_before": rf"{field['family']}{value}[ \t]*\n?[ \t]*{field['given']}$",
        "given_after": rf"[ \t]*\n?[ \t]*{field['given']}{value}",
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
    return _generations_before(language)[before[1].lower()] if before else ""


def _with_fields(text: str, span: Span, line: str, language: Language) -> str:
    """The whole name, where a form asks for its parts: "Surname: ROE  Forename(s): Ann"."""
    beside, surface = _beside(language), text[span.start : span.end]
    if ":" not in line:
        return ""
    given = beside.given_before.search(line)
    if given:
        return f"{surface} {given[1]}"
    if beside.family_before.search(line):
        after = beside.given_after.match(text, span.end, span.end + NEAR)
        return f"{after[1]} {surface}" if after else ""
    return ""
