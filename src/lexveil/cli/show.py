"""Commands that show something and write nothing: `entities`, `parts`, `check`, `policies`, `models`."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from lexveil import config, pipeline
from lexveil.cli import options
from lexveil.cli.output import LEAKED, Steps, console, entity_table, explanations, language, one_line, say
from lexveil.detect import ner
from lexveil.pipeline import tables


def entities(
    path: Annotated[Path, typer.Argument(help="A document.", show_default=False)],
    policy: options.PolicyName = config.DEFAULT_POLICY,
    metadata: options.Metadata = None,
    why: Annotated[
        bool, typer.Option("--why", help="Show why mentions are one person, and why the person has the role.")
    ] = False,
    tracked: options.Tracked = None,
    keep_metadata: options.KeepMetadata = False,
    block_tags: options.BlockTags = None,
    text_attributes: options.TextAttributes = None,
) -> None:
    """Show who and what was found, as a table. It prints the real names."""
    with one_line():
        settings = options.settings(
            tracked=tracked,
            keep_metadata=keep_metadata,
            block_tags=block_tags,
            text_attributes=text_attributes,
        )
        with Steps(str(path)) as steps:
            result = pipeline.pseudonymize(
                path, policy=policy, metadata=metadata, settings=settings, progress=steps
            )
    if why:
        for line in explanations(result):
            console.print(line, soft_wrap=True, highlight=False)
    else:
        console.print(entity_table(result))


def parts(
    path: Annotated[Path, typer.Argument(help="A document.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    tracked: options.Tracked = None,
    keep_metadata: options.KeepMetadata = False,
    text_columns: options.TextColumns = None,
) -> None:
    """Show the parts of a file: what is read, what is cleaned or kept, and what stops an export.

    An uncovered part may hold text that was not read; `run --allow-uncovered PART` lets it go out as it is.
    """
    with one_line():
        settings = options.settings(tracked=tracked, keep_metadata=keep_metadata, text_columns=text_columns)
        with Steps(str(path)) as steps:
            if tables.is_table(path):
                document = tables.whole(tables.read_table(path, settings=settings, progress=steps))
            else:
                document = pipeline.read(path, settings=settings, progress=steps)
    if as_json:
        rows = [{"part": part.name, "state": part.state, "why": part.explain()} for part in document.parts]
        told = {"document": document.id, "parts": rows, "notes": list(map(str, document.notes))}
        say(json.dumps(told, indent=1))
        return
    if not document.parts:
        console.print("All of the file is read.")
    table = Table(Column("part", overflow="fold"), "state", "why")  # whole: --allow-uncovered wants it so
    for part in document.parts:
        state = f"[red]{part.state}[/]" if part.state == "uncovered" else part.state
        table.add_row(escape(part.name), state, escape(part.explain(language())))
    if document.parts:
        console.print(table)
    for note in document.notes:
        say(note.render(language()))


def check(
    path: Annotated[Path, typer.Argument(help="A file that `lexveil run` wrote.", show_default=False)],
    dictionary: Annotated[
        Path,
        typer.Option("--dictionary", "-d", help="Its dictionary, NAME.lexveil.json.", show_default=False),
    ],
) -> None:
    """Search a written file for everything that had to go. It prints places, never names."""
    with one_line(), Steps(str(path)) as steps:
        steps("checking")
        checked = pipeline.recheck(path, dictionary)
    for part in checked.unread:
        say(f"could not be opened: {part}", style="yellow")
    if not checked.leaks:
        say(f"nothing left: {checked.texts} texts searched for {checked.forms} forms")
        return
    table = Table("part", "first at", "kind", "count", title="Still readable")
    offsets: dict[tuple[str, str], list[int]] = {}
    for leak in checked.leaks:
        offsets.setdefault((leak.part, leak.kind), []).append(leak.offset)
    for (part, kind), found in offsets.items():
        table.add_row(escape(part), str(found[0]), kind, str(len(found)))
    console.print(table)
    raise typer.Exit(LEAKED)


policies_app = typer.Typer(
    invoke_without_command=True, help="List the policies, show one, or check your own."
)


@policies_app.callback()
def policies(context: typer.Context) -> None:
    """List the policies that come with Lexveil."""
    if context.invoked_subcommand:
        return
    table = Table("policy", "what it does")
    for name, preset in config.presets().items():
        table.add_row(name, escape(preset.description))
    console.print(table)


@policies_app.command("show")
def policies_show(
    name: Annotated[str, typer.Argument(help="A preset, or a .toml file.", show_default=False)],
) -> None:
    """Print the TOML of a policy; that of a preset has comments, to start one of your own from."""
    with one_line():
        text = config.policy_text(name)
    console.print(text, markup=False, highlight=False, soft_wrap=True, end="")


@policies_app.command("check")
def policies_check(
    file: Annotated[str, typer.Argument(help="A .toml file, or a preset.", show_default=False)],
) -> None:
    """Say whether a policy holds together; else which line and key are wrong."""
    with one_line():
        policy = config.policy(file)
    styles = sorted({rule.style for rule in policy.rules if rule.action == "replace"})
    kept = sum(rule.action == "keep" for rule in policy.rules)
    rules = f"{len(policy.rules)} rule{'s' * (len(policy.rules) > 1)}, {kept} of them keep"
    told = f"styles: {', '.join(styles) or 'none'}; language: {policy.language or 'the document'}"
    approval = "; the service exports only what was approved" if policy.approval else ""
    say(f"ok: {rules}; {told}{approval}")


def models() -> None:
    """List the neural detectors inside the package, each with a summary of its card."""
    for name, settings in ner.shipped().items():
        table = Table("", name)
        for key, value in settings["card"].items():
            table.add_row(key, escape(value))
        size = sum(path.stat().st_size for path in (ner.MODELS / name).iterdir())
        table.add_row("size", f"{size / 1e6:.1f} MB")
        table.add_row("operating points", ", ".join(settings["points"]))
        console.print(table)
