"""Every command line in README and docs is one: the command is there, and so are its options."""

import re
import shlex
from pathlib import Path

import pytest

from lexveil.cli import COMMANDS, loaded

ROOT = Path(__file__).parent.parent
PAGES = [
    path
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if "decisions" not in path.parts and path.name != "CHANGELOG.md"
]
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(lexveil [a-z][^`]*)`")
OURS = ("--version", "--messages", "--config", "--help")  # before the command
PLACEHOLDER = re.compile(r"\[(--[\w-]+)[^\]]*\]")  # an option that may be given, as in a synopsis


def command_lines(path):
    text = path.read_text("utf8")
    blocks = "\n".join(BLOCK.findall(text)).replace("\\\n", " ")
    lines = [line for line in blocks.splitlines() if re.match(r"\s*lexveil ", line)]
    return [*lines, *(each.replace("\n", " ") for each in INLINE.findall(text))]


def words_of(line):
    bare = PLACEHOLDER.sub(r"\1", line).partition("  #")[0].partition(" # ")[0]
    bare = re.split(r"\s[|<>]\s|\s(?:\|\||&&)\s|\s2?>", bare)[0]
    try:
        return shlex.split(bare)
    except ValueError:  # an apostrophe in a sentence
        return bare.split()


def problem(line):
    """What is wrong with a command line; "" if nothing is."""
    words = words_of(line)[1:]
    while words and words[0] in OURS:
        words = words[2:] if words[0] in ("--messages", "--config") else words[1:]
    if not words:
        return ""
    name, *rest = words
    if name not in COMMANDS:
        return f"no command {name}"
    command = loaded(name)
    inner = getattr(command, "commands", {})
    if inner and rest and not rest[0].startswith("-"):
        if rest[0] not in inner:
            return f"no command {name} {rest[0]}"
        command = inner[rest[0]]
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    given = {word.partition("=")[0].rstrip(",.;:)…") for word in rest if re.match(r"--[a-z]", word)}
    given = {part for word in given for part in word.split("/")}
    unknown = given - known - {"--help"}
    return f"{name} has no {', '.join(sorted(unknown))}" if unknown else ""


def test_a_wrong_line_is_seen():
    assert problem("lexveil ruin award.html") == "no command ruin"
    assert problem("lexveil run award.html --police strict") == "run has no --police"
    assert problem("lexveil vault dance") == "no command vault dance"
    assert problem("lexveil run a.txt --policy strict   # --nonsense") == ""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_line_is_one(path):
    found = [(line, problem(line)) for line in command_lines(path)]
    assert [(line, wrong) for line, wrong in found if wrong] == []
