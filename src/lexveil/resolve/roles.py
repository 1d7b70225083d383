"""What a mention is called where it stands (judge, counsel, party …), and one role for the whole entity.

The rules of the reconciliation are those of PSILENCE, section 4.3, in its order.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from lexveil.languages import Language, load, people
from lexveil.model import HIGH, MEDIUM, NO_PERSON, Document, Reason, Span, because
from lexveil.resolve.captions import from_lists, from_page
from lexveil.resolve.cited_benches import from_cited_benches
from lexveil.resolve.descriptions import (
    MILD,
    described,
    holds_office,
    is_officer,
    is_ranked,
    is_relative,
    named_after,
    relative_of,
    year_of,
)
from lexveil.resolve.enumerated import from_enumerations
from lexveil.resolve.identified import from_identity
from lexveil.resolve.listed import shared_surnames
from lexveil.resolve.phrases import CERTAIN, Evidence, Said, called, is_plural, phrases, side_of
from lexveil.resolve.professions import advocate, author, cited_judge, expert, titles_of_works
from lexveil.resolve.signatures import from_signatures
from lexveil.resolve.transcripts import from_transcripts
from lexveil.text.fold import flow, fold

LEFT, RIGHT = 120, 90  # characters looked at on each side, within the line
LETTERS = 4  # characters of what may stand for an office after a name: J., V-C
TITLE = 200  # a longer line is prose
CAPTION = 4000  # the title of the case stands within so many characters
OWN_CITATION = 400  # … with its own citation within so many
BENCH = 6000  # … and who presides is told within so many
# The type of a mention of which nothing more is said.
TYPE_OF = {
    "PERSON": "PERSON", "ORG": "ORGANIZATION", "COURT": "ORGANIZATION", "LOC": "LOCATION",
    "ADDRESS": "LOCATION",
}  # fmt: skip
SPECIALISED = ("JUDGE", "AUTHOR", "EXPERT", "ARBITRATOR", "TRIBUNAL_MEMBER", "CLERK", "LAWYER")
FIRM = 3  # so many times as much must be said in passing to outweigh an introduction
VAGUE = ("LAWYER", "EXPERT", "CLERK")  # professions: "a lawyer" need not be one in this case
OF_THE_BENCH = ("BENCH", "TRIBUNAL_MEMBER")  # judges, or arbitrators, by the document
OFFICES = ("BENCH", "JUDGE", "CLERK", "ARBITRATOR")  # whoever holds one may be a lawyer by profession
GUESSES = ("learned", "after", "after-several")  # slight reasons that name nobody: "a lawyer who saw it"
# Whom policies name in public for their role; that they stand in a list somewhere, or that somebody is
# represented by them, is not enough: a manager represents a company, and a list may have ended.
NAMED = ("JUDGE", "ARBITRATOR", "TRIBUNAL_MEMBER", "CLERK", "LAWYER")
BY_PLACE = frozenset(["list", "in-row", "represented"])
SELDOM = 2  # of so many mentions less than one stands in the list
INTRODUCED = 2  # the weight of an introduction
# What somebody of a role may be besides: parties and experts give evidence too, a mother does.
_BENCH = ("BENCH", "JUDGE", "ARBITRATOR", "TRIBUNAL_MEMBER", "CLERK")
GO_WITH = {
    "PARTY": ("WITNESS",),
    "EXPERT": ("WITNESS",),
    **dict.fromkeys(_BENCH, _BENCH),
    **dict.fromkeys(MILD, MILD),
}
OF_A_COURT = (*OF_THE_BENCH, "JUDGE", "ARBITRATOR")
# Reasons that hold for the names that follow too.
TRAILING = ("after-several", "cited-work", "acts-for")  # … for the names before
LEADING = ("before", "before-several", "title", "represented", "in-row")


def evidence(document: Document, spans: Sequence[Span]) -> Said:
    """The evidence for each span that has any. `spans` are sorted."""
    text = flow(document.text)
    # Who presides, the first word tells.
    first = phrases(load(document.language_at(0))).bench.search(text, 0, BENCH)
    bench = "ARBITRATOR" if first and first[1] else "JUDGE"
    found: Said = {}
    shared = shared_surnames(document, spans)
    citations = [(zone.start, zone.end) for zone in document.zones if zone.kind == "citation"]
    spoken = [load(document.language_at(span.start)) for span in spans]
    year = year_of(text)
    for at, (span, language) in enumerate(zip(spans, spoken, strict=True)):
        said = (
            _from_sources(
                span,
                listed=span not in shared,
                in_title=_in_title(text, span) or _is_represented(text, span, language),
                own=_is_own(text, span),
            )
            or _from_zone(span, citations)
            or _from_words(text, span, language, _next_person(spans[at + 1 : at + 2]), year)
        )
        if said and not _one_of_several(text, said, span, spans[at + 1 : at + 2], language):
            found[span] = said
        if at and (not said or said.weight < INTRODUCED):
            _from_previous(text, spans[at - 1], span, found, language)
    _from_next(text, spans, found, spoken)
    from_cited_benches(document, text, spans, found)
    from_lists(document, text, spans, found)
    from_page(document, text, spans, found)
    from_enumerations(text, spans, found, spoken)
    from_signatures(document, spans, found)
    from_transcripts(document, spans, found)
    titles_of_works(text, spans, found)
    from_identity(text, spans, found, year, spoken)
    _complainants(found)
    return {
        span: said._replace(role=bench) if said.role in OF_THE_BENCH and said.why.code != "metadata" else said
        for span, said in found.items()
    }


def _complainants(found: Said) -> None:
    """Where somebody is accused, whoever complained of it is a witness; on the first page, a party."""
    if not any(said.role == "PARTY" and said.side in ("DEFENDANT", "ACCUSED") for said in found.values()):
        return
    for span, said in found.items():
        if said.role == "PARTY" and said.side == "COMPLAINANT" and said.weight < CERTAIN:
            found[span] = said._replace(role="WITNESS", side="")


# Where the span stands ---------------------------------------------------------------------------


def _from_sources(span: Span, *, listed: bool, in_title: bool, own: bool) -> Evidence | None:
    for source in span.sources:
        detector, _, rule = source.partition(":")
        if detector == "metadata" and listed:
            return Evidence(rule.upper(), CERTAIN, because("metadata"))
        if rule == "law-firm":
            return Evidence("LAW_FIRM", 2, because("firm", role="LAW_FIRM"))
        if source == "citations:author":
            return Evidence("AUTHOR", 2, because("author-cited", role="AUTHOR"))
        cited = source == "citations:case-name" and not (in_title and own)
        if cited or (source == "citations:parties" and not in_title):
            return Evidence("MISCELLANEOUS", 1, because("cited-party", role="MISCELLANEOUS"))
    return None


def _from_zone(span: Span, citations: list[tuple[int, int]]) -> Evidence | None:
    at = bisect_right(citations, (span.start, len(citations) and citations[-1][1])) - 1
    if span.category == "PERSON" and at >= 0 and span.end <= citations[at][1]:
        return Evidence("AUTHOR", 1, because("in-citation", role="AUTHOR"))
    return None


def _next_person(following: Sequence[Span]) -> int:
    """Where a name begins that is more than letters; 0 where none does."""
    names = (
        each.start for each in following if each.category == "PERSON" and each.end - each.start > LETTERS
    )
    return next(names, 0)


def _from_words(text: str, span: Span, language: Language, until: int, year: int) -> Evidence | None:
    """`until`: where the next name begins; `year`: of the document."""
    if span.category not in ("PERSON", "ORG"):
        return None
    before = text[max(0, span.start - LEFT) : span.start].rpartition("\n")[2]
    after = text[span.end : span.end + RIGHT].partition("\n")[0]
    if span.category == "ORG":
        return _party_words(text, span, before, after, language)
    far = max(until - span.end, 0)
    lead = phrases(language).leading.match(text, span.start, span.end)  # titles that were taken for a name
    before += lead[0] if lead else ""
    return (
        expert(before, after, language)
        or _client(before, after, language)
        or _represented(before, after, language)
        or _titled(before, after[:far] if until else after, language)  # Roe, J. Poe
        or (None if is_officer(before, language) else _lettered(text[span.start : span.end], language))
        or (None if is_ranked(before, language) else author(before, after, language))  # V. Brig. Roe
        or cited_judge(before, after, language)
        or advocate(after, language)
        or named_after(before, language)
        or _phrase(before, after, language, until=far, in_caption=span.start < CAPTION)
        or _party_words(text, span, before, after, language)
        or described(before, text[span.start : span.end], after, language, year=year, until=far)
    )


def _client(before: str, after: str, language: Language) -> Evidence | None:
    """ "Ms Doe for the Appellant Roe": with a title it may be counsel, "for the appellant Mr Poe said"."""
    words = phrases(language)
    said = words.client.search(before)
    if not said or words.letters_after.match(after):
        return None
    why = because("before", role="PARTY")
    return Evidence("PARTY", 2, why, side_of(said[0], language))


def _represented(before: str, after: str, language: Language) -> Evidence | None:
    words = phrases(language)
    title = words.role_title.search(before)
    counsel = not title or people.role_before(language)[title[1].lower()] == "LAWYER"
    in_office = words.officer.match(after) or words.office.match(after)
    if counsel and words.represented.search(before) and not in_office:
        if title:
            return Evidence("LAWYER", 2, because("title", title=title[1].lower(), role="LAWYER"))
        called_so = any(role == "LAWYER" and each.match(after) for each, role in words.after)
        return Evidence("LAWYER", 2, because("after" if called_so else "represented", role="LAWYER"))
    if words.for_a_party.match(after):
        return Evidence("LAWYER", 2, because("acts-for", role="LAWYER"))
    return None


def _titled(before: str, after: str, language: Language) -> Evidence | None:
    words = phrases(language)
    if words.sitting.match(after):
        return Evidence("JUDGE", 2, because("after", role="JUDGE"))
    official = words.office.match(after) or words.office_before.search(before)
    title = None if official else words.role_title.search(before)
    if title and (len(title[1]) > 3 or title[1][0].isupper()):  # Me Dupont, not "told me"
        word = title[1].lower()
        role = people.role_before(language)[word]
        if role == "JUDGE" and any(each == "ARBITRATOR" and said.match(after) for said, each in words.after):
            return Evidence("ARBITRATOR", 2, because("after", role="ARBITRATOR"))  # Judge Roe, as umpire
        bare = title.start() == title.start(1)
        if role == "LAWYER" and phrases(language).against.search(before[: title.start()]):
            return Evidence("PARTY", 2, because("before", role=called("PARTY")))  # against Advocate Roe
        office = _office(before[: title.start()], language) if role == "LAWYER" and bare else None
        if role == "JUDGE" and is_officer(before[: title.start()], language):  # the notary, Judge Roe
            office = Evidence("OFFICIAL", 2, because("described", role="OFFICIAL"))
        return office or Evidence(role, 2, because("title", title=word, role=role))
    letters = words.letters_after.match(after)
    if letters and not (letters[0].startswith(",") and is_officer(before, language)):  # OFFICER: ROE, J.
        key = letters[1].replace(".", "").lower()
        role = people.role_after(language)[key]
        if key.endswith(phrases(language).several_letters):  # Roe, Doe and Poe JJ
            return Evidence(role, 2, because("after-several", role=called(role)))
        return Evidence(role, 2, because("letters", letters=key.upper(), role=role))
    return None


def _office(before: str, language: Language) -> Evidence | None:
    """In "the Justice of the Peace, Advocate Roe" the office before the title tells more."""
    for pattern, role in phrases(language).before:
        if role in OFFICES and pattern.search(before):
            return Evidence(role, 2, because("before", role=called(role)))
    if is_officer(before, language):
        return Evidence("OFFICIAL", 2, because("described", role="OFFICIAL"))
    return None


def _lettered(name: str, language: Language) -> Evidence | None:
    """The letters were taken for an initial: "ROE-POE J."."""
    letters = phrases(language).letters_inside.search(name)
    if not letters:
        return None
    key = (letters[1] or letters[0].split()[-1]).replace(".", "").lower()
    role = people.role_after(language)[key]
    return Evidence(role, 2, because("letters", letters=key.upper(), role=role))


def _phrase(before: str, after: str, language: Language, *, until: int, in_caption: bool) -> Evidence | None:
    """`until`: how far after the name the next one begins, 0 where none does."""
    words = phrases(language)
    for pattern, role in words.before:
        if said := pattern.search(before):
            if role == "PARTY" and "," in said[0] and (kin := relative_of(before, said.start(), language)):
                return kin
            if role == "LAWYER" and words.against.search(before[: said.start()]):
                return Evidence("PARTY", 2, because("before", role=called("PARTY")))
            if role == "LAWYER" and (office := _office(before[: said.start()], language)):
                return office
            if role == "PARTY" and words.for_somebody.match(after):
                return Evidence("LAWYER", 2, because("acts-for", role="LAWYER"))
            if role in OF_A_COURT and _presides_elsewhere(said[0], language):
                continue
            if role in (*OF_A_COURT, "CLERK") and _is_of_a_body(before[: said.start()], language):
                return Evidence("UNKNOWN", 2, because("before", role=called("UNKNOWN")))
            if role == "CLERK" and holds_office(after, language):
                return Evidence("OFFICIAL", 2, because("after", role="OFFICIAL"))
            collective = words.collective.search(said[0])  # "against", "the private prosecution"
            why = because("before-several" if collective else "before", role=called(role))
            return Evidence(role, 2, why, _side(role, said[0], language))
    for following, role in words.after:
        said = following.match(after)
        if said and not _leads_to_next(said[0], after[said.end() : until], language):
            several = is_plural(said[0], language)
            weight = 1 if role in VAGUE and words.vague.match(after) else 2
            why = because("after-several" if several else "after", role=called(role))
            return Evidence(role, weight, why, _side(role, said[0], language))
    if in_caption and words.caption_chair.match(after):
        return Evidence("BENCH", 2, because("after", role=called("BENCH")))
    cited = words.cited.match(after)
    if cited and not words.testimony.search(cited[0]) and not words.titled.search(before):
        weight = 2 if words.cited_page.match(after) else 1
        return Evidence("AUTHOR", weight, because("cited-work", role="AUTHOR"))
    return None


def _leads_to_next(said: str, between: str, language: Language) -> bool:
    """In "Mr Roe, counsel Ms Doe" the word is that of the name that follows."""
    apposed = said.lstrip().startswith(",") and between[:1].isspace()
    return apposed and phrases(language).only_titles.fullmatch(between) is not None


def _is_of_a_body(before: str, language: Language) -> bool:
    """The association, represented by its president Roe; her secretary, Ms Doe."""
    words = phrases(language)
    return bool(words.represented_by.search(before) or words.its.search(before))


def _presides_elsewhere(said: str, language: Language) -> bool:
    """The president of a company, an association or a board."""
    words = phrases(language)
    presiding = words.presiding.search(said)
    return presiding is not None and not words.benches.search(said, presiding.start())


def _party_words(text: str, span: Span, before: str, after: str, language: Language) -> Evidence | None:
    words = phrases(language)
    said = words.quoted_party.match(after)
    if said and not is_relative(after, language):
        return Evidence("PARTY", 2, because("bracketed", role="PARTY"), side_of(said[0], language))
    versus = words.versus_after.match(after) or words.versus_before.search(before)
    if versus and _in_title(text, span):
        return Evidence("PARTY", 1, because("title-of-case", role="PARTY"))
    return None


def _side(role: str, words: str, language: Language) -> str:
    return side_of(words, language) if role == "PARTY" else ""


def _is_own(text: str, span: Span) -> bool:
    """The citation of this case, at the head of the document; a sentence that cites another has a stop."""
    line = text[span.end : span.end + TITLE].partition("\n")[0].rstrip()
    return span.start < OWN_CITATION and not line.endswith(".")


def _is_represented(text: str, span: Span, language: Language) -> bool:
    """Nobody says who appeared in another case, after the name of a party or before that of counsel."""
    words = phrases(language)
    before = text[max(0, span.start - LEFT) : span.start].rpartition("\n")[2]
    after = text[span.end : span.end + RIGHT].lstrip(" ,")
    return bool(words.others.match(after) or words.represented.search(before))


def _in_title(text: str, span: Span) -> bool:
    """On a short line near the start: the title of this case, not of a cited one."""
    before = text[max(0, span.start - TITLE) : span.start].rpartition("\n")[2]
    after = text[span.end : span.end + TITLE].partition("\n")[0]
    return span.start < CAPTION and len(before) + len(after) < TITLE


# Names in a row ----------------------------------------------------------------------------------


def _joined(text: str, span: Span, following: Span, language: Language) -> bool:
    """Only a comma, "and" or a title stands between two names."""
    near = following.start - span.end <= 40
    return near and phrases(language).joint.match(text[span.end : following.start]) is not None


def _one_of_several(
    text: str, said: Evidence, span: Span, following: Sequence[Span], language: Language
) -> bool:
    """In "heard the applicant, Mr Roe and Ms Doe" nobody is the applicant."""
    singular = said.role == "PARTY" and said.why.code == "before"
    people = (
        each for each in following if each.category == "PERSON" and "\n" not in text[span.end : each.start]
    )
    return singular and any(_joined(text, span, each, language) for each in people)


def _from_previous(text: str, previous: Span, span: Span, found: Said, language: Language) -> None:
    """In "represented by Ms Roe, Mr Doe and Dr Poe" the second and third are counsel as well, in "son of Max
    Roe and Ann Doe" both are parents."""
    said = found.get(previous)
    if not said or span.category != "PERSON":
        return
    if said.role == "PARTY" and said.why.code != "before-several":
        return
    between = text[previous.end : span.start]
    presides = said.role in OF_A_COURT and said.why.code == "after" and between.lstrip().startswith(",")
    presides = presides and between.strip(" ,").count(",") == 1  # "Roe, president, and Doe"
    leads = presides or said.why.code in LEADING or (said.role, said.why.code) == ("RELATIVE", "described")
    if said.why.code == "title" and _NEXT_ENTRY.search(text, previous.end, span.start):
        return  # "Me Roe; Ann Doe" in a list of those who are told
    if leads and _joined(text, previous, span, language) and not _acts(text, previous, span, language):
        found[span] = Evidence(said.role, said.weight, because("in-row", role=called(said.role)))


