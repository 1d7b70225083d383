"""Who somebody is by what is said in passing: a relative, a child, a police officer, one who gave evidence.

Such words stand beside names of every kind, so whatever introduces a person (`phrases`) outweighs them: the
claimant's mother may be counsel, and parties give evidence too.
"""

import re
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, owner, people
from lexveil.model import because
from lexveil.resolve.phrases import Evidence
from lexveil.text.patterns import Pattern, any_of, one_of, plain_groups

MILD = ("CHILD", "RELATIVE", "OFFICIAL", "WITNESS")
OF_AGE = 18


class _Words(NamedTuple):
    child_before: Pattern  # group 1: of several children
    child_after: Pattern
    rank: Pattern
    ranked: Pattern  # a rank inside the mention
    rank_letters: Pattern  # capitals count: DS Roe, not "ds"
    office_before: Pattern
    office_after: Pattern
    kin_before: Pattern  # group 1: of several relatives
    kin_after: Pattern
    gave_before: Pattern
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
    somebodys = rf"(?:\s+{of}\s+[^.;:\n]{{1,40}}?)?"
    is_ = plain_groups(words["is"])
    said_of = rf"^[\"”’']?(?:\s*[,(–-]\s*(?:{is_}\s+)?|\s+{is_}\s+)"
    child, children = one_of(words["child"]), one_of(words["children"])
    kin, several_kin = one_of(words["kin"]), one_of(words["several_kin"])
    signs, child_signs = (one_of(words.get(key, ("(?!)",))) for key in ("kin_signs", "child_signs"))
    relative = rf"(?:{kin}|{several_kin})"
    offices, articles = one_of(words["offices"]), one_of(words["articles"])
    ages = one_of((*cardinals[1:OF_AGE], r"1[0-7]", r"\d"))
    few, end = rf"(?:{no_link}[\w-]+\s+){{0,2}}?", r"(?![\w'’-])"
    patterns = {
        "child_before": rf"(?:{whose}(?:({children})|{child}){somebodys}|(?<![\w-]){child_signs}){named}",
        "child_after": rf"^[\"”’']?\s*[,(–-]\s*(?:{one_of(bearer['aged'])}{ages}\b"
        rf"|{ages}(?=\s*[,;.)])(?!\)\s+(?-i:[A-ZÀ-Þ]))|{plain_groups(bearer['a_minor'])})",
        "rank": rf"(?<![\w-]){one_of(words['ranks'])}\.?(?:\s+\d{{2,6}})?\s+{titled}",
        "ranked": rf"{one_of(words['ranks'])}\.?\s+(?=\S)",
        "office_before": rf"(?<![\w-]){offices}{named}",
        "office_after": rf"{said_of}(?:{articles}\s+)?{few}{offices}{end}",
        "kin_before": rf"(?:{whose}(?:({several_kin})|{kin}){somebodys}{named}|(?<![\w-]){signs}\s*{titled})",
        "kin_after": rf"{said_of}(?:(?:{articles}\s+)?(?:{few}{owned})?{few}{relative}\s+{of}\b"
        rf"|(?:{articles}\s+)?{few}{owned}{few}{relative}{end})",
        "gave_before": rf"(?<![\w-]){one_of(words['evidence_of'])}\s+(?:{owned})?{titled}",
        "gave_after": rf"^(?:{one_of(words['gave'])})\b",
    }
    letters = re.compile(rf"(?<![\w-]){any_of(words['rank_letters'])}\.?(?:\s+\d{{2,6}})?\s+(?i:{titled})")
    return _Words(
        **{name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()},
        rank_letters=letters,
    )


def described(before: str, name: str, after: str, language: Language) -> Evidence | None:
    words = _words(language)
    child, kin = words.child_before.search(before), words.kin_before.search(before)
    if child or words.child_after.match(after):
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
    if words.kin_after.match(after):
        return _evidence("RELATIVE", before=False)
    return None


def _evidence(role: str, *, before: bool = True, several: bool = False) -> Evidence:
    code = "after" if not before else "before-several" if several else "described"
    return Evidence(role, 2, because(code, role=role))
