"""`lexveil entities`: who and what was found."""

from pathlib import Path
from typing import Annotated

import typer

from lexveil import config, pipeline
from lexveil.cli import options
from lexveil.cli.options import BlockTags, KeepMetadata, Metadata, PolicyName, TextAttributes, Tracked
from lexveil.cli.output import Steps, console, entity_table, explanations, one_line


def entities(
    path: Annotated[Path, typer.Argument(help="A document.", show_default=False)],
    policy: PolicyName = config.DEFAULT_POLICY,
    metadata: Metadata = None,
    why: Annotated[
        bool, typer.Option("--why", help="Show why mentions are one person, and why the person has the role.")
    ] = False,
    tracked: Tracked = None,
    keep_metadata: KeepMetadata = False,
    block_tags: BlockTags = None,
    text_attributes: TextAttributes = None,
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
