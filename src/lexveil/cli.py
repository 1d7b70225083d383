"""The command line: `lexveil run`, `lexveil entities`, `lexveil policies`.

Exit codes: 0 all went well; 1 a file could not be processed, and the line on standard error says why and what
to do; 2 the command was not understood; 3 the leak check stopped an export.
"""

import dataclasses
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from lexveil import config, pipeline
from lexveil.detect import DETECTORS, ner
from lexveil.errors import LeakError, LexveilError, OutputError
from lexveil.evaluate.commands import app as evaluate_app
from lexveil.pipeline import Result
from lexveil.policy import Policy

FAILED, LEAKED = 1, 3
SLOW = 1.0  # seconds after which a bar is shown
STEPS = len(DETECTORS) + 5  # reading, the detectors, resolving, deciding, writing, checking
EXCERPT = 3  # passages that --show prints

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Pseudonymize legal documents: one person, one pseudonym, in the document's own format.",
    epilog="Exit codes: 0 done, 1 a file could not be processed, 2 wrong usage, 3 stopped by the leak check",
)
policies_app = typer.Typer(invoke_without_command=True, help="List the policies, or show one.")
app.add_typer(policies_app, name="policies")
app.add_typer(evaluate_app, name="evaluate")

console = Console()
errors = Console(stderr=True, soft_wrap=True, highlight=False)

Files = Annotated[list[Path], typer.Argument(help="Documents: .txt, .html", show_default=False)]
PolicyName = Annotated[
    str, typer.Option("--policy", "-p", help="A preset (see `lexveil policies`) or a .toml file.")
]
Metadata = Annotated[
    Path | None,
    typer.Option("--metadata", "-m", help="Case metadata, a JSON file: parties, judges, counsel …"),
]


@app.command(
    epilog="Example: `lexveil run award.html --metadata case.json --policy arbitration --out published`"
)
def run(
    paths: Files,
    policy: PolicyName = config.DEFAULT_POLICY,
    metadata: Metadata = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the results.")] = Path("pseudonymized"),
    with_dictionary: Annotated[
        bool,
        typer.Option("--json/--no-json", help="Write NAME.lexveil.json, the dictionary with the real names."),
    ] = True,
    show: Annotated[bool, typer.Option("--show", help="Print passages before and after.")] = False,
    balance: Annotated[
        bool, typer.Option("--balance", help="Fewer needless hits, a few more misses (LEXVEIL_BALANCE).")
    ] = False,
    case: Annotated[
        str,
        typer.Option("--case", help="The files are one case: same person, same pseudonym in all of them."),
    ] = "",
) -> None:
    """Pseudonymize documents and write them, in their own format, into a folder."""
    try:
        chosen = config.policy(policy)
        known = config.metadata(metadata) if metadata else None
        settings = config.settings()
        settings = dataclasses.replace(settings, balance=settings.balance or balance)
        _distinct(paths, out)
    except LexveilError as error:
        raise _failed(error) from None
    groups = [paths] if case else [[path] for path in paths]
    status = 0
    for group in groups:
        try:
            done = _run(group, case, chosen, known, settings, out, with_dictionary)
        except LexveilError as error:
            status = max(status, _failed(error).exit_code)
            continue
        for result, written in done:
            _summary(result, written)
            if show:
                _excerpts(result)
    raise typer.Exit(status)


def _run(
    paths: list[Path],
    case: str,
    policy: Policy,
    metadata: Mapping[str, Any] | None,
    settings: config.Settings,
    out: Path,
    with_dictionary: bool,
) -> list[tuple[Result, tuple[Path, ...]]]:
    """One document, or all of a case together; what cannot be read stops the whole case."""
    with _Steps(case or str(paths[0]), STEPS * len(paths)) as steps:
        documents = [
            pipeline.read(path, metadata=metadata, settings=settings, progress=steps) for path in paths
        ]
        for path in paths:
            pipeline.targets(path, out)
        results = pipeline.analyze_case(
            documents, policy=policy, case=case, settings=settings, progress=steps
        )
        written = pipeline.export_case(
            results, paths, out, with_dictionary=with_dictionary, settings=settings, progress=steps
        )
        return list(zip(results, written, strict=True))


@app.command(epilog="Example: `lexveil entities award.html --metadata case.json`")
def entities(
    path: Annotated[Path, typer.Argument(help="A document.", show_default=False)],
    policy: PolicyName = config.DEFAULT_POLICY,
    metadata: Metadata = None,
    why: Annotated[
        bool, typer.Option("--why", help="Show why mentions are one person, and why the person has the role.")
    ] = False,
) -> None:
    """Show who and what was found, as a table. It prints the real names."""
    try:
        with _Steps(str(path)) as steps:
            result = pipeline.pseudonymize(path, policy=policy, metadata=metadata, progress=steps)
    except LexveilError as error:
        raise _failed(error) from None
    if why:
        for line in _explanations(result):
            console.print(line, soft_wrap=True, highlight=False)
    else:
        console.print(_entity_table(result))


@policies_app.callback()
def policies(context: typer.Context) -> None:
    """List the policies that come with Lexveil."""
    if context.invoked_subcommand:
        return
    table = Table("policy", "what it does")
    for name, preset in config.presets().items():
        table.add_row(name, preset.description)
    console.print(table)


