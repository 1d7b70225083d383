"""Case, application and file numbers of courts, tribunals and prosecutors.

Comes in: the view of a document. Goes out: CASE_NUMBER spans, the number without the words before it
(`36110/97` of `application no. 36110/97`). Never the number of a statute (`Law no. 13/2005`, `Directive
95/46/EC`), a fraction, a date or a season.

Three ways in: a form that only one kind of court uses (C-583/97, ECLI, CAS 2019/A/6298), a label before
the number (`case no.`), or a slash (36110/97), which needs a label or a telling shape.
"""

import re
from collections.abc import Iterator

from lexveil.detect.labelled import apart, labelled, labels, lowered
from lexveil.model import Document, Span

_REPORTS = (
    "UKSC|UKHL|UKPC|EWCA (?:Civ|Crim)|EWHC|UKUT|UKEAT|CSIH|CSOH|HCJAC|NICA|NIQB|IESC|IECA|IEHC|HCA|FCAFC|FCA"
    "|NZSC|NZCA|NZHC|SCC|FC|FCA|ONCA|BCCA|QCCA|ABCA|SGCA|SGHC|HKCFA|ZACC|ZASCA|INSC"
)
# Led by capitals, each a form that names its court. Tried where capitals meet a digit, for speed.
_CAPITALS = re.compile(
    r"[A-ZÖÄ]{1,6}(?:/[A-Z]{2}|\([A-Z]{2,3}\))?[ :/‑–-]?[0-9]|[CT]AS (?:ad|OG|JO|AD|AG|CG)|ECLI:"
)
_LETTER_LED = re.compile(
    r"(?:ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{0,24}[A-Z0-9]"
    r"|[CTF][-‑–]\d{1,4}/\d{2}(?: (?:PPU|P-R|RENV|P|R|SA|DEP|REV|INT)\b)?"
    r"|[CT]AS(?: (?:ad hoc|OG|JO|ADD|AG|CG)){0,2}[ -]?\d{2,4}/(?:[A-Z]{1,4}/)?\d{1,5}"
    r"(?:(?: ?[,&] ?| and )\d{3,5}\b(?![/.])){0,9}"
    r"|AIR (?:19|20)\d\d [A-Z][A-Za-z]{1,12} \d{1,5}\b"
    r"|(?:ARB|CONC|UNCT|ADHOC|ADM|EXP)(?:\([A-Z]{2,3}\))?/\d{2,4}/\d{1,3}"
    r"|(?:KKO|KHO|MAO|HFD|NJA|MÖD|RÅ|RH|AD|MIG|PMÖD|TT)[ :]?(?:19|20)\d\d"
    r"(?:[: -](?:ref\.? ?|nr ?|s\. ?)?\d{1,4}\b|:[A-Z]{1,3} ?\d{1,3})"
    r"|(?:HR|LA|LB|LE|LF|LG|LH|RG|TOSLO?)-(?:19|20)\d\d-\d{1,6}(?:-[A-Z]{1,3})?"
    r"|BS[ -]?\d{1,6}/(?:19|20)\d\d(?:-[A-Z]{3})?"
    r"|(?:ICC|ICTR|STL|SCSL|MICT|KSC)-(?:\d{2,4}[-/]){1,4}[A-Z0-9]{1,6}(?:-[A-Z]{1,2}\b)?"
    r"|IT-\d{2}-\d{1,2}(?:/\d)?(?:-[A-Z]{1,2}\b)?|D[A-Z]{0,3}(?:19|20)\d\d-\d{4}"
    r"|(?:WT/)?DS\d{2,3}(?:/[A-Z]{1,3}\d?){0,3}"
    r"|(?:PMT|PMÖ|ÖÄ|UM|FT|[TBÖÄMPFK]) \d{2,6}-\d{2}(?:\d\d)?(?![-/])"
    r"|[SRLH] ?(?:\d{2}|(?:19|20)\d\d)/\d{1,6}|CO/\d{1,6}/(?:19|20)?\d\d"
    r"|(?:HC|QB|CL|HT|FL|KB|BL|PT|CA|FD|HQ)-(?:19|20)\d\d-\d{6})(?![\w/])"
)
# `[2019] UKSC 12`, `[2001] 3 WLR 206`, `[2004] EWHC 123 (Admin)`, `[1985] Appeal Cases, p. 339`
_NEUTRAL = re.compile(
    r"\[(?:1[89]|20)\d\d\] (?:\d{1,2} )?[A-Z][A-Za-z.]{0,11}"
    r"(?:,? (?:[A-Z][A-Za-z.']{0,11}|\([A-Z][A-Za-z]{0,3}\)|of|p\.)){0,3} \d{1,5}\b"
    r"(?: \([A-Z][A-Za-z]{1,8}\))?"
)
_REPORTED = re.compile(r"\((?:1[89]|20)\d\d\) \d{1,3} [A-Z][A-Za-z.]{1,8}(?: [A-Z][A-Za-z.]{0,8})? \d{1,5}\b")
# Led by a digit: United States dockets, the Swiss Federal Court, the French Court of Cassation, Dutch courts.
_DIGIT_LED = re.compile(
    r"\d(?:\d?(?::\d\d)?-(?:cv|cr|mc|md|mj|bk|ap|civ|crim|CV|CR|MC|MD|BK|AP)-\d{1,6}(?:-[A-Z]{1,4}){0,3}\b"
    r"|\d (?:Civ|Cr|Crim|Misc|Cv|CV|CR)\.? \d{2,5}(?: \([A-Z]{2,4}\)){0,2}|[A-Z][_.]\d{1,4}/(?:19|20)\d\d\b"
    r"|\d-\d\d\.\d{3}\b|\d\d\.\d{3}\.\d{3}/\d\d\b|\d-\d{5,6}[A-Z]{3}-[A-Z]{2,5}(?:/\d\d)?"
    rf"|\d\d\d (?:{_REPORTS}) \d{{1,5}}\b)"
)
_CASE_WORDS = (
    "case|cases|file|files|application|applications|appeal|appeals|petition|petitions|complaint|complaints"
    "|docket|suit|suits|claim|claims|action|matter|proceeding|proceedings|cause|dossier|fir|crime"
    "|communication|communications|indictment|record|pourvoi|pourvois|recurso|recursos|sag|sagen|mål|diary"
    "|arbitration|award|judgment|judgments|decision|decisions|rg|ref|reference|references|dnro|dnr"
    "|diaarinumero|aktenzeichen|az|lcia|icc|pca|scc|siac|icdr|hkiac|allotted"
)
_LABELS = labels(
    {
        "label": _CASE_WORDS
        + "|o.s|c.s|w.p|w.p.(c)|crl.a|crl. a|crl.m.c|c.a|slp|s.l.p|cwp|crp|rfa|rsa|o.p|i.a|c.c|s.c"
        "|our ref|your ref|registered under"
    }
)
# The first also as English courts write it: `ZC20P04012`, `F00AB123`.
_CHUNK = (
    r"(?:[A-Z]{0,8}\d{1,12}(?:[A-Z]{1,2}\d{3,6})?[A-Za-z]?|[A-Z]{1,8}(?:\([A-Z]{1,4}\))?|[A-Z][A-Za-z]{1,4})"
)
_VALUE = re.compile(
    rf"(?=[A-Za-z(). /:_-]{{0,16}}\d){_CHUNK}"
    rf"(?:[./_:-](?:{_CHUNK}|(?:cv|cr|mc|md|civ|crim|bk|ap)(?=-))){{0,7}}"
    rf"(?: (?:[A-Z][A-Za-z]{{0,4}} )?\d{{1,7}}(?:[./_:-]{_CHUNK}){{1,4}}){{0,3}}"
    r"(?: of (?:19|20)\d\d\b)?(?![\w/]|[.,]\d)"
)
_DATE = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}([./-])\d{1,2}\2\d{1,2}")
_MONTH = re.compile(
    r" (?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)

# `36110/97`, `2005/17/230`, `6 Ob 123/04x`, `15 and 32 of 1973`
_SLASHED = re.compile(
    r"[0-9]{1,7}(?:/[0-9]{1,7}(?:/[0-9]{1,6}){0,3}(?:/[A-Z][A-Za-z]{0,7}\b|[a-z]\b)?"
    r"|(?:(?: ?[,&-] ?| and )[0-9]{1,7}){0,9} [oO][fF] (?:19|20)\d\d\b)"
)
# A court's chamber and register before the number: `2 BvR`, `XV GC`, `17 C`, `6 Ob`, `IVK`.
_REGISTER = re.compile(
    r"(?<![\w./-])(?:(?:\d{1,4}|[IVX]{1,6}[a-z]?|[A-Z] \d{1,2})[ .]{1,2}"
    r"(?!May|June|July|No)[A-Z][A-Za-z]{0,4}(?: ?\([A-Za-z]{1,5}\))?|[IVX]{1,5}[A-Z][a-z]{0,3})[ ]$"
)
_WORD = re.compile(r"[^\W_]+|[°º#№§]")
_NUMBER_WORDS = frozenset("no nos n nr number numbers num núm numéro nummer ° º # №".split())
_SKIPPED = _NUMBER_WORDS | frozenset("eu ec eec euratom jha cfsp of the".split())
_STATUTES = frozenset(
    "law laws act acts decree decrees directive directives regulation regulations ordinance circular"
    " resolution resolutions recommendation protocol gazette bgbl oj journal bulletin treaty instruction"
    " instructions statute code bill rec article articles section sections paragraph paragraphs rule rules §"
    " order framework council lag lov laki series ley decreto legge".split()
)
_INSIDE = frozenset("_/-–:§")
_PLACES = frozenset("h house room barracks office door flat plot shop street sheet plan".split())
_ABBREVIATED = re.compile(r"(?<!\w)(?:[A-Z]\. ?){2,6}(?:\([A-Za-z]{1,4}\) ?)?$|(?<!\w)[A-Z]{2,5} $")
_TAILS = frozenset("EC EEC EU JHA JAI JI CFSP Euratom ECSC CE UE EG EWG GASP".split())
_SERIES = re.compile(r"(?: ?[,;&]| ?,? (?:and|to|or)) ?(?:nos?\.? ?)?")


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    for capitals in _CAPITALS.finditer(text):
        found = None if _glued(text, capitals.start()) else _LETTER_LED.match(text, capitals.start())
        if found:  # one letter and a space is what a table or an annex has, too
            yield _span(*found.span(), 0.6 if found[0][1] == " " else 0.9, "court")
    for pattern, score in ((_NEUTRAL, 0.85), (_REPORTED, 0.6)):
        for found in pattern.finditer(text):
            yield _span(*found.span(), score, "report")
    for found in _DIGIT_LED.finditer(text):
        if not _glued(text, found.start()):
            yield _span(*found.span(), 0.85, "court")
    yield from _labelled(text)
    yield from _slashed(text)


def _span(start: int, end: int, score: float, rule: str) -> Span:
    return Span(start, end, "CASE_NUMBER", score, (f"references:{rule}",))


def _glued(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    if before == ".":  # `No.36110/97` is not glued, `1.36110/97` is
        return not text[start - 2 : start - 1].isalpha()
    return before.isalnum() or before in _INSIDE


def _labelled(text: str) -> Iterator[Span]:
    for found in labelled(text, _LABELS, _VALUE):
        number = text[found.start : found.end]
        if _DATE.fullmatch(number) or _MONTH.match(text, found.end) or number.rpartition("/")[2] in _TAILS:
            continue
        numbered, before = _context(text, found.start)
        if before in _STATUTES:
            continue
        if numbered and len(number) > 1:
            yield _span(found.start, found.end, 0.9, "label")
        elif "/" in number or (found.sure and "-" in number) or re.fullmatch(r"\d\d-\d{4,6}", number):
            yield _span(found.start, found.end, 0.7, "label")


def _context(text: str, start: int) -> tuple[bool, str]:
    """Whether a word for `number` stands before, and the first telling word before that."""
    numbered = False
    for word in reversed(_WORD.findall(lowered(text[max(0, start - 45) : start]))):
        if word not in _SKIPPED:
            return numbered, word
        numbered = numbered or word in _NUMBER_WORDS
    return numbered, ""


def _slashed(text: str) -> Iterator[Span]:
    end, score = 0, 0.0
    for found in _SLASHED.finditer(text):
        if (
            _glued(text, found.start())
            or text[found.end() : found.end() + 1].isalnum()
            or _DATE.fullmatch(found[0])
        ):
            continue
        start = found.start()
        continues = end and start - end < 12 and _SERIES.fullmatch(text, end, start)
        register = _REGISTER.search(text, max(0, start - 16), start)
        if not continues or register:
            score = 0.9 if register else _score(text, found)
        end = found.end()
        if score:
            yield _span(
                register.start() if register else start, end, score, "register" if register else "slash"
            )


def _score(text: str, found: re.Match[str]) -> float:
    """How sure a number with a slash, or `12 of 2010`, is one of a case; 0 where it is not."""
    numbered, word = _context(text, found.start())
    first, *rest = re.split(r"/| [oO][fF] ", found[0])
    if word in _STATUTES or word in _PLACES or rest[-1] in _TAILS:
        return 0
    if numbered or word in _CASE_NOUNS:
        return 0.9 if len(found[0]) > 4 else 0.6
    if "/" not in found[0]:
        return 0.7 if _ABBREVIATED.search(text, max(0, found.start() - 14), found.start()) else 0
    if len(rest) > 1:
        return 0.5 if len(found[0]) > 9 else 0
    return _bare_score(first, rest[0])


def _bare_score(first: str, second: str) -> float:
    year = len(first) == 4 and 1900 <= int(first) <= 2040
    if year and int(second[-2:]) == (int(first) + 1) % 100 and len(second) in (2, 4):
        return 0  # a season
    if len(second) == 2 and second.isdigit():
        return 0.5 if year else 0.85 if len(first) > 3 else 0.6 if len(first) == 3 else 0
    if year and len(second) >= 2:
        return 0 if len(second) == 4 and second[:2] in ("19", "20") else 0.5
    return 0.5 if len(second) == 4 and second[:2] in ("19", "20") and int(first) > 12 else 0


_CASE_NOUNS = frozenset(_CASE_WORDS.split("|"))
