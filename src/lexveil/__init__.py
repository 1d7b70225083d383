"""Pseudonymizes legal documents: one person, one pseudonym, in the document's own format.

`pseudonymize` does it all for one file; `read`, `analyze` and `export` are its steps. Nothing
is loaded before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexveil.errors import LexveilError as LexveilError
    from lexveil.formats import write_file as write
    from lexveil.model import Decision as Decision
    from lexveil.model import Document as Document
    from lexveil.model import Entity as Entity
    from lexveil.model import Replacement as Replacement
    from lexveil.model import Span as Span
    from lexveil.pipeline import Result as Result
    from lexveil.pipeline import analyze as analyze
    from lexveil.pipeline import analyze_case as analyze_case
    from lexveil.pipeline import pseudonymize as pseudonymize
    from lexveil.pipeline import read as read
    from lexveil.pipeline.files import export as export

__version__ = "0.1.0"
__all__ = [
    "Decision",
    "Document",
    "Entity",
    "LexveilError",
    "Replacement",
    "Result",
    "Span",
    "analyze",
    "analyze_case",
    "export",
    "pseudonymize",
    "read",
    "write",
]

_PLACES = {
    "LexveilError": "errors:LexveilError",
    "write": "formats:write_file",
    **{name: f"model:{name}" for name in ("Decision", "Document", "Entity", "Replacement", "Span")},
    **{
        name: f"pipeline:{name}"
        for name in ("Result", "analyze", "analyze_case", "export", "pseudonymize", "read")
    },
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'lexveil' has no attribute '{name}'")
    module, _, attribute = _PLACES[name].partition(":")
    return getattr(import_module(f"lexveil.{module}"), attribute)
