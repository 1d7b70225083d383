"""The original of a document, given to a worker, and its file while it is read."""

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexveil import pipeline
from lexveil.config import Settings
from lexveil.errors import WITHIN, LexveilError
from lexveil.formats import disk
from lexveil.model import Document
from lexveil.service.export_files import Tell

OWN_NAME = "document"  # the file that is read; its real name could tell of somebody


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it came."""

    original: bytes = field(repr=False)
    suffix: str
    metadata: Mapping[str, Any] = field(default_factory=dict, repr=False)


@contextlib.contextmanager
def as_file(source: Source, settings: Settings, tell: Tell) -> Iterator[tuple[Document, Path]]:
    """The document, and its file in a folder that only we can look into; what is wrong with it is told
    without the path."""
    with tempfile.TemporaryDirectory(prefix="lexveil-") as folder:
        path = Path(folder) / f"{OWN_NAME}{source.suffix}"
        path.write_bytes(source.original)
        try:
            yield pipeline.read(path, metadata=source.metadata, settings=settings, progress=tell), path
        except LexveilError as error:  # a member of the file is still named
            values: dict[str, object] = {
                name: value.replace(str(path), OWN_NAME) if isinstance(value, str) else value
                for name, value in error.values.items()
                if name != WITHIN
            }
            within = str(error.values.get(WITHIN, "")).removeprefix(disk.shown(path)).removeprefix(": ")
            raise type(error)(error.code, **values, **({WITHIN: within} if within else {})) from None
