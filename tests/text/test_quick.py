"""Patterns tried only where they can begin find what `re` finds."""

import gc
import random
import re
from pathlib import Path

import pytest

from lexveil import detect
from lexveil.languages import codes
from lexveil.model import Document
from lexveil.text import quick
from lexveil.text.quick import Quick

CASES = Path(__file__).parents[2] / "src" / "lexveil" / "languages"
PATTERNS = (
    r"(?i)\b(?:sections?|rules?|ss?) ?\d+",
    r"(?<!\w)(?:[A-Z]{2}\d|[Nn]o\.? \d|§)",
    r"\b(?:the )?(?:Court|court of) [A-Z]\w+",
    r"(?i:kirk|straße|ısle|ſon)\w*",
    r"(?:ab|a){2}c|(?!)|\d{1,4} (?:UKSC|EWHC)",
    r"(?m)^Re: \w+",
    r"(?<=\s)(?:x|yz)+(?=q)",
    r"(?=Roe)Roe(?P<end>s?)",
)
WORDS = (
    "section sections SECTIONS Rule s 4 ss12 §7 AB1 ab1 no.  No. 5 the Court Court of Appeal kirK KIRK "
    "STRAẞE Isle İsle ISLE ısle ſon SON aac abac aabc 123 UKSC 12 Re: Re:x x xq yzq Roes Roe\n \n é € _s "
    "s_ 4s s4 Σ"
).split(" ")


@pytest.fixture(autouse=True)
def always(monkeypatch):
    monkeypatch.setattr(quick, "WORTH", 0)


def same(pattern: Quick, text: str, *bounds: int) -> None:
    wanted = [each.span() for each in pattern.plain.finditer(text, *bounds)]
    assert [each.span() for each in pattern.finditer(text, *bounds)] == wanted, pattern.plain.pattern[:80]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_same_is_found_in_any_order_of_words(pattern):
    draw, tried = random.Random(5), Quick(pattern)
    assert tried.places is not None
    for _ in range(300):
        text = draw.choice((" ", "")).join(draw.choices(WORDS, k=40))
        low = draw.randrange(len(text))
        same(tried, text)
        same(tried, text, low, min(len(text), low + draw.randrange(200)))


@pytest.mark.parametrize("pattern", [r"\w+ed\b", r"[^a]b", r"x?", r"(?:a|.)b", r"(a)?\1b"])
def test_a_pattern_that_begins_anywhere_is_left_as_it_is(pattern):
    assert Quick(pattern).places is None


def test_search_and_find_agree():
    tried = Quick(r"(?i)\bsections? \d+")
    assert tried.search("Under the law, in Section 4 and section 5")[0] == "Section 4"
    assert tried.search("Under the law, in intersection 4 and so on") is None


def test_a_short_start_pays_no_analysis(monkeypatch):
    monkeypatch.setattr(quick, "WORTH", 100)
    tried = Quick(r"(?i)\bsections? \d+")
    assert [each[0] for each in tried.finditer("of section 4 of the Act of 1998")] == ["section 4"]
    assert "places" not in vars(tried)


@pytest.mark.parametrize("language", codes())
def test_every_pattern_of_the_rules_finds_the_same(language):
    """On all texts of the cases of the language, and on them in capitals."""
    text = "\n".join(path.read_text("utf8") for path in sorted((CASES / language / "cases").glob("*.toml")))
    text = text[:60_000] or "Section 4"
    document = Document("cases", text[:2000], language=language)
    names = tuple(name for name in detect.DETECTORS if name != detect.MODEL)
    detect.by_rules(detect.prepare(document, names, options={}), names, options={})
    patterns = {id(each): each for each in gc.get_objects() if isinstance(each, Quick)}.values()
    assert len(patterns) > 40
    assert sum(each.places is not None for each in patterns) > 30
    assert all(isinstance(each.plain, re.Pattern) for each in patterns)
    for each in patterns:
        same(each, text)
        same(each, text.upper())