_NEXT_ENTRY = re.compile(r"[;\n]")
_COMMA = re.compile(r"\s*,\s*")
_NEXT_WORD = re.compile(r"\s+([^\W\d_][\w'’-]*)")


def _acts(text: str, previous: Span, span: Span, language: Language) -> bool:
    """In "assisted by Ms Roe, Mr Doe denies it" Mr Doe is no counsel: after a mere comma he acts."""
    between = text[previous.end : span.start]
    joined = any(word in language.labels["lists"]["joining"] for word in between.lower().split())
    if joined or not _COMMA.match(between):
        return False
    word = _NEXT_WORD.match(text, span.end)
    return word is not None and fold(word[1]) in _verbs(language)


@cache
def _verbs(language: Language) -> frozenset[str]:
    verbs = frozenset(map(fold, language.people["beside"]["verbs"]))
    return verbs - frozenset(map(fold, language.labels["lists"]["joining"]))


def _from_next(text: str, spans: Sequence[Span], found: Said, spoken: Sequence[Language]) -> None:
    """In "Mr Roe, Ms Doe, judges" the word after the last name holds for the names before it."""
    for at in range(len(spans) - 2, -1, -1):
        span, following = spans[at], spans[at + 1]
        said = found.get(following)
        if not said or span in found or span.category != "PERSON":
            continue
        line = said.why.code != "acts-for" or "\n" not in text[span.end : following.start]
        if line and said.why.code in TRAILING and _joined(text, span, following, spoken[at]):
            found[span] = said


