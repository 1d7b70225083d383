"""A pattern that asks first what a match needs finds what `re` finds."""

import re
from pathlib import Path

import pytest

from lexveil import languages
from lexveil.languages import load
from lexveil.resolve import descriptions, phrases, professions
from lexveil.text import needed as module
from lexveil.text.needed import WORTH, Together, needed

CASES = Path(__file__).parents[2] / "src" / "lexveil" / "languages"
MOST = 2000  # places looked at
CAPITAL = re.compile(r"(?<!\w)[^\W\d_a-z]\w+")


@pytest.fixture(autouse=True)
def always(monkeypatch):
    monkeypatch.setattr(module, "WORTH", 1)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"judge", {"judge"}),
        (r"(?i)Judges?\s+$", {"judge", "judges"}),
        (r"(?:the )?(?:judge|justice) of", {"judge of", "justice of", "the judge of", "the justice of"}),
        (r"(?:(?:old|new) ){1,3}clerk\b", {"clerk"}),
        (r"\w+ (?:lord|lady)(?=ship)", {" lord", " lady"}),
        (r"(?:QC|KC)\.?", {"qc", "kc", "qc.", "kc."}),
        (r"ann|(?!)", {"ann"}),
        (r"(?!)", set()),
        (r"ann|\w+", None),  # of one that may be anything nothing is known
        (r"(?:ann)?\d+", None),
        (r"[a-z]{4}", None),
        (r"(ann) \1|b", None),  # too short a word
        (r"(?i)\u0430\u043d\u043d\u0430", None),  # letters that are not looked into
    ],
)
def test_what_a_match_needs(pattern, words):
    assert needed(re.compile(pattern)) == words


def test_letters_of_two_small_forms():
    together = Together()
    found = together.pattern(r"(?i)\bkirsi\b")
    for name in ("K\u0130R\u017fI", "\u212aIRSI", "k\u0131rs\u0131", "kirsa", "KIRSI"):
        text = f"by the judge, {name}, on the day"
        assert (found.search(text) is None) == (found.plain.search(text) is None)
    assert found.search(text)


def test_what_fits_is_replaced():
    pattern = Together().pattern(r" \(instructed by [^)]*\)")
    assert pattern.sub("", "Ann Roe (instructed by Poe LLP) for the appellant") == "Ann Roe for the appellant"
    assert pattern.sub("", "Ann Roe (in person) for the appellant") == "Ann Roe (in person) for the appellant"


def test_a_pattern_that_comes_late_is_asked_too():
    together = Together()
    first = together.pattern("appellant")
    text = "for the respondent, and for the appellant, too"
    assert first.search(text)
    late = together.pattern("respondent")
    assert late.search(text)
    assert not together.pattern("applicant").search(text)


def test_a_short_start_pays_no_analysis(monkeypatch):
    monkeypatch.setattr(module, "WORTH", WORTH)
    together = Together()
    pattern = together.pattern("appellant")
    for number in range(WORTH - 2):
        assert not pattern.search(f"{number} of those who were heard")
    assert "words" not in vars(pattern)


@pytest.mark.parametrize("language", languages.codes())
def test_patterns_before_names_find_the_same(language):
    """Before all words with a capital in the cases of the language, and there in capitals."""
    spoken = load(language)
    for words in (phrases.phrases, professions._words, descriptions._words):
        words(spoken)
    owners = {languages.owner(spoken, "roles", part) for part in ("phrases", "cited_judges", "descriptions")}
    patterns = [each for owner in owners for each in phrases.before_names(owner)._patterns]
    text = "\n".join(path.read_text("utf8") for path in sorted((CASES / language / "cases").glob("*.toml")))
    text = text or "heard the judge, Ms Roe, and Ann Doe"
    before = [text[max(0, at.start() - 120) : at.start()].rstrip("[{") for at in CAPITAL.finditer(text)]
    before = before[:: len(before) // MOST + 1]
    fits = 0
    for line in (*before, *(each.upper() for each in before[::5])):
        for pattern in patterns:
            expected = pattern.plain.search(line)
            fits += expected is not None
            found = pattern.search(line)
            assert (found and found.span()) == (expected and expected.span()), pattern.plain.pattern[:80]
    assert fits > 1
