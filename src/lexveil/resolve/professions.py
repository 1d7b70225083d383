"""Experts, authors and judges of other cases, by what they do or are said to have done.

`roles.toml`, sections experts, authors and cited_judges. Comes in: the words before and after a name, within
its line. A profession that many people have makes an expert only together with an expert's work.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from lexveil.languages import Language, owner, people
from lexveil.model import Span, because
from lexveil.names.heads import letters_of_heads
from lexveil.resolve.phrases import Evidence, Said, leading
from lexveil.text.needed import Needing
from lexveil.text.patterns import LOWER, Pattern, any_of, one_of


class _Words(NamedTuple):
    bracketed: Pattern  # "…, toxicologist (expert, Respondent)"
    sure: tuple[Needing, Pattern]  # a profession before or after the name
    possible: tuple[Needing, Pattern]
    works: Needing  # what experts do, anywhere in the sentence
    report_of: Needing  # "the report of" a doctor
    does: Pattern  # "Dr Roe examined"
    doctor: Needing  # "Dr" before the name
    retained: Needing
    degree: Pattern
    of_fact: Pattern  # "(fact witness)"
    author_before: Needing
    author_after: Pattern
    peer: Needing  # "Lady" before the name
    words_of: Needing  # "the speech of Lord"
    says: Pattern
    headed: Needing  # "Sir" or "Lady" before who heads a court
    pleads: Pattern  # "said in mitigation"


@cache
def _words(language: Language) -> _Words:
    language = owner(language, "roles", "cited_judges")
    words = language.roles
    experts, authors, judges = words["experts"], words["authors"], words["cited_judges"]
    titled = rf"(?:{any_of(people.titles(language))}\.?,?\s+)*"
    doctor = rf"{one_of(experts['doctors'])}\.?\s+"
    degree = rf",?\s+{one_of(experts['degrees'])}\.?(?!\w)"
    own = one_of(experts["own"])
    kind = rf"(?:(?!{one_of(language.roles['after']['no_link'])}\b)[\w-]+\s){{0,3}}?"
    peers = rf"(?:(?:{any_of(language.people['titles']['peers'])})\s+)+"
    works = one_of(authors["works"])
    spoken = rf"{one_of(judges['words'])}\s{one_of(judges['of'])}"

    # ", jointly instructed, an old age psychiatrist"
    engaged = rf"(?:,\s[^.,;\n]{{0,20}}{one_of(experts['retained'])}[^.,;\n]{{0,40}}(?=,))?"
    where = rf"(?:\s{one_of(experts.get('at', ('(?!)',)))}\s[^.,;:\n]{{2,40}},)?"

    def profession(words: tuple[str, ...]) -> tuple[Needing, Pattern]:
        each = rf"{kind}{one_of(words)}"
        return (
            leading(
                language,
                rf"(?<![\w-])(?:{own}\s)?{each}{where},?\s+(?:{one_of(experts['was'])}\s+)?{titled}$",
            ),
            _any(rf"^(?:{degree})?{engaged}(?:,|\s*\()\s*(?:{experts['is']}\s)?(?:{own}\s)?{each}(?![\w-])"),
        )

    return _Words(
        bracketed=_any(
            rf"^[^.;\n(]{{0,70}}\({kind}{experts['expert']}\b|^ \({one_of(experts['exhibits'])}"
            rf"|^,[^.;\n(]{{3,70}}, {experts['expert']}(?!\s\w)"
        ),
        sure=profession(experts["sure"]),
        possible=profession(experts["possible"]),
        works=leading(language, rf"(?<!\w){one_of(experts['works'])}"),
        report_of=leading(
            language,
            rf"(?<!\w){one_of(experts['reports'])}(?!\w)[^.;\n]{{0,40}}(?:\b{one_of(experts['of'])}(?:['’]|\s+)|\()"
            rf"{doctor}$",
        ),
        does=_any(rf"^(?: \([^)\n]*\))?,?\s(?:[^.;\n]{{0,40}}\s)?{one_of(experts['does'])}"),
        doctor=leading(language, rf"(?<!\w){doctor}$"),
        retained=leading(language, rf"(?<!\w){one_of(experts['retained'])}\s+{titled}$"),
        degree=_any(rf"^{degree}"),
        of_fact=_any(rf"^[^.;\n(]{{0,70}}\({experts['of_fact']}\b"),
        author_before=leading(
            language,
            rf"(?<!\w)(?:{one_of(authors['called'])}(?:\s{authors['of']}\s[^.;,\n]{{0,60}})?"
            rf"|{works}\b[^.;,\n]{{0,30}}\s{authors['by']}),?\s+{titled}$",
        ),
        author_after=_any(
            rf"^(?:'s?\s{kind}{works}\b|,?\s(?:{one_of(authors['says'])}\s)?{authors['in']}\s(?:{own})\s{kind}"
            rf"{one_of(authors['writings'])}\b"
            rf"|{one_of(authors.get('works_cited', ('(?!)',)))}"
            rf"|,?\s+[\[(](?:19|20)\d\d[\])]\s(?:\d+\s)?(?-i:[A-Z])[\w. ]{{2,40}}\s\d)"
        ),
        peer=leading(language, rf"(?<!\w){peers}$"),
        words_of=leading(
            language,
            rf"(?<!\w)(?:{spoken}|{one_of(judges.get('per', ()))})\s(?:{judges['the']}\s)?{peers}$",
        ),
        pleads=_any(rf"^\s{one_of(words['advocacy']['says'])}(?!\w)"),
        says=_any(rf"^(?:\s{one_of(judges['of'])}\s\w+)?,?\s{one_of(judges['says'])}(?!\w)"),
        headed=leading(language, rf"(?<!\w)(?:{peers}|{any_of(judges.get('knights', ()))}\s+)$"),
    )


def _any(pattern: str) -> Pattern:
    return re.compile(pattern, re.IGNORECASE)


def expert(before: str, after: str, language: Language) -> Evidence | None:
    words = _words(language)
    sentence = after.split(". ")[0]
    works = words.works.search(sentence) or words.works.search(before.rpartition(". ")[2])
    of_profession = any(
        _either(pair, before, after) for pair in (words.sure, *([words.possible] if works else []))
    )
    doctor = words.doctor.search(before) and (words.does.match(sentence) or words.report_of.search(before))
    degree = words.degree.match(after) and (works or words.retained.search(before))
    if words.of_fact.match(after):
        return None
    heard = words.doctor.search(before) and words.retained.search(before)
    if of_profession or doctor or degree or heard or words.bracketed.match(after):
        leads = words.sure[0].search(before) or words.report_of.search(before)
        return Evidence("EXPERT", 2, because("before" if leads else "after", role="EXPERT"))
    return None


def _either(pair: tuple[Needing, Pattern], before: str, after: str) -> bool:
    return bool(pair[0].search(before) or pair[1].match(after))


def author(before: str, after: str, language: Language) -> Evidence | None:
    words = _words(language)
    if words.author_before.search(before) or words.author_after.match(after):
        return Evidence("AUTHOR", 2, because("cited-work", role="AUTHOR"))
    return None


def advocate(after: str, language: Language) -> Evidence | None:
    if _words(language).pleads.match(after):
        return Evidence("LAWYER", 1, because("acts-for", role="LAWYER"))
    return None


def cited_judge(before: str, after: str, language: Language) -> Evidence | None:
    """Who speaks in a judgment, or heads a court: "as Lady Roe said", "per Lord Doe", "Sir Jan Poe MR"."""
    words = _words(language)
    says = words.peer.search(before) and words.says.match(after)
    heads = words.headed.search(before) and letters_of_heads(language).match(after)
    if words.words_of.search(before) or says or heads:
        return Evidence("JUDGE", 2, because("title", title=before.split()[-1].lower(), role="JUDGE"))
    return None


_GOES_ON = re.compile(rf" [{LOWER}]")


def titles_of_works(text: str, spans: Sequence[Span], found: Said) -> None:
    """In "Roe, Faults in houses, 3rd ed., p. 94" nobody is called Faults."""
    for author, title in pairwise(spans):
        said = found.get(author)
        cited = said is not None and said.why.code == "cited-work"
        begins = text[author.end : title.start] == ", " and " " not in text[title.start : title.end]
        if cited and begins and title.category == "PERSON" and _GOES_ON.match(text, title.end):
            why = because("cited-party", role="MISCELLANEOUS")
            found[title] = Evidence("MISCELLANEOUS", 2, why)
