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
from lexveil.pipeline.analysis import Progress, Result, analyze, analyze_case, made_with, read, rendered
from lexveil.pipeline.analysis import unapproved as unapproved
from lexveil.pipeline.files import BOTH, NEUTRAL, Beside, Places, export, export_case, recheck, targets
from lexveil.pipeline.finish import Finished, finished
from lexveil.pipeline.input_checks import covered
from lexveil.policy import Policy

__all__ = [
    "BOTH", "NEUTRAL", "Beside", "Finished", "Places", "Progress", "Result", "analyze", "analyze_case",
    "covered", "export", "export_case", "finished", "made_with", "pseudonymize", "read", "recheck",
    "rendered", "targets", "unapproved",
]  # fmt: skip


def pseudonymize(
    path: str | Path,
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    metadata: str | Path | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    beside: Beside = BOTH,
    settings: Settings | None = None,
    progress: Progress = None,
) -> Result:
    """Read, analyse and, when `out` names a folder, write the twin, its dictionary and its report there."""
    settings = settings or config.settings()
    policy = policy if isinstance(policy, Policy) else config.policy(policy)
    if isinstance(metadata, (str, Path)):
        metadata = config.metadata(metadata)
    if out is not None:
        targets(path, out)
    document = read(path, metadata=metadata, settings=settings, progress=progress)
    document = dataclasses.replace(document, notes=unapproved(document.notes, policy))
    if out is not None:
        covered([document], settings.allow_uncovered)
    result = analyze(document, policy=policy, settings=settings, progress=progress)
    if out is not None:
        export_case([result], [path], out, beside=beside, settings=settings, progress=progress)
    return result
