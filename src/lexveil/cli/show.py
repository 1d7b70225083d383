"""Commands that show something and write nothing: `entities`, `parts`, `check`, `policies`, `models`."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column

from lexveil import config, pipeline
from lexveil.cli import options, output
from lexveil.cli.output import (
    LEAKED,
    UNREVIEWED,
    Steps,
    console,
    language,
    one_line,
    say,
    show_table,
    worded,
)
from lexveil.detect.models import MODELS, shipped
from lexveil.formats import disk
from lexveil.pipeline import tables

Document = Annotated[Path, typer.Argument(help="A document.", show_default=False)]
_why = "Show why mentions are one person, and why the person has the role."
Why = Annotated[bool, typer.Option("--why", help=_why)]
_dictionary = "Its dictionary, NAME.lexveil.json."
Dictionary = Annotated[Path, typer.Option("--dictionary", "-d", help=_dictionary, show_default=False)]


_text = "Write the text that offsets count in, those of the dictionary and of `--show`, UTF-8."
TextFile = Annotated[Path | None, typer.Option("--text", metavar="FILE", help=_text, show_default=False)]


def entities(
    context: typer.Context,
    path: Document,
    policy: options.PolicyName = config.DEFAULT_POLICY,
    metadata: options.Metadata = None,
    language: options.Language = None,
    why: Why = False,
    tracked: options.Tracked = None,
    keep_metadata: options.KeepMetadata = False,
    block_tags: options.BlockTags = None,
    text_attributes: options.TextAttributes = None,
    citation_classes: options.CitationClasses = None,
    text: TextFile = None,
) -> None:
    with one_line(), Steps(str(path)) as steps:
        settings = options.settings(context)
        result = pipeline.pseudonymize(
            path,
            policy=policy,
            metadata=config.metadata_for(path, metadata),
            settings=settings,
            progress=steps,
        )
    if text:
        with one_line():
            disk.save(result.document.text.encode(), text)
    if why:
        for line in output.explanations(result):
            console.print(line, soft_wrap=True, highlight=False)
    else:
        output.entity_table(result)


def parts(
    context: typer.Context,
    path: Document,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    tracked: options.Tracked = None,
    keep_metadata: options.KeepMetadata = False,
    text_columns: options.TextColumns = None,
) -> None:
    """Show the parts of a file: what is read, what is cleaned or kept, and what stops an export.

    An uncovered part may hold text that was not read; `run --allow-uncovered PART` lets it go out as it is.
    """
    with one_line(), Steps(str(path)) as steps:
        settings = options.settings(context)
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
    else:
        red = {"uncovered": "[red]uncovered[/]"}
        shown = (
            (escape(part.name), red.get(part.state, part.state), escape(part.explain(language())))
            for part in document.parts
        )
        # Names are folded, not cut: --allow-uncovered wants them whole.
        show_table((Column("part", overflow="fold"), "state", "why"), shown)
    for note in document.notes:
        say(note.render(language()))


def check(
    path: Annotated[Path, typer.Argument(help="A file that `lexveil run` wrote.", show_default=False)],
    dictionary: Dictionary,
) -> None:
    with one_line(), Steps(str(path)) as steps:
        steps("checking")
        checked = pipeline.recheck(path, dictionary)
    for part in checked.unread:
        say(f"could not be opened: {part}", style="yellow")
    if checked.listed and not checked.leaks:
        say(worded("cli.needs-review", number=checked.listed), style="yellow")
        raise typer.Exit(UNREVIEWED)
    if not checked.leaks:
        say(f"nothing left: {checked.texts} texts searched for {checked.forms} forms")
        return
    offsets: dict[tuple[str, str], list[int]] = {}
    for leak in checked.leaks:
        offsets.setdefault((leak.part, leak.kind), []).append(leak.offset)
    rows = ((escape(part), str(at[0]), kind, str(len(at))) for (part, kind), at in offsets.items())
    show_table(("part", "first at", "kind", "count"), rows, title="Still readable")
    raise typer.Exit(LEAKED)


policies_app = typer.Typer(
    invoke_without_command=True, help="List the policies, show one, or check your own."
)


@policies_app.callback()
def policies(context: typer.Context) -> None:
    """List the policies that come with Lexveil."""
    if not context.invoked_subcommand:
        rows = ((name, escape(preset.description)) for name, preset in config.presets().items())
        show_table(("policy", "what it does"), rows)


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
    for name, settings in shipped().items():
        rows = [(key, escape(value)) for key, value in settings["card"].items()]
        size = sum(path.stat().st_size for path in (MODELS / name).iterdir())
        rows += [("size", f"{size / 1e6:.1f} MB"), ("operating points", ", ".join(settings["points"]))]
        show_table(("", name), rows)
