"""A mechanism that reads a table does nothing where a language has none: what five languages must have.

What a key does is in docs/languages.md. A key of English or of another language that is not listed here is
one that only some languages need: endings of cases, articles at the end of a noun.
"""

import pytest

from lexveil.languages import load, numerals, own

CONTINENT = ("de", "fr", "it", "es", "ca")
EVERY = {
    "people": """
        generations generations_before nicknames.somebody nicknames.called nicknames.articles
        name_fields.family name_fields.given courtesy prose_titles same_title described.before
        described.of described.the described.together described.several pronouns kinship.m kinship.f
        kinship.words kinship.near kinship.relatives kinship.descendants beside.determiners
        beside.verbs beside.article beside.no_name_after beside.months role_before role_after
        names.stopped names.formerly titles.pure titles.everyday titles.several gender_words
        addressed.greetings addressed.closings addressed.in_messages addressed.questions
        spelling.cues spelling.alphabet elements.name_parts
    """,
    "roles": """
        phrases descriptions.whose descriptions.child descriptions.child_signs descriptions.kin
        descriptions.kin_signs descriptions.helpers descriptions.ranks descriptions.offices
        descriptions.gave descriptions.evidence_of plural.endings bench.chair before.represented
        after.is letters headings caption.introduced row.between cited.places introductions.party
        introductions.people introductions.before introductions.colon introductions.after
        bearer.parties bearer.minors bearer.dead related.joined related.own related.alias
        related.alias_signs related.renamed related.whom related.naming organizations.small
        organizations.firm_after page.between page.versus page.bench page.bench_labels page.counsel
        page.sides.DEFENDANT page.sides.APPELLANT page.sides.ACCUSED experts.sure experts.possible
        experts.works experts.does experts.at advocacy.says authors.works cited_judges.words
    """,
    "dates": "months.long months.short birth.words expressions.weekdays relative.words",
    "numbers": """
        cardinals.small cardinals.tens cardinals.hundred cardinals.and scales ordinals.words
        amounts.scales amounts.vague amounts.joining money.coins durations.units durations.prison
        ages.after ages.before measures.short measures.long
    """,
    "labels": """
        documents plates banking.labels phones.labels national.labels cases provisions law statutes
        addresses.office bodies courts organizations.law organizations.law_before
        organizations.introducing organizations.no_bodies organizations.acts_after initials.never
        initials.before citations
    """,
    "replace": """
        words brackets general.place organizations.kinds organizations.no_initial sentences articles
        eponyms
    """,
}
WITHOUT: dict[tuple[str, str], str] = {}  # who needs none of it, and why


def _has(table, path):
    for step in path.split("."):
        if step not in table:
            return False
        table = table[step]
    return bool(table)


@pytest.mark.parametrize("code", CONTINENT)
@pytest.mark.parametrize("table", EVERY)
def test_a_language_has_words_of_its_own_for_each_mechanism(code, table):
    missing = [
        path
        for path in EVERY[table].split()
        if not _has(own(code, table), path) and (code, path) not in WITHOUT
    ]
    assert missing == []


def test_every_exception_is_needed():
    tables = {path: table for table, paths in EVERY.items() for path in paths.split()}
    needless = [(code, path) for code, path in WITHOUT if _has(own(code, tables[path]), path)]
    assert needless == []


@pytest.mark.parametrize("code", CONTINENT)
def test_what_is_a_number_in_words_is_one_in_figures(code):
    language = load(code)
    numbers = (0, 1, 8, 16, 21, 28, 71, 80, 81, 95, 100, 101, 250, 1_000, 2_019, 12_345, 250_000, 3_000_007)
    assert [numerals.read(numerals.write(number, language), language) for number in numbers] == [*numbers]