# One role for the whole entity -------------------------------------------------------------------


def mention_types(
    spans: Iterable[Span], evidence: Mapping[Span, Evidence]
) -> tuple[Counter[str], tuple[Reason, ...]]:
    """The type of each mention, counted, and why; an introduction holds for all mentions of a person."""
    spans = tuple(spans)
    certain = {span: said for span in spans if (said := evidence.get(span)) and said.weight == CERTAIN}
    if certain:  # what the first page says outweighs what is said in passing
        evidence = certain
    general = _introduced_as(said for span in spans if (said := evidence.get(span)))
    person = any(span.category == "PERSON" and span.score >= HIGH for span in spans)
    types: Counter[str] = Counter()
    for span in spans:
        said = evidence.get(span)
        # A faint guess at a place, made of a bare word, must not show somebody who surely is a person.
        guess = person and span.score < MEDIUM
        default = "PERSON" if guess else TYPE_OF.get(span.category, "MISCELLANEOUS")
        if said and not (general and (said.role in MILD or said.why.code == "learned")):
            types[said.role] += 1
        else:
            types[general if general and default in ("PERSON", "ORGANIZATION") else default] += 1
    whys = (evidence[span].why for span in spans if span in evidence)
    return types, tuple(dict.fromkeys(whys))


def _introduced_as(found: Iterable[Evidence]) -> str:
    """The role that the introductions speak for; what is said in passing counts where nothing else is, or not
    nearly as much."""
    weights: Counter[str] = Counter()
    for said in found:
        if said.weight >= INTRODUCED:
            weights[said.role] += said.weight
    if not weights:
        return ""
    firm = {role: weight for role, weight in weights.items() if role not in MILD}
    mild = max((weights[role] for role in MILD), default=0)
    counts = firm if firm and FIRM * max(firm.values()) >= mild else weights
    return max(counts, key=lambda role: _rank(role, counts))


