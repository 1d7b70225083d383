"""Who somebody is by what is said in passing: a relative, a child, a police officer, one who gave evidence.

Such words stand beside names of every kind, so whatever introduces a person (`phrases`) outweighs them: the
claimant's mother may be counsel, and parties give evidence too.
"""

import re
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

from lexveil.languages import Language, owner, people
from lexveil.model import because
from lexveil.resolve.phrases import CERTAIN, Evidence, leading
from lexveil.text.needed import Needing
from lexveil.text.patterns import UPPER, Pattern, any_of, one_of, plain_groups

MILD = ("CHILD", "RELATIVE", "OFFICIAL", "WITNESS")
OF_AGE = 18
NAME_FOLLOWS = 20  # characters, for a title, between "widow of" and a name

_YEAR = re.compile(r"(?:(?<![\d/.-])|(?<=\d\.))(?:19|20)\d\d(?![\d/])")  # also 3.5.2024


# Of the patterns below, those for what stands before a name.
BEFORE = ("child_before", "rank", "helper", "office_before", "kin_before", "kin_of", "gave_before")


class _Words(NamedTuple):
    child_before: Needing  # group 1: of several children
    child_after: Pattern
    children_after: Pattern  # "Ann and Bo (children)"
    under_age: Pattern  # a minor's age, in the lines below the name on the first page
    birth: Pattern  # group 1: the year
    rank: Needing
    ranked: Pattern  # a rank inside the mention
    rank_letters: Pattern  # capitals count: DS Roe, not "ds"
    helper: Needing  # of the court, in this case only: an interpreter
    office_before: Needing
    office_after: Pattern
    kin_before: Needing  # group 1: of several relatives
    kin_of: Needing  # "son of"
    kin_after: Pattern
    gave_before: Needing
    gave_after: Pattern


@cache
def _words(language: Language) -> _Words:
    words = owner(language, "roles", "descriptions").roles["descriptions"]
    bearer, cardinals = language.roles["bearer"], language.numbers["cardinals"]["small"]
    no_link = rf"(?!{one_of(language.roles['after']['no_link'])}\b)"
    titled = rf"(?:{any_of(people.titles(language))}\.?\s+)*$"
    named = rf"\s*[,:(–-]?\s*(?:{one_of(words['named'])}\s+)?[\"“‘']?{titled}"
    owned = rf"(?:{one_of(words['whose'])}|[\w-]+['’]s|[\w-]+s['’])\s+"
    whose = rf"(?<![\w-]){owned}(?:[\w-]+\s+){{0,2}}?"
    of = one_of(words["of"])
    somebodys = rf"(?:\s+{of}(?:['’]|\s+)[^.;:\n]{{1,40}}?)?"
    is_ = plain_groups(words["is"])
    said_of = rf"^[\"”’']?(?:\s*[,(–-]\s*(?:{is_}\s+)?|\s+{is_}\s+)"
    child, children = one_of(words["child"]), one_of(words["children"])
    kin, several_kin = one_of(words["kin"]), one_of(words["several_kin"])
    signs, child_signs = (one_of(words.get(key, ("(?!)",))) for key in ("kin_signs", "child_signs"))
    relative = rf"(?:{kin}|{several_kin})"
    offices, articles = one_of(words["offices"]), one_of(words["articles"])
    aged = [each for each in bearer["aged"] if not re.fullmatch(each, "")]  # Roadside 12 is a home
    ages = one_of((*cardinals[1:OF_AGE], r"1[0-7]", r"\d"))
    few, end = rf"(?:{no_link}[\w-]+\s+){{0,2}}?", r"(?![\w'’-])"
    patterns = {
        "child_before": rf"(?:{whose}(?:({children})|{child}){somebodys}|(?<![\w-]){child_signs}){named}",
        "child_after": rf"^[\"”’']?\s*[,(–-]\s*(?:{one_of(bearer['aged'])}{ages}\b(?!\.\d)"
        rf"|{ages}(?=\s*[,;.)])(?!\)\s+(?-i:[{UPPER}]))|{plain_groups(bearer['a_minor'])})",
        "children_after": rf"^\s*[,(–-]\s*(?:{one_of(words['whose'])}\s+)?{children}\b",
        "under_age": rf"^[^;]{{0,80}}?[,(\n]\s*(?:{one_of(aged)}(?:[a-z]+\s+)?{ages}\b"
        rf"|{plain_groups(bearer['a_minor'])})",
        "birth": rf"^[\"”’']?\s*[,(–-]?\s*{any_of(language.dates['birth']['words'])}(?!\w)[^;\n]{{0,30}}?"
        r"(?<!\d)((?:19|20)\d\d)(?!\d)",
        "rank": rf"(?<![\w-]){one_of(words['ranks'])}\.?(?:\s+\d{{2,6}})?\s+{titled}",
        "ranked": rf"{one_of(words['ranks'])}\.?\s+(?=\S)",
        "helper": rf"(?<![\w-]){one_of(words.get('helpers', ('(?!)',)))}{named}",
        "office_before": rf"(?<![\w-]){offices}{named}",
        "office_after": rf"{said_of}(?:{articles}\s+)?{few}{offices}{end}",
        "kin_before": rf"(?:{whose}(?:({several_kin})|{kin}){somebodys}{named}|(?<![\w-]){signs}\s*{titled})",
        "kin_of": rf"(?<![\w-])(?:{relative}\s+{of}(?:['’]|\s+)|{signs}\s*){titled}",
        "kin_after": rf"{said_of}(?:(?:{articles}\s+)?(?:{few}{owned})?{few}{relative}\s+{of}\b"
        rf"|(?:{articles}\s+)?{few}{owned}{few}{relative}{end})",
        "gave_before": rf"(?<![\w-]){one_of(words['evidence_of'])}\s+(?:{owned})?{titled}",
        "gave_after": rf"^(?:{one_of(words['gave'])})\b",
    }
    letters = re.compile(rf"(?<![\w-]){any_of(words['rank_letters'])}\.?(?:\s+\d{{2,6}})?\s+(?i:{titled})")
    compiled: dict[str, Any] = {
        name: leading(language, pattern) if name in BEFORE else re.compile(pattern, re.IGNORECASE)
        for name, pattern in patterns.items()
    }
    return _Words(**compiled, rank_letters=letters)


