"""The words of the review page: every one in every language, and none that the page does not use.

The page names its texts in three ways: `t("key")`, a key in a list that is passed to `t` later, and
`` t(`prefix.${name}`) `` where the name comes from the service. Sentences of the service come with their key
(`review/sentences`). The plural forms of `key` are `key.one` and `key.other`.
"""

import json
import re
from pathlib import Path

import pytest

import lexveil.review
from lexveil.review import sentences

STATIC = Path(lexveil.review.__path__[0]) / "static"
LANGUAGES = ("en", "fi", "da", "de", "fr", "it", "es")
PARTS = ("shell", "review", "said")
COMMENT = re.compile(r"/\*.*?\*/|(?<![^\s])//[^\n]*", re.DOTALL)
SOURCES = {path: COMMENT.sub("", path.read_text("utf8")) for path in sorted(STATIC.rglob("*.js"))}

CALL = re.compile(r"""\b(?:t|word|known|words)\(\s*"([^"]+)\"""")
TEXT = re.compile(r"""["']([a-z][\w-]*(?:\.[\w-]+)+)["']""")
PREFIX = re.compile(r"\b(?:t|word|known|words)\(\s*`([a-z][\w.-]*\.)\$\{")
PLACE = re.compile(r"\{(\w+)\}")
PLURAL = re.compile(r"\.(?:one|other)$")


def catalogue(language: str, part: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / "messages" / language / f"{part}.json").read_text("utf8"))
    return found


def whole(language: str) -> dict[str, str]:
    return {key: text for part in PARTS for key, text in catalogue(language, part).items()}


def base(key: str) -> str:
    return PLURAL.sub("", key)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_keys(language: str, part: str) -> None:
    assert set(catalogue(language, part)) == set(catalogue("en", part))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_untrimmed(language: str, part: str) -> None:
    assert [key for key, text in catalogue(language, part).items() if not text or text != text.strip()] == []


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_placeholders_of_the_english_text(language: str, part: str) -> None:
    other = catalogue(language, part)
    differing = [
        key
        for key, text in catalogue("en", part).items()
        if set(PLACE.findall(other[key])) != set(PLACE.findall(text))
    ]
    assert differing == []


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_names_each_key_once(language: str, part: str) -> None:
    pairs: list[tuple[str, str]] = []
    text = (STATIC / "messages" / language / f"{part}.json").read_text("utf8")
    json.loads(text, object_pairs_hook=pairs.extend)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys))


def test_no_key_is_in_two_parts() -> None:
    keys = [key for part in PARTS for key in catalogue("en", part)]
    assert len(keys) == len(set(keys))


def test_a_plural_has_both_forms() -> None:
    keys = set(whole("en"))
    forms = {key.removesuffix(".other") for key in keys if key.endswith(".other")}
    assert [form for form in sorted(forms) if f"{form}.one" not in keys] == []


def test_every_text_that_the_page_asks_for_is_there() -> None:
    keys = set(whole("en"))
    known = keys | {base(key) for key in keys}
    asked = {(path.name, key) for path, source in SOURCES.items() for key in CALL.findall(source)}
    assert sorted((name, key) for name, key in asked if key not in known) == []


def test_every_family_of_texts_that_the_page_asks_for_is_there() -> None:
    keys = whole("en")
    asked = {(path.name, prefix) for path, source in SOURCES.items() for prefix in PREFIX.findall(source)}
    assert [pair for pair in sorted(asked) if not any(key.startswith(pair[1]) for key in keys)] == []


def test_every_text_is_used() -> None:
    together = "\n".join(SOURCES.values())
    texts = set(TEXT.findall(together)) | sentences.keys()
    prefixes = tuple(set(PREFIX.findall(together)))
    unused = [key for key in whole("en") if not {key, base(key)} & texts and not key.startswith(prefixes)]
    assert unused == []