def reconcile(types: Mapping[str, int], *, person: bool = True) -> str:
    """One role for all mentions: party if one says so, else the most frequent. Of a person, readings as no
    person do not count besides others; `no_person` weighs them."""
    if types.get("PARTY"):
        return "PARTY"
    persons = {role: count for role, count in types.items() if role not in NO_PERSON}
    counts = Counter(persons if person and persons else types)
    counts["UNKNOWN"] += counts.pop("PERSON", 0)  # both speak for nobody in particular, and against a role
    return max(+counts, key=lambda role: _rank(role, counts))


def no_person(types: Mapping[str, int]) -> tuple[str, float]:
    """What else the mentions read as, most of all, and the share of those that read as no person; a role that
    only people have vetoes it."""
    others = Counter({role: types[role] for role in NO_PERSON if types.get(role)})
    said = any(role not in (*NO_PERSON, "PERSON") for role in types)
    if said or not others:
        return "", 0.0
    return others.most_common(1)[0][0], others.total() / sum(types.values())


def _rank(role: str, counts: Mapping[str, int]) -> tuple[int, bool, str]:
    """The most frequent; of two equally frequent the unspecialised, which is hidden, not shown."""
    return counts[role], role not in SPECIALISED, role


# How certain the role is, and on which side a party is --------------------------------------------


