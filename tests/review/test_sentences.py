"""Every English sentence that a user of the page can meet has a key, and every catalogue has every key.

The sentences are read from the source: what is raised, answered, given as evidence or as the reason why a
part is not covered. What varies in a sentence (`{…}` in an f-string) is a number here. A new sentence fails
the test until `review/sentences` knows it.
"""

import ast
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import lexveil
from lexveil import messages
from lexveil.review import doubts, sentences, suggest
from lexveil.review.sentences import keyed
from lexveil.service import problems

SOURCE = Path(lexveil.__path__[0])
MESSAGES = SOURCE / "review" / "static" / "messages"
LANGUAGES = tuple(sorted(path.name for path in MESSAGES.iterdir()))
PLURAL = re.compile(r"\.(?:one|other)$")
PLACE = re.compile(r"\{(\w+)\}")

# Whose sentences reach the page: in a worker they are told as those of the service.
SPEAKING = ("review", "service", "formats", "check", "pipeline/coverage.py", "pipeline/export.py")
# Only the command line, the start of the service or a bug can say these.
ELSEWHERE = (
    "review/effort.py",  # a command of its own
    "formats/tables/",  # the service takes no tables
    "check/containers.py",  # the same
    "service/server.py",
    "service/stateless.py",
)
NOT_ON_THE_PAGE = {
    "--allow-uncovered '1': no part of this name is uncovered; those that are: 1",
    "'1' and its dictionary or report would be one file: rename the input",
    "'1' is the input itself: choose another folder with --out",
    "'1' belongs to '1', which was written before: choose another --out, or rename the input",
    "dictionary '1' does not exist: check the path",
    "dictionary '1' cannot be read (1)",
    "standard input has no suffix that tells its format: save it as a file",
}


def text_of(node: ast.expr, module: object) -> str | None:
    """The sentence that a piece of code makes, as far as it can be told from the code."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "1" for part in node.values)
        return "".join(map(str, parts))
    if isinstance(node, ast.Name) and isinstance(getattr(module, node.id, None), str):
        return str(getattr(module, node.id))
    return None


def calls(*folders: str) -> Iterator[tuple[str, object, ast.Call, str]]:
    """Each call in these folders, with its module and the name of what is called."""
    for folder in folders:
        place = SOURCE / folder
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            module = importlib.import_module(f"lexveil.{name.removesuffix('.py').replace('/', '.')}")
            for node in ast.walk(ast.parse(path.read_text("utf8"))):
                if isinstance(node, ast.Call):
                    yield name, module, node, ast.unparse(node.func).rpartition(".")[2]


def sentence(text: str) -> str:
    """The English sentence of an error's code; what is no code stays as it is."""
    return PLACE.sub("1", messages.render(f"error.{text}")) if messages.known(f"error.{text}") else text


def refusals() -> Iterator[tuple[str, str]]:
    errors = ("Conflict", "Taken", "Missing")
    for name, module, call, called in calls(*SPEAKING):
        if name.startswith(ELSEWHERE) or not call.args:
            continue
        told = call.args[1:2] if called in ("Problem", "answer") else call.args[:1]
        given = isinstance(call.func, ast.Name) and called == "error"  # a class that was passed on
        ours = given or called in ("Problem", "answer", *errors) or called.endswith("Error")
        if not ours or called in ("ValueError", "PydanticCustomError"):
            continue
        for each in told:
            for text in map(sentence, every(each, module, named=True)):
                if text.strip("1: ") and text not in NOT_ON_THE_PAGE:
                    yield name, text


def test_every_refusal_has_a_key():
    assert sorted({each for each in refusals() if not keyed(each[1])}) == []


def test_what_waits_for_the_user_is_seen_by_these_tests():
    found = {text for _, text in refusals()}
    assert "another entity has this pseudonym: choose another, or merge the two" in found
    assert "it is encrypted with a password: save it without" in found
    assert "the document must be approved before it is exported" in found
    assert len(found) > 150


def uncovered() -> Iterator[str]:
    """What stands after "uncovered", and what a page or a mail is found to have."""
    for path in sorted((SOURCE / "formats").rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if "tables" in name:
            continue
        module = importlib.import_module(f"lexveil.{name.removesuffix('.py').replace('/', '.')}")
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            listed = node.args if isinstance(node, ast.Call) else getattr(node, "elts", ())
            for state, why in pairwise(listed):
                if isinstance(state, ast.Constant) and state.value == "uncovered":
                    yield from every(why, module)
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("troubles.add"):
                yield from every(node.args[0], module)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith(".problem"):
                yield from every(node.value, module)


def every(node: ast.expr, module: object, *, named: bool = False) -> Iterator[str]:
    """`named`: what a variable of a function may hold counts too."""
    if isinstance(node, ast.IfExp):
        yield from (*every(node.body, module), *every(node.orelse, module))
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".get"):
        table = getattr(module, ast.unparse(node.func.value), {})  # type: ignore[attr-defined]
        yield from (*table.values(), *every(node.args[1], module))
    elif text := text_of(node, module):
        yield text
    elif named and isinstance(node, ast.Name):
        for each in ast.walk(ast.parse(inspect.getsource(module))):  # type: ignore[arg-type]
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == node.id:
                yield from every(each.value, module) if not isinstance(each.value, ast.Name) else ()


