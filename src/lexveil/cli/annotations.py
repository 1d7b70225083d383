"""`lexveil annotations`: from the format of one annotation tool into another's, and proposals for all."""

import json
from pathlib import Path
from typing import Annotated

import typer

from lexveil import annotations, config, pipeline
from lexveil.annotations import FORMATS
from lexveil.cli import options, output
from lexveil.cli.inputs import inputs
from lexveil.cli.output import Line, one_line, say, show_table, worded
from lexveil.errors import OutputError
from lexveil.evaluate.gold import Gold, Mention
from lexveil.formats import disk
from lexveil.model import CATEGORIES
from lexveil.review import copies
from lexveil.review.state import going

app = typer.Typer(no_args_is_help=True, help="Annotations of other tools: convert them, or propose some.")

_names = "|".join(FORMATS)
_source = "A file; a folder where every document has files of its own."
Source = Annotated[Path, typer.Argument(help=_source, show_default=False)]
To = Annotated[str, typer.Option("--to", metavar=_names, help="The format to write.", show_default=False)]
_from = "The format to read, unless the suffix shows it."
From = Annotated[str, typer.Option("--from", metavar=_names, help=_from, show_default=False)]
_out = "A new file, or a folder for brat, inception, webannotation and psilence."
Out = Annotated[Path, typer.Option("--out", "-o", help=_out, show_default=False)]
Documents = Annotated[list[Path], typer.Argument(help="Documents, or folders of them.", show_default=False)]


@app.command(epilog="Example: `lexveil annotations convert corpus.ann --to doccano --out corpus.jsonl`")
def convert(source: Source, to: To, out: Out, from_: From = "") -> None:
    """Read annotated documents in one format, write them in another."""
    with one_line():
        annotations.format_of(to)
        found = annotations.read(source, named=from_)
        written = annotations.write(found, out, named=to)
    _say(found, written)


@app.command(epilog="Example: `lexveil annotations propose award.html --to labelstudio --out tasks.json`")
def propose(
    context: typer.Context,
    paths: Documents,
    to: To,
    out: Out,
    policy: options.PolicyName = config.DEFAULT_POLICY,
    language: options.Language = None,
) -> None:
    """Find who and what is named, and write it as annotations for somebody to correct: real names and all."""
    with one_line():
        annotations.format_of(to)
        settings = options.settings(context)
        chosen = options.policy(policy)
        found = []
        files = inputs(paths, out).files
        with Line(len(files)) as line:
            for path, _ in files:
                with line.of(str(path)) as steps:
                    document = pipeline.read(path, settings=settings, progress=steps)
                    result = pipeline.analyze(document, policy=chosen, settings=settings, progress=steps)
                found.append(_gold(result, path))
        written = annotations.write(found, out, named=to)
    _say(tuple(found), written)


@app.command("copy", epilog="Example: `lexveil annotations copy award.html --out copies`")
def copy_(
    context: typer.Context,
    paths: Documents,
    out: Annotated[Path, typer.Option("--out", "-o", help="A folder.", show_default=False)],
    policy: options.PolicyName = config.DEFAULT_POLICY,
    metadata: options.Metadata = None,
    language: options.Language = None,
) -> None:
    """Write review copies, and beside each a list of its entities: real names and all.

    HTML and XML stay as they are, with a tag around each proposal; others become Word files with comments.
    `lexveil run FILE --review-copy COPY` reads one back.
    """
    with one_line():
        settings = options.settings(context)
        chosen = options.policy(policy)
        files = inputs(paths, out).files
        with Line(len(files)) as line:
            for path, under in files:
                with line.of(str(path)) as steps:
                    known = config.metadata_for(path, metadata)
                    document = pipeline.read(path, metadata=known, settings=settings, progress=steps)
                    result = pipeline.analyze(document, policy=chosen, settings=settings, progress=steps)
                    _write_copy(result, out / under / path.stem)
    say(worded("cli.copies", documents=len(files), folder=out))


def _write_copy(result: pipeline.Result, place: Path) -> None:
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("file.unwritable", reason=error.strerror).within(str(place.parent)) from None
    suffix = copies.suffix_of(result)
    disk.save(
        copies.write(result, language=output.language()), place.with_name(f"{place.name}.review-copy{suffix}")
    )
    told = json.dumps({"entities": copies.listed(result)}, ensure_ascii=False, indent=1)
    disk.save(told.encode(), place.with_name(f"{place.name}.entities.json"))


@app.command("formats", epilog="Example: `lexveil annotations formats`")
def formats_() -> None:
    """List the formats, and what each holds of a mention besides its place and type."""
    with one_line():
        known = {name: annotations.format_of(name) for name in FORMATS}
    rows = (
        (name, "NAME" * each.apart + each.suffix, ", ".join(each.holds) or "–")
        for name, each in known.items()
    )
    show_table(("format", "files", "holds"), rows)


def _say(found: tuple[Gold, ...], written: list[Path]) -> None:
    mentions = sum(len(each.mentions) for each in found)
    say(worded("cli.annotations", documents=len(found), mentions=mentions, file=written[0].name))


def _gold(result: pipeline.Result, path: Path) -> Gold:
    """What was found, as a person would mark it."""
    decided = {each.entity: each for each in result.decisions}
    mentions = []
    for entity in result.entities:
        goes = set(going(entity, decided[entity.id]))
        about = (CATEGORIES[entity.category], entity.role, entity.id)
        mentions += [Mention(span.start, span.end, *about, span in goes) for span in entity.spans]
    mentions.sort(key=lambda mention: (mention.start, mention.end))
    document = result.document
    return Gold(path.stem, document.text, tuple(mentions), language=document.language)
