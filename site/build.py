"""The documentation as a site: docs/ as it is, with the reference made from the code.

    python site/build.py [--sources-only]

Comes in: docs/, README.md, the commands and `lexveil.__all__`. Goes out: artefacts/site, which works from the
disk. Links that leave docs/ become plain words. `mkdocs build --strict` fails on any other that is broken.
"""

import argparse
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import distribution, requires
from pathlib import Path
from typing import Any

import lexveil
from lexveil.cli import COMMANDS, loaded

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "artefacts" / "site-sources"
INSIDE = re.compile(r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")
NAME = re.compile(r"[A-Za-z0-9._-]+")
NAMED_BLOCK = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)  # a file: its kind, and what it is called


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources-only", action="store_true")
    alone = parser.parse_args().sources_only
    shutil.rmtree(SOURCES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCES)
    (SOURCES / "index.md").write_text(start(), "utf8")
    (SOURCES / "reference").mkdir()
    (SOURCES / "reference" / "cli.md").write_text("\n".join(command_lines()), "utf8")
    (SOURCES / "reference" / "python.md").write_text("\n".join(python_lines()), "utf8")
    (SOURCES / "licences.md").write_text("\n".join(licence_lines()), "utf8")
    for page in SOURCES.rglob("*.md"):
        page.write_text(inner(page), "utf8")
    if not alone:
        command = [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--config-file",
            str(ROOT / "site/mkdocs.yml"),
        ]
        sys.exit(subprocess.run(command).returncode)


def start() -> str:
    """README as the first page: what it calls by its place in the sources has a name here."""

    def link(found: re.Match[str]) -> str:
        page = ROOT / found[2]
        titled = found[1].removeprefix("docs/") == found[2].removeprefix("docs/") and page.suffix == ".md"
        name = page.read_text("utf8").partition("\n")[0].lstrip("# ") if titled else found[1]
        return f"[{name}]({found[2].removeprefix('docs/')})"

    return INSIDE.sub(link, (ROOT / "README.md").read_text("utf8"))


def inner(page: Path) -> str:
    """The page with links to nothing outside the site, and names of files before their blocks."""

    def link(found: re.Match[str]) -> str:
        target = found[2].partition("#")[0]
        there = not target or (page.parent / target).is_file()
        inside = (page.parent / target).resolve().is_relative_to(SOURCES.resolve())
        return found[0] if there and inside else found[1]

    return NAMED_BLOCK.sub(r"`\2`:\n\n```\1", INSIDE.sub(link, page.read_text("utf8")))


def command_lines() -> Iterator[str]:
    """Every command with its options, as the command line itself has them."""
    yield "# The command line\n"
    for name, about in COMMANDS.items():
        command = loaded(name)
        yield from described(f"lexveil {name}", command, about.help, about.example)
        for inner_name, inner_command in getattr(command, "commands", {}).items():
            yield from described(f"lexveil {name} {inner_name}", inner_command, inner_command.help or "", "")


def described(title: str, command: Any, help_: str, example: str) -> Iterator[str]:
    yield f"## `{title}`\n\n{help_}\n"
    if example:
        yield f"```\n{example}\n```\n"
    rows = [param for param in command.params if getattr(param, "help", "") and "--help" not in param.opts]
    if rows:
        yield "| | |\n|---|---|"
    for param in rows:
        named = ", ".join((*param.opts, *param.secondary_opts))
        options = named if named.startswith("-") else param.name.upper()
        yield f"| `{options}` | {param.help.replace('|', '&#124;')} |"
    yield ""


def python_lines() -> Iterator[str]:
    """Everything that `lexveil` exports, with its signature and docstring."""
    yield "# Names of `lexveil`\n\nExamples are in [From Python](../python.md).\n"
    for name in sorted(lexveil.__all__):
        found = getattr(lexveil, name)
        yield f"## `{name}`\n"
        yield from told(name, found)
        if inspect.isclass(found):
            for method, inner_found in vars(found).items():
                if inspect.isfunction(inner_found) and not method.startswith("_"):
                    yield f"### `{name}.{method}`\n"
                    yield from told(method, inner_found)


def told(name: str, found: Any) -> Iterator[str]:
    with suppress(TypeError, ValueError):
        yield f"```python\n{name}{inspect.signature(found)}\n```\n"
    text = inspect.getdoc(found) or ""
    if text and not text.startswith(f"{name}("):
        prose, mark, example = text.partition(">>>")
        yield prose.rstrip() + "\n"
        if mark:
            yield f"```python\n>>>{example.rstrip()}\n```\n"


def licence_lines() -> Iterator[str]:
    """What the core needs, with the licence that each package states."""
    yield "# Licences of what Lexveil needs\n\nLexveil is Apache-2.0; data and models: `NOTICE`.\n"
    yield "| package | version | licence |\n|---|---|---|"
    for name in needed():
        about = distribution(name)
        yield f"| {about.metadata['Name']} | {about.version} | {licence(about)} |"


def needed() -> list[str]:
    """Every package of the core, and what those need in turn."""
    met: set[str] = set()
    waiting = ["lexveil"]
    while waiting:
        for line in requires(waiting.pop()) or ():
            name = NAME.match(line)
            if name and "extra ==" not in line and name[0].lower() not in met:
                try:
                    distribution(name[0])
                except ImportError:  # of another system
                    continue
                met.add(name[0].lower())
                waiting.append(name[0])
    return sorted(met)


def licence(about: Any) -> str:
    said = about.metadata.get("License-Expression") or ""
    classes = about.metadata.get_all("Classifier") or ()
    classified = [each.rpartition(" :: ")[2] for each in classes if each.startswith("License")]
    free = (about.metadata.get("License") or "").strip().partition("\n")[0]
    return said or ", ".join(classified) or free[:60] or "see the package"


if __name__ == "__main__":
    main()