def test_every_reason_why_a_part_is_not_covered_has_a_key():
    found = set(uncovered())
    assert {"macros", "text written downwards", "a drawing that may hold text"} <= found
    assert sorted(each for each in found if each.strip() and not keyed(each)) == []


def test_several_reasons_of_one_page_have_one_key():
    said = keyed("damaged drawing instructions, text written downwards")
    assert said == {"key": "said.part.page", "values": {}}


# The catalogues -----------------------------------------------------------------------------------


def catalogue(language: str) -> dict[str, str]:
    parts = (json.loads(path.read_text("utf8")) for path in sorted((MESSAGES / language).glob("*.json")))
    return {key: text for part in parts for key, text in part.items()}


def codes() -> set[str]:
    """The codes that the page words by itself, as keys."""
    asked = {f"review.reason.{reason}" for reason in doubts.WEIGHTS}
    asked |= {f"review.resembles.{why}" for why in (suggest.SAME, suggest.SIMILAR, suggest.FAMILY)}
    asked |= {f"review.says.{role.lower()}" for role in ("PRESIDENT", "REPRESENTATION")}
    told_by_sentence = {"bad-request", "invalid", "not-allowed", "too-slow", "busy"}
    return asked | {f"error.{kind}" for kind in problems.STATUS if kind not in told_by_sentence}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_has_every_key_that_the_service_sends(language: str) -> None:
    found = {PLURAL.sub("", key) for key in catalogue(language)} | set(catalogue(language))
    assert sorted((sentences.keys() | codes()) - found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_asks_for_no_value_that_a_sentence_does_not_have(language: str) -> None:
    words = catalogue(language)
    lacking = []
    for table in sentences.TABLES:
        for line, key in table.items():
            for text in (words.get(key), words.get(f"{key}.one"), words.get(f"{key}.other")):
                if text and not set(PLACE.findall(text)) <= set(PLACE.findall(line)):
                    lacking.append((key, line))
    assert lacking == []


def test_no_two_tables_know_the_same_sentence():
    lines = [line for table in sentences.TABLES for line in table]
    assert len(lines) == len(set(lines))


# What a sentence becomes --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key", "values"),
    [
        ("list judge, line 12", "review.says.list", {"role": "JUDGE", "line": 12}),
        ("judges after the name", "review.says.after", {"role": "JUDGE"}),
        ("'represented by' before the name", "review.says.represented", {}),
        ("title 'dr' before the name", "review.says.title", {"title": "dr"}),
        ("court-eu: rule 3", "review.says.rule", {"policy": "court-eu", "number": 3}),
        ("context, of 2 who may be meant", "review.says.meant", {"people": 2}),
        (
            "expert by the words around the name, learned, 88% sure",
            "review.says.learned",
            {"role": "EXPERT", "share": 88},
        ),
        (
            "word/styles.xml: not well-formed XML in UTF-8: repair it",
            "said.file.damaged",
            {"where": "word/styles.xml"},
        ),
        ("this is a PDF, whatever its name says: export it as text or HTML", "said.file.kind", None),
    ],
)
def test_the_key_and_the_values_of_a_sentence(line, key, values):
    said = keyed(line)
    assert said is not None
    assert said["key"] == key
    assert values is None or said["values"] == values


def test_a_value_is_as_short_as_can_be():
    said = keyed("mine: rule 1: rule 2")
    assert said == {"key": "review.says.rule", "values": {"policy": "mine", "number": "1: rule 2"}}


def test_a_sentence_as_long_as_a_page_has_no_key():
    """What a file is made of can be called anything, and a key is looked for with every answer."""
    assert keyed(f"{'x' * sentences.LONGEST}: it is encrypted with a password: save it without") is None
    assert keyed(": " * (sentences.LONGEST // 2)) is None


@pytest.mark.parametrize("line", ["", "baker before the name", "Torvund came home", "a, b"])
def test_what_is_no_sentence_of_ours_has_no_key(line):
    assert keyed(line) is None


def test_values_are_cut_out_of_the_sentence():
    for _, text in refusals():
        said = keyed(text)
        assert said is not None
        assert all(str(value) in text for name, value in said["values"].items() if name != "role")
