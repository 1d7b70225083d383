"""The one place where the steps are joined: a document in, its pseudonymized twin out.

`analysis` writes nothing; `export` writes the twin, its dictionary and its report, all or none, and only when
the file was opened again and searched for what had to go.
"""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lexveil import config
from lexveil.config import Settings
from lexveil.errors import OutputError
from lexveil.pipeline.analysis import (
    Progress,
    Result,
    analyze,
    analyze_case,
    analyze_many,
    made_with,
    read,
    rendered,
)
from lexveil.pipeline.analysis import unapproved as unapproved
from lexveil.pipeline.applied import applied, read_dictionary
from lexveil.pipeline.files import BOTH, NEUTRAL, Beside, Places, export, export_case, recheck, targets
from lexveil.pipeline.finish import Finished, finished
from lexveil.pipeline.input_checks import covered
from lexveil.pipeline.pseudonymizer import Pseudonymizer, pseudonymize_text, to_bytes
from lexveil.pipeline.sources import Source, read_source
from lexveil.policy import Policy

__all__ = [
    "BOTH",
    "NEUTRAL",
    "Beside",
    "Finished",
    "Places",
    "Progress",
    "Pseudonymizer",
    "Result",
    "Source",
    "analyze",
    "analyze_case",
    "analyze_many",
    "applied",
    "covered",
    "export",
    "export_case",
    "finished",
    "made_with",
    "pseudonymize",
    "pseudonymize_text",
    "read",
    "read_dictionary",
    "read_source",
    "recheck",
    "rendered",
    "targets",
    "to_bytes",
    "unapproved",
]  # fmt: skip


def pseudonymize(
    source: Source,
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    suffix: str = "",
    metadata: str | Path | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    beside: Beside = BOTH,
    settings: Settings | None = None,
    progress: Progress = None,
) -> Result:
    """Read and analyse a file: its path, its bytes, or an open file; `suffix` (".docx") tells the format of
    bytes. When `out` names a folder, write the twin of the path, its dictionary and its report there; else
    `to_bytes` of the result is the twin."""
    settings = settings or config.settings()
    policy = policy if isinstance(policy, Policy) else config.policy(policy)
    if isinstance(metadata, (str, Path)):
        metadata = config.metadata(metadata)
    path = source if isinstance(source, str | Path) else None
    if out is not None and path is None:
        raise OutputError("api.out-of-bytes")
    if out is not None and path is not None:
        targets(path, out)
    document = read_source(source, suffix=suffix, metadata=metadata, settings=settings, progress=progress)
    document = dataclasses.replace(document, notes=unapproved(document.notes, policy))
    if out is not None:
        covered([document], settings.allow_uncovered)
    result = analyze(document, policy=policy, settings=settings, progress=progress)
    if out is not None and path is not None:
        export_case([result], [path], out, beside=beside, settings=settings, progress=progress)
    return result
