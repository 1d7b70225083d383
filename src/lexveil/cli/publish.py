"""`lexveil publish`: decisions in, a folder of linked data, Akoma Ntoso and static pages out."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from lexveil import config, pipeline
from lexveil.cli import options
from lexveil.cli.inputs import inputs
from lexveil.cli.output import FAILED, UNREVIEWED, Steps, one_line, say, worded
from lexveil.cli.output import language as reader
from lexveil.errors import MetadataError, OutputError
from lexveil.pipeline import tables
from lexveil.publish.folder import Folder
from lexveil.publish.iris import base_iri
from lexveil.publish.publication import publication
from lexveil.publish.validate import loaded, rdf, violations

_base = "The address under which the folder will stand on the web."
_about = 'What is known of the decisions: JSON, {"file.docx": {"ecli": …, "court": …, "date": …}}.'
_approved = "Who approved them: an office or a number, as it shall stand there."
_licence = "The licence of the published texts: an address."
_draft = "Publish also what somebody must look at first."
_validate = "Check the data against the shapes (extra `rdf`)."


def publish(
    context: typer.Context,
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILES...", help="Documents as they were, and folders.", show_default=False),
    ],
    base: Annotated[str, typer.Option("--base", metavar="IRI", help=_base, show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", help="A new folder.", show_default=False)],
    policy: options.PolicyName = config.DEFAULT_POLICY,
    about: Annotated[Path | None, typer.Option("--about", metavar="FILE", help=_about)] = None,
    approved_by: Annotated[str, typer.Option("--approved-by", help=_approved)] = "",
    licence: Annotated[str, typer.Option("--licence", metavar="IRI", help=_licence)] = "",
    metadata: options.Metadata = None,
    language: options.Language = None,
    unreviewed: Annotated[bool, typer.Option("--unreviewed", help=_draft)] = False,
    validate: Annotated[bool, typer.Option("--validate", help=_validate)] = False,
) -> None:
    left_out = []
    with one_line():
        root, settings = base_iri(base), options.settings(context)
        told = _about_all(about)
        if validate:
            rdf()
        rules = config.policy(policy)
        given = [each.path for each in inputs(paths, out).files]
        files = [path for path in given if path in paths or not tables.is_table(path)]
        if licence:
            base_iri(licence)
        with Steps(str(paths[0]), len(files)) as steps, Folder(out, root, language=reader()) as folder:
            for path in files:
                case = config.metadata_for(path, metadata)
                document = pipeline.read(path, metadata=case, settings=settings)
                pipeline.covered([document], settings.allow_uncovered)
                result = pipeline.analyze(document, policy=rules, settings=settings)
                steps(path.name)
                if result.needs_review and not unreviewed:
                    left_out.append(path)
                    continue
                known = told.get(path.name)
                made = publication(
                    result,
                    path.stem,
                    about=known,
                    approved_by=approved_by,
                    licence=licence,
                    taken=folder.names,
                )
                folder.add(made, result.hidden)
            if not folder.all_published:
                raise OutputError("publish.nothing", number=len(left_out))
            folder.finish()
        found = violations(loaded(out)) if validate else []
        say(worded("cli.published", number=len(files) - len(left_out), folder=str(out)), style="bold")
        for path in left_out:
            say(f"  {path}: {worded('cli.not-published')}", style="yellow")
        for each in found:
            say(f"  {each}", style="red")
    if found:
        raise typer.Exit(FAILED)
    if left_out:
        raise typer.Exit(UNREVIEWED)


def _about_all(path: Path | None) -> Mapping[str, Mapping[str, Any]]:
    if path is None:
        return {}
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        raise MetadataError("publish.about_file", path=path) from None
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise MetadataError("publish.about_file", path=path)
    return found