@policies_app.command("show")
def policies_show(name: Annotated[str, typer.Argument(help="A preset.", show_default=False)]) -> None:
    """Print a preset's commented TOML, to start one of your own from."""
    try:
        console.print(config.preset_text(name), markup=False, highlight=False, soft_wrap=True, end="")
    except LexveilError as error:
        raise _failed(error) from None


@app.command(epilog="Example: `lexveil models`")
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


def main() -> None:
    try:
        app()
    except LexveilError as error:
        sys.exit(_failed(error).exit_code)


# Output ------------------------------------------------------------------------------------------


def _failed(error: LexveilError) -> typer.Exit:
    errors.print(f"lexveil: {error}", markup=False)
    return typer.Exit(LEAKED if isinstance(error, LeakError) else FAILED)


def _distinct(paths: list[Path], out: Path) -> None:
    """Two inputs of one name would write over each other."""
    seen: dict[Path, Path] = {}
    for path in paths:
        for target in (out / path.name, out / f"{path.stem}.lexveil.json"):
            if seen.setdefault(target, path) != path:
                raise OutputError(
                    f"'{seen[target]}' and '{path}' would both write '{target}': run them apart"
                )


def _summary(result: Result, written: tuple[Path, ...]) -> None:
    replaced = {replacement.entity for replacement in result.replacements}
    low = sum(1 for entity in result.entities if entity.id in replaced and entity.certainty == 3)
    console.print(f"[bold]{escape(str(written[0]))}[/]", highlight=False, soft_wrap=True)
    console.print(
        f"  {len(replaced)} entities in {len(result.replacements)} places replaced by policy "
        f"{escape(result.policy.name)}" + (f"; {low} of them are uncertain, please check" if low else ""),
        highlight=False,
        soft_wrap=True,
    )
    if result.named_by(written[0].name):
        console.print(
            "  the file's own name holds a replaced name: rename it before publishing", style="yellow"
        )
    for note in result.document.notes:
        console.print(f"  {escape(note)}", highlight=False, soft_wrap=True)
    for path in written[1:]:
        console.print(
            f"  {escape(str(path))} maps pseudonyms to real names: keep it apart",
            highlight=False,
            soft_wrap=True,
        )


def _excerpts(result: Result) -> None:
    """The passages with the most different pseudonyms, original over result."""
    table = Table("before", "after", title="Before and after", show_lines=True)
    for before, after in _passages(result)[:EXCERPT]:
        table.add_row(before, after)
    console.print(table)


def _passages(result: Result) -> list[tuple[str, str]]:
    text = result.document.text
    found: list[tuple[int, str, str]] = []
    start = at = 0
    for block in [*text.split("\n\n")]:
        end = start + len(block)
        before, after, last, who = "", "", start, set()
        while at < len(result.replacements) and result.replacements[at].start < end:
            each = result.replacements[at]
            before += escape(text[last : each.start]) + f"[red]{escape(text[each.start : each.end])}[/]"
            after += escape(text[last : each.start]) + f"[green]{escape(each.text)}[/]"
            last, at = each.end, at + 1
            who.add(each.entity)
        if who and len(block) < 900:
            found.append((-len(who), before + escape(text[last:end]), after + escape(text[last:end])))
        start = end + 2
    return [(before, after) for _, before, after in sorted(found, key=lambda passage: passage[0])]


def _entity_table(result: Result) -> Table:
    table = Table("role", "category", "pseudonym", "certainty", "mentions", "forms")
    pseudonyms = {each["id"]: each["pseudonym"] for each in result.dictionary()["lexveil"]["entities"]}
    text = result.document.text
    for entity in sorted(result.entities, key=lambda entity: (entity.category != "PERSON", entity.role)):
        forms = dict.fromkeys(" ".join(text[span.start : span.end].split()) for span in entity.spans)
        table.add_row(
            entity.role,
            entity.category,
            escape(pseudonyms[entity.id] or "–"),
            str(entity.certainty),
            str(len(entity.spans)),
            escape(" · ".join(forms)),
        )
    return table


def _explanations(result: Result) -> Iterator[str]:
    """Each person and organisation: mentions, links with their scores, evidence for the role."""
    text = result.document.text
    for entity in result.entities:
        if entity.category not in ("PERSON", "ORG", "COURT"):
            continue
        forms = Counter(" ".join(text[span.start : span.end].split()) for span in entity.spans)
        named = ", ".join(f"{form} × {count}" if count > 1 else form for form, count in forms.items())
        yield f"[bold]{entity.role}[/] {escape(named)} (certainty {entity.certainty})"
        for link in entity.links:
            pair = (text[link.span.start : link.span.end], text[link.to.start : link.to.end])
            one, other = (escape(" ".join(each.split())) for each in pair)
            yield f"    {one} = {other}: {link.score:.2f}, {escape(link.why)}"
        for reason in entity.why:
            yield f"    role: {escape(reason)}"


class _Steps:
    """Shows a bar, on standard error, once the work has taken over a second."""

    def __init__(self, name: str, total: int = STEPS) -> None:
        columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        self.bar = Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty())
        self.task = self.bar.add_task(escape(name), total=total)
        self.timer = threading.Timer(SLOW, self.bar.start)
        self.timer.daemon = True

    def __enter__(self) -> "_Steps":
        self.timer.start()
        return self

    def __call__(self, step: str) -> None:
        self.bar.update(self.task, advance=1, description=step)

    def __exit__(self, *_: object) -> None:
        self.timer.cancel()
        self.timer.join()
        self.bar.stop()