def _only_by_place(own: Sequence[Evidence], spans: Sequence[Span]) -> bool:
    """A list says so, or that somebody is represented by them, and most of what is said of them does not."""
    codes = {said.why.code for said in own}
    return codes == {"represented"} or (codes <= BY_PLACE and SELDOM * len(own) < len(spans))


def role_certainty(role: str, spans: Iterable[Span], evidence: Mapping[Span, Evidence]) -> int:
    """1: somebody says so, and nobody anything else. 2: a slight sign, or there are some of another role.
    3: nothing, or as much for another."""
    spans = tuple(spans)
    found = [said for span in spans if (said := evidence.get(span))]
    own = [said for said in found if said.role == role]
    if not own or role == "UNKNOWN":
        return 3
    certain = {said.role for said in found if said.weight == CERTAIN}
    if role in certain:
        return 1 if certain <= {role, *GO_WITH.get(role, ())} else 3
    if role in NAMED and _only_by_place(own, spans):
        return 3
    strong = sum(said.weight for said in own if said.weight == INTRODUCED)
    against = sum(
        said.weight
        for said in found
        if said.weight >= INTRODUCED and said.role not in (role, "PERSON", *GO_WITH.get(role, ()))
    )
    if not strong:
        told = any(said.why.code not in GUESSES for said in own)
        return 2 if told and not against else 3
    return 1 if not against else 2 if against < strong else 3


def side(spans: Iterable[Span], evidence: Mapping[Span, Evidence]) -> str:
    """The side that most speaks for, of a party; the first of several."""
    weights: Counter[str] = Counter()
    for span in spans:
        if (said := evidence.get(span)) and said.role == "PARTY" and said.side:
            weights[said.side] += said.weight
    return weights.most_common(1)[0][0] if weights else ""
