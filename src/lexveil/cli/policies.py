"""`lexveil policies` and `lexveil models`: what comes with the package."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from lexveil import config
from lexveil.cli.output import console, one_line
from lexveil.detect import ner

app = typer.Typer(invoke_without_command=True, help="List the policies, show one, or check your own.")


@app.callback()
def policies(context: typer.Context) -> None:
    """List the policies that come with Lexveil."""
    if context.invoked_subcommand:
        return
    table = Table("policy", "what it does")
    for name, preset in config.presets().items():
        table.add_row(name, escape(preset.description))
    console.print(table)


@app.command("show")
def policies_show(
    name: Annotated[str, typer.Argument(help="A preset, or a .toml file.", show_default=False)],
) -> None:
    """Print the TOML of a policy; that of a preset has comments, to start one of your own from."""
    with one_line():
        text = config.policy_text(name)
    console.print(text, markup=False, highlight=False, soft_wrap=True, end="")


@app.command("check")
def policies_check(
    file: Annotated[str, typer.Argument(help="A .toml file, or a preset.", show_default=False)],
) -> None:
    """Say whether a policy holds together; else which line and key are wrong."""
    with one_line():
        policy = config.policy(file)
    styles = sorted({rule.style for rule in policy.rules if rule.action == "replace"})
    kept = sum(rule.action == "keep" for rule in policy.rules)
    rules = f"{len(policy.rules)} rule{'s' * (len(policy.rules) > 1)}, {kept} of them keep"
    told = (
        f"ok: {rules}; styles: {', '.join(styles) or 'none'}; language: {policy.language or 'the document'}"
    )
    if policy.approval:
        told += "; the service exports only what was approved"
    console.print(told, markup=False, highlight=False, soft_wrap=True)


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