def year_of(text: str) -> int:
    """The year that a document speaks of most; 0 where it names none."""
    years = Counter(_YEAR.findall(text))
    return int(max(years, key=lambda year: (years[year], year))) if years else 0


def _is_minor(after: str, year: int, language: Language) -> bool:
    """Born less than eighteen years before the year of the document."""
    born = _words(language).birth.match(after)
    return born is not None and 0 < year - int(born[1]) < OF_AGE


def named_after(before: str, language: Language) -> Evidence | None:
    """Whose son or widow somebody is: only that, wherever it stands."""
    found = _words(language).kin_of.search(before)
    return _evidence("RELATIVE")._replace(weight=CERTAIN) if found else None


def relative_of(before: str, at: int, language: Language) -> Evidence | None:
    """In "the mother of the applicant, Ann Roe" the words that begin before `at` tell who she is."""
    words = _words(language)
    for pattern, role in ((words.child_before, "CHILD"), (words.kin_before, "RELATIVE")):
        if (found := pattern.search(before)) and found.start() < at:
            return _evidence(role)
    return None


def is_relative(after: str, language: Language) -> bool:
    """In "Ann Roe (the applicant's mother)"."""
    return _words(language).kin_after.match(after) is not None


def is_aged_as_child(after: str, language: Language) -> bool:
    """In a list of parties: "Ann, D/O Bo Roe, aged about 14 years"; `after` ends where the next begins."""
    return _words(language).under_age.match(after) is not None


def is_ranked(before: str, language: Language) -> bool:
    """Constable, Lt., PC 44, right before a name."""
    words = _words(language)
    return bool(words.rank.search(before) or words.rank_letters.search(before))


def holds_office(after: str, language: Language) -> bool:
    """In "Ann Roe, notary"."""
    return _words(language).office_after.match(after) is not None


def is_officer(before: str, language: Language) -> bool:
    return _words(language).office_before.search(before) is not None


def described(
    before: str, name: str, after: str, language: Language, *, year: int = 0, until: int = 0
) -> Evidence | None:
    """`year`: of the document; `until`: how far after the name the next one begins, 0 where none does."""
    words = _words(language)
    if words.helper.search(before):
        return _evidence("UNKNOWN")
    child, kin = words.child_before.search(before), words.kin_before.search(before)
    several = words.children_after.match(after)
    if several and not child:  # Ann and Bo (children)
        return Evidence("CHILD", 2, because("after-several", role="CHILD"))
    if child or words.child_after.match(after) or _is_minor(after, year, language):
        return _evidence("CHILD", before=child is not None, several=bool(child and child[1]))
    ranked = words.rank.search(before) or words.rank_letters.search(before) or words.ranked.match(name)
    if ranked or words.office_before.search(before):
        return _evidence("OFFICIAL")
    if words.gave_before.search(before):
        return _evidence("WITNESS", several=True)
    if words.gave_after.match(after):
        return Evidence("WITNESS", 2, because("testifies", role="WITNESS"))
    if kin:
        return _evidence("RELATIVE", several=bool(kin[1]))
    if words.office_after.match(after):
        return _evidence("OFFICIAL", before=False)
    if akin := words.kin_after.match(after):
        # "Ann Roe, widow of Max Roe" tells who she is, not that she is somebody beside the case
        named = until and until - akin.end() < NAME_FOLLOWS
        return _evidence("RELATIVE", before=False)._replace(weight=1 if named else 2)
    return None


def _evidence(role: str, *, before: bool = True, several: bool = False) -> Evidence:
    code = "after" if not before else "before-several" if several else "described"
    return Evidence(role, 2, because(code, role=role))
