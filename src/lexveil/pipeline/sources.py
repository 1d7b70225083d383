"""What the functions of `lexveil` take for a document: a path, the bytes of a file, an open file, a text."""

from pathlib import Path
from typing import IO, Any

from lexveil import formats
from lexveil.config import DEFAULTS, Settings
from lexveil.errors import InputError
from lexveil.model import Document
from lexveil.pipeline.analysis import Metadata, Progress, announce, expect_model, read
from lexveil.pipeline.input_checks import covered
from lexveil.pipeline.language import noted, read_in_language, with_language

Source = str | Path | bytes | IO[bytes]


def read_source(
    source: Source,
    *,
    suffix: str = "",
    metadata: Metadata = None,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> Document:
    """The document in it. `suffix` (".docx") tells the format of bytes, and of a file without a name."""
    if isinstance(source, str | Path):
        return read(source, metadata=metadata, settings=settings, progress=progress)
    name = getattr(source, "name", "")
    suffix = suffix or (Path(name).suffix if isinstance(name, str) else "")
    if not suffix:
        raise InputError("api.no-suffix", formats=", ".join(formats.suffixes()))
    suffix = suffix if suffix.startswith(".") else f".{suffix}"
    called = name if isinstance(name, str) and name else f"document{suffix}"
    expect_model(settings.model)
    announce(progress, "reading")
    data = _bytes(source, settings.max_bytes)

    def read_as(language: str) -> Document:
        return formats.read(
            data, called, settings.options_in(language), suffix=suffix, metadata=metadata or {}
        )

    return read_in_language(read_as, settings.language, settings.model)


def _bytes(source: Any, most: int) -> bytes:
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    if not hasattr(source, "read"):
        raise InputError("api.no-document", kind=type(source).__name__)
    try:
        data = source.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: it is closed, or its letters cannot be read
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise InputError("file.unreadable", reason=reason).within("file") from None
    if not isinstance(data, bytes):
        raise InputError("api.text-mode")
    return data


def text_document(text: str, *, metadata: Metadata = None, settings: Settings = DEFAULTS) -> Document:
    """The document that a text by itself is: its offsets are those of the text."""
    expect_model(settings.model)
    document = formats.of_text(text, settings.options, metadata=metadata or {})
    covered([document], settings.allow_uncovered)
    if not text.strip():
        return document
    return noted(with_language(document, settings.language), settings.model)
