"""Where a text cites a report of cases or a statute by its place: 410 U.S. 113 (1973), [2003] 1 AC 32.

Comes in: a text. Goes out: the stretches that such references take, in order, never overlapping. They hold
volume, reporter, page, and the court and year in brackets, and never the names of the parties: to keep them
tells nobody's name. The reporters are the usual ones of the Bluebook (The Bluebook, table T1) and of the law
reports of England and Wales; numbers that a court gives its own judgments (ECLI, neutral citations) are here
too.
"""

import re
from collections.abc import Iterator

_SERIES = r"(?: ?(?:2d|3d|4th|5th))?"
# After each: a series. Regional and federal reporters, then states; a full stop closes every abbreviation.
_FEDERAL = (
    r"U\.S\.|S\. ?Ct\.|L\. ?Ed\.|F\. ?Supp\.|F\. ?App['’]x|Fed\. ?Appx\.|F\.R\.D\.|B\.R\.|Fed\. ?Cl\.|"
    r"Cl\. ?Ct\.|T\.C\.(?: ?Memo\.)?|M\.J\.|F\."
)
_REGIONAL = r"A\.|N\. ?E\.|N\. ?W\.|P\.|S\. ?E\.|So\.|S\. ?W\."
_STATES = (
    r"(?:Ala|Alaska|Ariz|Ark|Cal|Colo|Conn|Del|Fla|Ga|Haw|Idaho|Ill|Ind|Iowa|Kan|Ky|La|Me|Md|Mass|Mich|Minn|"
    r"Miss|Mo|Mont|Neb|Nev|N\.H|N\.J|N\.M|N\.Y|N\.C|N\.D|Ohio|Okla|Or|Pa|R\.I|S\.C|S\.D|Tenn|Tex|Utah|Vt|Va|"
    r"Wash|W\. ?Va|Wis|Wyo|D\.C)\.?(?: ?(?:App|St|Super|Ct|Rptr|S|Div|Dec|Misc)\.?){0,2}|A\.D\.|Misc\."
)
_DATABASE = r"WL|U\.S\. LEXIS|U\.S\. App\. LEXIS|U\.S\. Dist\. LEXIS"
_PAGE = r"(?:at )?(?:\d{1,4}(?!\d)|_{2,6}|-{2,4})(?:(?:, ?|[-–]| n\.)\d{1,4}(?!\d)){0,6}"
_COURT = r"(?: ?\([^()\n]{0,48}\b(?:17|18|19|20)\d\d\))?"
_CASES = (
    rf"(?<![\w.])\d{{1,4}} (?:(?:{_DATABASE}) \*?\d{{1,8}}(?:, at \*?\d{{1,3}})?|"
    rf"(?:{_FEDERAL}|{_REGIONAL}|{_STATES}){_SERIES},? {_PAGE}){_COURT}"
)
_STATUTES = (
    r"(?<![\w.])\d{1,3} (?:U\. ?S\. ?C\.(?: ?A\.)?|C\. ?F\. ?R\.)(?: ?§{1,2})? ?\d[\w.:-]{0,20}"
    r"(?:\([\w]{1,4}\)){0,6}|(?<![\w.])\d{1,3} Fed\. ?Reg\. ?[\d,]{1,9}|(?<![\w.])\d{1,3} Stat\. ?\d{1,5}|"
    r"Pub\. ?L\. ?(?:No\. ?)?\d{1,3}-\d{1,4}"
)
_COURTS_OWN = (
    r"\bECLI:[A-Z]{2}:[A-Z0-9.]{1,12}:\d{4}:[A-Z0-9.]{1,40}|"
    r"[\[(](?:18|19|20)\d\d[\])] (?:\d{1,2} )?(?:UKSC|UKHL|UKPC|EWCA (?:Civ|Crim)|EWHC|CSIH|CSOH|NICA|IESC|"
    r"IEHC|HCA|NZSC|SCC|AC|QB|KB|Ch|WLR|All ER(?: \([A-Z]\w+\))?|Fam|Lloyd's Rep|Cr App R|CLR|ECR|ECHR|EHRR|"
    r"CMLR|BCLC) \d{1,5}|"
    r"\b(?:19|20)\d\d[- ](?:Ohio|IL|WI|ND|OK|UT|VT|ME|MT|NM|PA Super|AR)[- ](?:App\.? )?\d{1,7}"
)
_SAME = r"\b[Ii]d\.,? at \d{1,5}(?:[-–]\d{1,5})?|\b[Ii]bid\.,? (?:at |p\. ?)?\d{1,5}"
_REFERENCE = re.compile("|".join((_CASES, _STATUTES, _COURTS_OWN, _SAME)))


def references(text: str) -> Iterator[tuple[int, int]]:
    """
    >>> text = "See Roe, 45 F. Supp. 2d 678, 680 (S.D.N.Y. 1999), and id. at 681."
    >>> [text[start:end] for start, end in references(text)]
    ['45 F. Supp. 2d 678, 680 (S.D.N.Y. 1999)', 'id. at 681']
    """
    return (found.span() for found in _REFERENCE.finditer(text.replace("\u00a0", " ").replace("\n", " ")))
