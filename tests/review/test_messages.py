"""The messages of every language: those of the page, of errors and of reasons.

The page names its texts in three ways: `t("key")`, a key in a list that is passed to `t` later, and
`` t(`prefix.${name}`) `` where the name comes from the service. Errors and reasons come with their code. The
plural forms of `key` are `key.one` and `key.other`.
"""

import ast
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import lexveil
from lexveil import messages
from lexveil.config import MESSAGES
from lexveil.review import doubts, suggest
from lexveil.service import problems

SOURCE = Path(lexveil.__path__[0])
STATIC = SOURCE / "review" / "static"
LANGUAGES = MESSAGES  # of the page
FREE = {"de", "fr", "it", "es"}  # languages in which an error may say less than in English
COMMENT = re.compile(r"/\*.*?\*/|(?<![^\s])//[^\n]*", re.DOTALL)
SCRIPTS = {path: COMMENT.sub("", path.read_text("utf8")) for path in sorted(STATIC.rglob("*.js"))}
CODE = {path: ast.parse(path.read_text("utf8")) for path in sorted(SOURCE.rglob("*.py"))}

CALL = re.compile(r"""\b(?:t|word|known|words)\(\s*"([^"]+)\"""")
TEXT = re.compile(r"""["']([a-z][\w-]*(?:\.[\w-]+)+)["']""")
PREFIX = re.compile(r"\b(?:t|word|known|words|worded)\(\s*`([a-z][\w.-]*\.)\$\{")
PLACE = re.compile(r"\{(\w+)\}")
PLURAL = re.compile(r"\.(?:one|other)$")
ERROR = re.compile(r"[a-z_]+(?:[.-][a-z_-]+)*\.[a-z_-]+")

PARTING = ("startswith", "endswith", "removeprefix", "removesuffix", "partition", "split", "match", "search")
English = messages.catalogue("en")


def files(language: str) -> Iterator[Path]:
    yield from sorted((SOURCE / "languages" / language).glob("messages.json"))


def base(key: str) -> str:
    return PLURAL.sub("", key)


def of_page(key: str) -> bool:
    """Errors and reasons are worded elsewhere too, and may have no translation yet."""
    area = key.partition(".")[0]
    return area in AREAS and area != "reason" and base(key) not in ERRORS


def called(name: str) -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in CODE.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(name):
                yield path, node


def first(call: ast.Call) -> str:
    found = call.args[0] if call.args else None
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, str) else ""


RAISED = ("Error", "Problem", "Conflict", "Missing", "Taken", "answer")
TEXTS = {
    part.value
    for name in RAISED
    for _, call in called(name)
    for part in call.args[:2]
    if isinstance(part, ast.Constant) and isinstance(part.value, str)
}
ERRORS = {f"error.{text}" for text in TEXTS if ERROR.fullmatch(text)}


TOGETHER = "\n".join(SCRIPTS.values())
AREAS = {key.partition(".")[0] for key in (*CALL.findall(TOGETHER), *PREFIX.findall(TOGETHER))}


def test_every_language_with_a_catalogue_is_offered_on_the_page_and_the_command_line() -> None:
    offered = re.findall(r"^  (\w\w): \"", SCRIPTS[STATIC / "i18n.js"], re.MULTILINE)
    there = {path.parent.name for path in (SOURCE / "languages").glob("*/messages.json")}
    assert set(offered) == set(MESSAGES) == there


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_catalogue_is_complete(language: str) -> None:
    here = {base(key) for key in messages.catalogue(language)}
    assert sorted({base(key) for key in English} ^ here) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_untrimmed(language: str) -> None:
    words = messages.catalogue(language)
    assert [key for key, text in words.items() if not text or text != text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_asks_for_no_value_that_the_english_text_has_not(language: str) -> None:
    """It has them all; in some languages an error or a reason may say less."""
    differing = []
    for key, text in messages.catalogue(language).items():
        english = English.get(key) or English.get(f"{key}.other") or English[base(key)]
        here, there = set(PLACE.findall(text)), set(PLACE.findall(english))
        there |= {"role"} if "roles" in there else set()
        here |= {"role", "roles"} if here & {"role", "roles"} and "roles" in there else set()
        exact = language not in FREE or (of_page(key) and not key.startswith("error."))
        same = here == there if exact else here <= there
        if not same:
            differing.append(key)
    assert differing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_names_each_key_once(language: str) -> None:
    pairs: list[tuple[str, str]] = []
    for path in files(language):
        json.loads(path.read_text("utf8"), object_pairs_hook=pairs.extend)
    keys = sorted(key for key, _ in pairs)
    assert [key for key, following in pairwise(keys) if key == following] == []


def test_a_plural_has_both_forms() -> None:
    forms = {key.removesuffix(".other") for key in English if key.endswith(".other")}
    assert [form for form in sorted(forms) if f"{form}.one" not in English] == []


# The page -----------------------------------------------------------------------------------------


def test_every_text_that_the_page_asks_for_is_there() -> None:
    known = set(English) | {base(key) for key in English}
    asked = {(path.name, key) for path, source in SCRIPTS.items() for key in CALL.findall(source)}
    assert sorted((name, key) for name, key in asked if key not in known) == []


def test_every_family_of_texts_that_the_page_asks_for_is_there() -> None:
    asked = {(path.name, prefix) for path, source in SCRIPTS.items() for prefix in PREFIX.findall(source)}
    assert [pair for pair in sorted(asked) if not any(key.startswith(pair[1]) for key in English)] == []


def test_every_code_that_the_page_words_by_itself_is_there() -> None:
    asked = {f"review.reason.{reason}" for reason in doubts.WEIGHTS}
    asked |= {f"review.resembles.{why}" for why in (suggest.SAME, suggest.SIMILAR, suggest.FAMILY)}
    told_by_message = {"bad-request", "invalid", "not-allowed", "too-slow", "busy"}
    asked |= {f"error.{kind}" for kind in problems.STATUS if kind not in told_by_message}
    assert sorted(asked - set(English)) == []


def test_every_text_of_the_page_is_used() -> None:
    texts = set(TEXT.findall(TOGETHER))
    prefixes = tuple(set(PREFIX.findall(TOGETHER)))
    unused = [
        key
        for key in English
        if of_page(key) and not {key, base(key)} & texts and not key.startswith(prefixes)
    ]
    assert unused == []


# Errors and reasons -------------------------------------------------------------------------------


def test_every_reason_has_a_message() -> None:
    given = {(path.name, first(call)) for path, call in called("because") if first(call)}
    assert len(given) > 80
    assert sorted(each for each in given if not messages.known(f"reason.{each[1]}")) == []


def test_every_error_has_a_message() -> None:
    assert len(ERRORS) > 40
    assert sorted(key for key in ERRORS if not messages.known(key)) == []


def compared() -> Iterator[tuple[Path, str]]:
    """The texts with which code compares others, or takes them apart."""
    methods = (
        "startswith",
        "endswith",
        "removeprefix",
        "removesuffix",
        "partition",
        "split",
        "match",
        "search",
    )
    for path, tree in CODE.items():
        for node in ast.walk(tree):
            parts: list[ast.AST] = []
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in methods
            ):
                parts = list(node.args)
            elif isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
            for part in parts:
                for each in ast.walk(part):
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield path, each.value


def test_nobody_takes_our_own_sentences_apart() -> None:
    ours = [text for key, text in English.items() if key.startswith(("reason.", "error."))]
    found = {(path.name, text) for path, text in compared() if " " in text.strip() and len(text) > 6}
    assert sorted(each for each in found if any(each[1] in sentence for sentence in ours)) == []
