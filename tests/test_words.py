"""No folder but `languages/` knows a word of a language.

Walks the syntax tree of `src`: no string outside `languages/` holds a word of the tables `people`, `roles`,
`dates` and `labels` of any language, whole and in any case, in patterns too. Docstrings and the help of the
command line are prose for people who read the code and exempt; so are words of at most three letters, which
mean something in every language and in most notations, and function words, which `words.txt` owns. All other
exceptions stand in one place below, with their reasons.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lexveil import languages
from lexveil.model import CATEGORIES, ROLES, SIDES

SOURCE = Path(languages.__file__).parent.parent
TABLES = ("people", "roles", "dates", "labels")
SHORT = 3
HELP = {"help", "short_help", "epilog", "metavar", "description"}  # of commands, and of the API
LEFT = 0  # offences that are still there

# The one list of exceptions. Words of everyday that are also our own or every programmer's: reason → words.
ALLOWED = {
    "what our model, settings, options and kinds of changes are called": """
        added arbitration author birth body case cases category code date days decision decisions described
        document documents family firm firms identifier item learned letter mark month months name names
        named national note number organization organizations origin page pages part parts people
        person policies policy reference references refused rejected relative report role rule rules seconds
        section service state states title titles type version year years coordinates""",
    "terms of programs, files, databases and the web": """
        action application article attachment attachments batch block book border branch cell center class
        client codes command control count cross current declaration engine entry file files foreign form
        frame full group head identity instruction leading left level line local mail media member members
        model office option order paragraph paragraphs parent point points property public registry screen
        seal security sheet signature single start step surname transfer transport true unique unit work
        worker workers null""",
    "everyday words of our own messages and data": """
        answers cannot counts device digits docs figures footnote footnotes forms found heads index items kept
        lines made meant needs notes phones place plates previous read route sees settled
        standard team titles trailer""",
    "users and what they do; a measure": "uniform account accounts administrator editor login user",
    "English words that other languages have with another meaning": """
        articles asian bild hold langs make post side sign store time video""",
    "German words that are English or a program's as well": """
        alter base goes kind kinds migrations pers rahmen rates roman safe stand tabelle""",
    "French words that are English or a program's as well": """
        actions break cedex cour demi insertion parquet retention sentence""",
    "words of other languages that name things of ours": "articles asian bild ecli make",
    "words of Spanish and Catalan, and pieces of their patterns, that are terms of programs": """
        actor auto data dict direct formula manifest models port professional prop proves secret tabla
        target""",
    "Italian words that are terms of programs": "camera",
    "words of several languages that are names of our fields": "articles ecli",
    "Nordic words that are English or a file format.s as well": "asian bild make",
}
# Labels of corpora and of models, and codes of our own, that are written like words; only as a whole.
CODES = {
    "HTTP": "HEAD",
    "resolve: who presides, over whom; a lawyer unless something else is said": "BENCH PRESIDENT LAWYER?",
    "labels of InLegalNER, spaCy and other models": """
        PETITIONER RESPONDENT STATUTE CARDINAL ORDINAL NATIONALITY ORGANISATION COMPANY CITY OUTSIDE""",
    "reasons": "acts-for author-cited cited-party cited-work law-firm represented",
    "policies": "court-eu",
}
# Modules that hold words of a notation: names of elements, attributes, fields, fonts, keys, features, labels,
# and what a draw is for: another word would draw another name.
NOTATIONS = {
    "annotations/webannotation.py": "anno",
    "check/markup.py": "para",
    "cli/__init__.py": "doctor",
    "cli/doctor.py": "doctor writer",
    "detect/bodies.py": "court",
    "detect/citations.py": "parties",
    "detect/dates.py": "viii",
    "detect/addresses/homes.py": "home",
    "detect/identifiers.py": "card companies counsel land passport persons plate professional rank routing",
    "detect/labels.py": "numbered",
    "detect/models.py": "card legal",
    "detect/series.py": "land",
    "detect/addresses/numbers.py": "door street town",
    "detect/places.py": "city",
    "detect/plugins.py": "court identification nationality phone",
    "detect/references.py": "court register",
    "detect/titles.py": "counsel ordinal party",
    "cli/attack.py": "known",
    "evaluate/attacks/commands.py": "knows",
    "evaluate/attacks/display.py": "known membership register stay told well",
    "evaluate/attacks/files.py": "register suspects",
    "evaluate/attacks/knowledge.py": "born",
    "evaluate/attacks/survivors.py": "register",
    "evaluate/attacks/world.py": "membership switzerland",
    "evaluate/book/commands.py": "fell",
    "evaluate/book/compare.py": "fell",
    "evaluate/book/corpora.py": "echr manual marked test",
    "evaluate/book/measures.py": "better cost high",
    "evaluate/book/pages.py": """
        agreement evaluation fell marked outside paper plots private process rose says systems""",
    "evaluate/commands.py": "real",
    "evaluate/console.py": "plot",
    "evaluate/worlds.py": """
        appeal born claimant court defendant employer filed judge lawyer opening town witness witnesses""",
    "evaluate/display.py": "real recalled",
    "evaluate/leakage.py": "miss",
    "evaluate/origins.py": "asian east european south",
    "evaluate/corpus_commands.py": "answers",
    "evaluate/reading.py": "docket personal",
    "review/effort.py": "docket",
    "evaluate/red_team.py": "high team",
    "formats/docx/changes.py": "children",
    "formats/docx/relationships.py": "services",
    "formats/mail/__init__.py": "card",
    "formats/mail/bodies.py": "card",
    "formats/mail/headers.py": "agent delivered organisation protocol receipt submitted",
    "formats/markup/__init__.py": "region",
    "formats/markup/characters.py": "skype",
    "formats/odt/changes.py": "region",
    "formats/pdf/typesetting.py": "century descent",
    "formats/xml/elements.py": "judge lawyer party",
    "formats/xml/values.py": "ecli",
    "integrations/langchain.py": "call",
    "integrations/spacy.py": "component",
    "policy/parsing.py": "zone",
    "cli/publish.py": "court known licence somebody will",
    "publish/akn.py": "agent court identification judgment publication work",
    "publish/graph.py": "europa prov",
    "publish/iris.py": "europa justice",
    "publish/publication.py": "court",
    "publish/site.py": "cited court licence",
    "publish/triples.py": "agent court statute",
    "replace/render.py": "articles",
    "replace/surrogates/dates.py": "viii weeks",
    "replace/surrogates/identifiers.py": "iban phone",
    "replace/surrogates/nearby.py": "city region town",
    "replace/surrogates/organizations.py": "saint",
    "replace/surrogates/people.py": "father",
    "replace/surrogates/places.py": "city general town",
    "resolve/variants.py": "home",
    "resolve/features.py": "agreement alias married nickname",
    "resolve/ambiguous.py": "agreement minor parties party",
    "resolve/name_forms.py": "alias",
    "review/saved.py": "acts cited party represented statute work",
    "review/word_copy.py": "notice",
    "service/audit.py": "stopped",
    "service/exports.py": "stopped",
    "service/monitored.py": "counter health",
    "service/openid.py": "known well",
    "store/__init__.py": "known",
    "store/case.py": "appears",
    "store/vault.py": "appears",
}

_ESCAPE = re.compile(r"\\[A-Za-z]|\(\?P[<=]\w+[>)]")  # of patterns, and names of their groups
_WORD = re.compile(r"(?<![\w])[^\W\d_]+(?:['’][^\W\d_]+)*(?!\w)(\?)?")
_CODE = re.compile(r"[\w+-]+(?:[./:][\w+-]+)+")  # a module, a media type, a message


def listed(exceptions: dict[str, str]) -> set[str]:
    return {word for words in exceptions.values() for word in words.split()}


def leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from leaves(each)
    elif hasattr(value, "values"):
        for each in value.values():
            yield from leaves(each)


def words_of(text: str) -> Iterator[str]:
    """The words of a string or a pattern; of `experts?` both.

    >>> list(words_of(r"\\b(?:experts?|witness)\\s"))
    ['experts', 'expert', 'witness']
    """
    for found in _WORD.finditer(_ESCAPE.sub(" ", text)):
        word = found[0].rstrip("?").lower()
        yield word
        if found[1]:
            yield word[:-1]


@cache
def owned() -> frozenset[str]:
    """Every word of the tables."""
    found: set[str] = set()
    functions: set[str] = set()
    for code in languages.codes():
        functions |= languages.load(code).words["function"]
        for table in TABLES:
            for text in leaves(languages.own(code, table)):
                found.update(words_of(text))
    return (
        frozenset(word for word in found if len(word) > SHORT)
        - functions
        - {*" ".join(ALLOWED.values()).split()}
    )


def literals(tree: ast.AST) -> Iterator[ast.Constant]:
    """The strings of a module that are neither docstrings nor help, nor the key of a table."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            skipped.add(id(node.slice))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.keyword) and node.arg in HELP:
            skipped.update(id(each) for each in ast.walk(node.value))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Command":  # the table of `cli`
            skipped.update(map(id, node.args))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node


