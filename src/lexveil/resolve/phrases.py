"""How legal documents say who someone is: what `roles` and `captions` look for, from a language's words."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from lexveil.languages import Language, owner, people
from lexveil.model import Reason, Span
from lexveil.text.needed import Needing, Together
from lexveil.text.patterns import Pattern, any_of, dotted, one_of, plain_groups

Roles = tuple[tuple[Pattern, str], ...]  # the first that fits counts
Leading = tuple[tuple[Needing, str], ...]


class Evidence(NamedTuple):
    role: str
    weight: int  # CERTAIN: metadata, the first page; 2: an introduction, for the whole document; 1: here only
    why: Reason
    side: str = ""  # of a party: one of `model.SIDES`


Said = dict[Span, Evidence]
CERTAIN = 3


class Phrases(NamedTuple):
    before: Leading  # right before a name: "Counsel for the Appellant: Mr …"
    after: Roles  # right after it: ", counsel", "(expert)"
    labels: Roles  # anywhere on a line that names nobody: "Counsel for the Appellant"
    headings: Roles  # a line over a list: "Composition of the Panel"
    represented: Needing  # "represented by"
    represented_by: Pattern  # … and an article
    its: Pattern  # "its", "her"
    merely_by: Pattern  # "by", before a name without the title of counsel
    officer: Pattern  # … ", its president"
    office: Pattern  # … ", notaire": an office that outweighs the title before the name
    office_before: Needing  # … "acte reçu par": whoever follows has that office, whatever the title
    for_a_party: Pattern  # "for the appellant", after a name
    for_somebody: Pattern  # ", attorney, on behalf of", after a name and before another
    client: Pattern  # "Ms Doe for the Appellant", before a name without a title
    only_titles: Pattern  # titles and nothing else
    role_title: Needing  # "Judge" before a name
    letters_after: Pattern  # "QC" after it
    several_letters: tuple[str, ...]  # of several people: JJ
    leading: Pattern  # titles at the start of what was taken for a name
    letters_inside: Pattern  # the same at the end of what was taken for the name
    vague: Pattern  # "a lawyer", of whom nothing shows that he is one in this case
    caption_chair: Pattern  # ", president", in a caption
    chair_alone: Pattern  # "the president", and nothing else
    decided: Pattern  # with which a court closes: "so ordered"
    presiding: Pattern  # "president of the", whatever follows
    benches: Pattern  # what a judge presides over: court, chamber
    sitting: Pattern  # "KC, sitting as a judge of the High Court"
    quoted_party: Pattern  # (“the Claimant”)
    versus_after: Pattern
    versus_before: Needing
    cited: Pattern  # a work after its author
    cited_page: Pattern  # … with its year and page
    testimony: Pattern  # … which is no work but an affidavit
    titled: Pattern  # "Mr" before a name
    others: Pattern  # a line of a caption about somebody's counsel
    joint: Pattern  # what stands between the names of a list
    bench: Pattern  # words that tell an arbitration (group 1) or a court
    the: str  # the article before a word
    collective: Pattern  # words before a name that hold for several: "against"
    against: Pattern  # … that tell of whoever follows that the case is about them, a lawyer or not
    counsel_after: Pattern  # "(Me Doe)", after the name of a client


@cache
def before_names(language: Language) -> Together:
    """The patterns of a language for what stands before a name."""
    return Together()


def leading(language: Language, pattern: str) -> Needing:
    return before_names(language).pattern(pattern, re.IGNORECASE)


@cache
def phrases(language: Language) -> Phrases:
    language = owner(language, "roles", "phrases")
    words = language.roles
    before, after, caption, bench = words["before"], words["after"], words["caption"], words["bench"]
    titled = rf"(?:(?:{before['the']})?{any_of(people.titles(language))}\.?,?\s+)*"
    letters = rf"(?:,?\s+{dotted(words['letters']['lawyer'])}\b\.?)?"
    chair, of_bench = one_of(bench["chair"]), plain_groups(bench["of_the"]) + one_of(bench["bodies"])
    for_the, party = plain_groups(after["for_the"]), _called(language)["PARTY"]
    versus, headings = caption["versus"], words["headings"]
    of_a_role = dotted(words["letters"]["lawyer"] + words["letters"]["judge"])
    alone = dotted(words["letters"]["alone"])
    return Phrases(
        before=_before(language, titled, chair, of_bench),
        after=_after(language, letters, chair, of_bench),
        labels=(
            *_framed(language, r"(?<![\w-])", r"(?![\w'’-])", of_parties=_nobodys(language)),
            (_any_case(rf"^(?:{before['the']})?{chair}(?:{of_bench})?$"), "BENCH"),
        ),
        headings=tuple((_any_case(f"^{plain_groups(each['line'])}"), each["role"]) for each in headings),
        represented=leading(language, rf"\b{plain_groups(before['represented'])}{titled}$"),
        its=_any_case(rf"(?<![\w-]){one_of(before.get('its', ['(?!)']))}\s+$"),
        merely_by=_any_case(rf"(?<![\w-]){one_of(before.get('by', ['(?!)']))}\s+{titled}$"),
        represented_by=_any_case(rf"\b{plain_groups(before['represented'])}{titled}(?:{before['the']})?$"),
        office=_any_case(rf"^,? {plain_groups(after['office'])}" if "office" in after else "(?!)"),
        office_before=leading(
            language, rf"\b{plain_groups(before['office'])} \S{{1,8}}\s+$" if "office" in before else "(?!)"
        ),
        officer=_any_case(rf"^,? {plain_groups(after['officers'])}"),
        for_a_party=_any_case(
            rf"^{letters}(?:,? \(?{after['instructed']}\b|,? (?:\([^()\n]*\) )?{for_the}{party}\b)"
        ),
        for_somebody=_any_case(
            rf"^,\s{_called(language).get('LAWYER', '(?!)')}(?:[^.,;:\n]{{0,40}}),\s{for_the}"
        ),
        client=re.compile(
            rf"(?<=[\w.,)] ){plain_groups(before['the_client'])} (?i:{party}) $"
            if "the_client" in before
            else "(?!)"
        ),
        only_titles=_any_case(rf"\s+{titled}"),
        role_title=leading(
            language,
            rf"(?<![\w-])(?:{before['the']})?({any_of(people.role_before(language))})(?:(?<!\w{{5}})\.)?\s+{titled}$",
        ),
        letters_after=re.compile(rf"^,?\s+({of_a_role}|{alone}(?=[.,;:)'’\[]|\s*$|\s+[a-z(\[]))\.?(?!\w)"),
        several_letters=words["letters"].get("several", ()),
        leading=_any_case(rf"(?:{any_of(_all_titles(language))}\.?\s+)+"),
        letters_inside=re.compile(
            rf"^(?:(?:\w+\s)?\w[\w'’]+(?:-\w+)*,?\s+({of_a_role}|{alone})|(?:[\w.'’-]+\s){{2,5}}{of_a_role})\.?$"
        ),
        vague=_any_case(rf"[,(–-] {plain_groups(after['vague'])}(?!.*{one_of(after['not_vague'])})"),
        caption_chair=_any_case(
            rf"^{letters}(?:(?:, |\s*[–-]\s*|\s+(?=\S+$)){chair}(?=\s*(?:[,;)]|$))"
            rf"|\s+(?-i:(?=[A-Z])){chair}\s+(?-i:(?=[A-Z])))"
        ),
        chair_alone=_any_case(rf"\s*(?:{before['the']})?{chair}(?: \w{{3,12}})?\s*:?\s*{titled}"),
        decided=_any_case(rf"(?<!\w){one_of(bench.get('formula', ['(?!)']))}(?!\w)"),
        presiding=_any_case(rf"(?<![\w-]){chair}\w{{0,2}}{plain_groups(bench['of_the'])}"),
        benches=_any_case("|".join(map(plain_groups, (*bench["bodies"], *bench["court"])))),
        sitting=_any_case(rf"^{plain_groups(bench['sits_as'])}" if "sits_as" in bench else "(?!)"),
        quoted_party=_any_case(
            rf"^[^.\n(]{{0,60}}\({plain_groups(caption['introduced'])}[^)“\"']{{0,30}}[“\"']"
            rf"(?:{before['the']})?[“\"']?(?:{party}|{one_of(caption['introduced_as'])})\b"
        ),
        versus_after=_any_case(
            rf"^\s*(?:{caption['and_others']}\s*)?,?\s*{one_of(versus + caption['versus_after'])}\s"
        ),
        versus_before=leading(language, rf"\b{one_of(versus)}\s+{titled}$"),
        cited=_cited(language),
        cited_page=_cited_page(language),
        testimony=_any_case(rf"\b{one_of(words['cited']['testimony'])}\b"),
        titled=_any_case(rf"(?<!\w){any_of(people.courtesy(language))}\.?\s+$"),
        others=_any_case(plain_groups(caption["others"])),
        joint=_any_case(
            rf"^{letters}(?:{plain_groups(words['row'].get('between', '(?!)'))})?"
            rf"(?:\s?\([^()\n]{{2,40}}\))?[\s,;]*{one_of(words['row']['joined'])}?\s*{titled}$"
        ),
        bench=_any_case(f"({one_of(bench['arbitration'])})|{one_of(bench['court'])}"),
        the=before["the"],
        collective=_any_case(rf"{one_of(words['plural'].get('collective', ['(?!)']))}\s*[:,]?\s*{titled}$"),
        against=_any_case(rf"(?<![\w-]){one_of(before.get('against', ['(?!)']))}\s*:?\s*{titled}$"),
        counsel_after=_any_case(
            rf"^\s*[(–—-]\s*(?:{before['the']})?{_titles_of(language, 'LAWYER')}\.?\s+(?-i:[A-ZÀ-Þ])"
        ),
    )


def _any_case(pattern: str) -> Pattern:
    return re.compile(pattern, re.IGNORECASE)


def _all_titles(language: Language) -> set[str]:
    more = (title for titles in language.people["titles"]["more"].values() for title in titles)
    return {*people.titles(language), *more}


def has_counsel(after: str, language: Language) -> bool:
    """In "Ann Roe (Me Doe)"."""
    return phrases(language).counsel_after.match(after) is not None


def _titles_of(language: Language, role: str) -> str:
    return any_of(title for title, called in people.role_before(language).items() if called == role) or "(?!)"


@cache
def _called(language: Language) -> dict[str, str]:
    """Role → a pattern for what people of that role are called."""
    return {
        each["role"]: plain_groups(each.get("before", ""))
        + one_of(each["words"])
        + plain_groups(each.get("after", ""))
        for each in language.roles["phrases"]
    }


def _framed(language: Language, start: str, end: str, *, of_parties: str = "") -> Roles:
    """`of_parties`: what may stand before the words for a party; parties come last."""
    return tuple((_any_case(each), role) for each, role in _frames(language, start, end, of_parties))


def _frames(language: Language, start: str, end: str, of_parties: str) -> list[tuple[str, str]]:
    called = sorted(_called(language).items(), key=lambda each: each[0] == "PARTY")
    return [(f"{start}{of_parties if role == 'PARTY' else ''}(?:{each}){end}", role) for role, each in called]


def _nobodys(language: Language) -> str:
    """Not "of the applicant", "for the claimant"."""
    return "".join(f"(?<!{each})" for each in language.roles["before"]["somebodys"])


def _before(language: Language, titled: str, chair: str, of_bench: str) -> Leading:
    """Not "the wife of the applicant, Mrs …"."""
    words = language.roles["before"]
    acting_for = rf" {one_of(words['acting_for'])}\b[^.,;:\n]{{0,60}}"
    end = rf"(?:\s*[:,|(]?|{acting_for}[:,])\s*{titled}$"
    plain = _frames(language, r"(?<![\w-])", end, _nobodys(language))
    was = rf"(?:{acting_for})?\s+{one_of(words.get('was', ('(?!)',)))}\s+{titled}$"
    linked = [each for each in _frames(language, r"(?<![\w-])", was, "") if each[1] != "PARTY"]
    bench = rf"(?<![\w-])(?:{chair}{of_bench}\s*[:,]?|{chair}\s*:)\s*{titled}$"
    return tuple((leading(language, each), role) for each, role in (*linked, *plain, (bench, "BENCH")))


def _after(language: Language, letters: str, chair: str, of_bench: str) -> Roles:
    """Not ", the Appellant's coach"; but ", a professor of medicine, as an expert"."""
    words = language.roles["after"]
    no_link = rf"(?!{one_of(words['no_link'])}\b)"
    start = rf"^{letters}(?:\s*[,(–-]\s*|(?:{plain_groups(words['is'])})){one_of(words['articles'])}?"
    end = r"(?![\w'’-])"
    expert_as = one_of(words["expert_as"])
    as_expert = (
        rf"^(?:, [^.;\n]{{0,60}}\b|,? ){expert_as}(?: |['’])"
        rf"{one_of(words['expert_kinds'])}*{words['expert']}\b"
    )
    presiding = rf"^{letters},? {one_of(words['chair_articles'])}?{chair}{of_bench}{end}"
    return (
        (_any_case(as_expert), "EXPERT"),
        *_framed(language, rf"{start}{no_link}(?:[\w-]+ )?{no_link}", end),
        *_offices_after(language),
        (_any_case(presiding), "BENCH"),
    )


def _offices_after(language: Language) -> Roles:
    """In a row of the bench that has no commas: "Ann Roe President Ben Doe Judge"."""
    row = _framed(language, r"^\s+(?-i:(?=[A-Z]))", r"(?=\s+(?-i:[A-Z-])|\s*$)")
    return tuple((pattern, role) for pattern, role in row if role == "JUDGE")


def _cited(language: Language) -> Pattern:
    words = language.roles["cited"]
    if "after" in words:
        return re.compile(rf"^{plain_groups(words['after'])}")
    journals = one_of(words.get("journals", ("(?!)",)))
    book = rf"[A-Z][^;\n]{{4,100}}?[,(] ?(?:(?:[A-Z]\w+ )?(?:19|20)\d\d|{one_of(words['places'])})"
    return re.compile(rf"^{_co_author(words)},? (?:{words['in']})?[“\"‘']?(?:{book}|{journals})")


def _co_author(words: Mapping[str, Any]) -> str:
    return rf"(?: ?{one_of(words['and'])} ?(?:[A-Z]\. ?)*[A-Z][\w’'-]+)?"


def _cited_page(language: Language) -> Pattern:
    """A work with its year or edition, and its page."""
    words = language.roles["cited"]
    place, co_author = one_of(words["places"]), _co_author(words)
    work = r"[“\"‘'«]?[^\W\d_a-z][^;\n]{3,70}?"
    return re.compile(rf"^{co_author},? {work}(?:(?:19|20)\d\d\)?,? |,? {place}[\w.]{{0,8}},? ){place}")


def is_plural(words: str, language: Language) -> bool:
    plural = language.roles["plural"]
    return words.endswith(plural["endings"]) and not words.endswith(plural["singular"])


def side_of(words: str, language: Language) -> str:
    """The side that the words name first, as a code: "the first Respondent" → RESPONDENT."""
    found = _sides(language).search(words)
    return str(found.lastgroup) if found else ""


@cache
def _sides(language: Language) -> Pattern:
    labels = owner(language, "roles", "page").roles["page"]
    sides = [(side, words) for side, words in labels["sides"].items() if side != "OTHER"]
    return _any_case(rf"\b(?:{'|'.join(f'(?P<{side}>{one_of(words)})' for side, words in sides)})\b")


def called(role: str) -> str:
    """What a reason calls a role: `reason.role.…` of the catalogues."""
    return {"BENCH": "PRESIDENT", "LAWYER?": "REPRESENTATION"}.get(role, role)
