"""Where a text cites a report of cases or a statute by its place: 410 U.S. 113 (1973), [2003] 1 AC 32."""

import re
from functools import cache, lru_cache

from lexveil.jurisdictions import table
from lexveil.text.quick import Quick


@cache
def _pattern() -> Quick:
    either = {key: "|".join(words) for key, words in table("reporters").items()}
    page = rf"(?:{either['at']})?(?:\d{{1,4}}(?!\d)|_{{2,6}}|-{{2,4}})"
    pages = rf"{page}(?:(?:, ?|[-–]| n\.)\d{{1,4}}(?!\d)){{0,6}}"
    court = r"(?: ?\([^()\n]{0,48}\b(?:17|18|19|20)\d\d\))?"
    states = rf"(?:{either['states']})\.?(?: ?(?:{either['state_courts']})\.?){{0,2}}|{either['state_other']}"
    reporter = rf"(?:{either['federal']}|{either['regional']}|{states})(?: ?(?:{either['series']}))?"
    return Quick(
        rf"(?<![\w.])\d{{1,4}} (?:(?:{either['databases']}) \*?\d{{1,8}}(?:, {either['at']}\*?\d{{1,3}})?|"
        rf"{reporter},? {pages}){court}|{either['statutes']}|{either['ecli']}|"
        rf"[\[(](?:18|19|20)\d\d ?[\])] ?(?:\d{{1,2}} ?)?(?:{either['neutral']}) ?\d{{1,5}}|"
        rf"\b(?:19|20)\d\d[- ](?:{either['american']})[- ](?:App\.? )?\d{{1,7}}|{either['same']}"
        rf"|{either['any_report']}"
    )


@cache
def _cases() -> re.Pattern[str]:
    """Decisions alone: no statutes, no "ibid.", nothing that has only the shape of a report."""
    either = {key: "|".join(words) for key, words in table("reporters").items()}
    reporter = rf"(?:{either['federal']}|{either['regional']})(?: ?(?:{either['series']}))?"
    return re.compile(
        rf"[\[(](?:18|19|20)\d\d ?[\])] ?(?:\d{{1,2}} ?)?(?:{either['neutral']}) ?\d{{1,5}}"
        rf"|(?<![\w.])\d{{1,4}} {reporter} \d{{1,4}}(?!\d)"
        rf"|\b(?:19|20)\d\d[- ](?:{either['american']})[- ](?:App\.? )?\d{{1,7}}"
        rf"|(?<![\w.])(?:{either['european']})(?![\w/])"
    )


def cited_cases(text: str) -> tuple[tuple[int, int], ...]:
    """
    >>> text = "BGHZ 188, 43; KKO 2015:12; [2003] 1 AC 32; 280 Abs. 1"
    >>> [text[slice(*each)] for each in cited_cases(text)]
    ['BGHZ 188, 43', 'KKO 2015:12', '[2003] 1 AC 32']
    """
    return tuple(found.span() for found in _cases().finditer(text.replace("\u00a0", " ").replace("\n", " ")))


@lru_cache(maxsize=4)  # detectors, their vote and the policy ask for the same text
def references(text: str) -> tuple[tuple[int, int], ...]:
    """The stretches that references take, in order, never overlapping."""
    flowing = text.replace("\u00a0", " ").replace("\n", " ")
    return tuple(found.span() for found in _pattern().finditer(flowing))