def holds(path: Path) -> set[str]:
    """The words of a module's strings; none where it is gone."""
    if not path.is_file():
        return set()
    tree = ast.parse(path.read_text("utf8"))
    return {word for node in literals(tree) for word in words_of(node.value)}


def offences() -> list[tuple[str, int, str]]:
    """Module, line and word."""
    found = []
    known = {*ROLES, *SIDES, *CATEGORIES, *listed(CODES)}
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith("languages/"):
            continue
        for node in literals(ast.parse(path.read_text("utf8"))):
            if node.value in known or _CODE.fullmatch(node.value):
                continue
            words = {*words_of(node.value)} & owned() - {*NOTATIONS.get(name, "").split()}
            found += [(name, node.lineno, word) for word in sorted(words)]
    return found


def test_words_are_seen_in_strings_and_patterns():
    tree = ast.parse('"""A judge."""\nA = r"\\bjudges?\\b"\nB = f"the judge {A}"\nf(help="the judge")')
    seen = [word for node in literals(tree) for word in words_of(node.value)]
    assert seen == ["judges", "judge", "the", "judge"]
    assert {"judge", "claimant", "january", "tammikuu"} <= owned()


@pytest.mark.skipif(LEFT > 0, reason="words are still being moved")
def test_every_exception_is_needed():
    needless = {name: {*words.split()} - holds(SOURCE / name) for name, words in NOTATIONS.items()}
    assert {name: words for name, words in needless.items() if words} == {}


def test_no_word_of_a_language_stands_outside_languages():
    found = offences()
    by_module = Counter(name for name, _, _ in found)
    told = [f"{name}: {count}" for name, count in by_module.most_common()]
    assert len(found) <= LEFT, "\n".join((*told, *(f"{name}:{line} {word}" for name, line, word in found)))
    if found:
        pytest.xfail(f"{len(found)} words are still outside languages/")
