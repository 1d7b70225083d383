"""Pseudonymizes legal documents: one person, one pseudonym, in the document's own format.

`pseudonymize` does it all for one file, `pseudonymize_text` for a text, a `Pseudonymizer` for many of them;
`read`, `analyze` and `export` are the steps. Nothing is loaded before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexveil.config import Settings as Settings
    from lexveil.errors import LexveilError as LexveilError
    from lexveil.formats import write_file as write
    from lexveil.model import Decision as Decision
    from lexveil.model import Document as Document
    from lexveil.model import Entity as Entity
    from lexveil.model import Replacement as Replacement
    from lexveil.model import Span as Span
    from lexveil.pipeline import Pseudonymizer as Pseudonymizer
    from lexveil.pipeline import Result as Result
    from lexveil.pipeline import analyze as analyze
    from lexveil.pipeline import analyze_case as analyze_case
    from lexveil.pipeline import analyze_many as analyze_many
    from lexveil.pipeline import pseudonymize as pseudonymize
    from lexveil.pipeline import pseudonymize_text as pseudonymize_text
    from lexveil.pipeline import read as read
    from lexveil.pipeline import to_bytes as to_bytes
    from lexveil.pipeline.files import export as export
    from lexveil.policy import Policy as Policy
    from lexveil.store import Vault as Vault
    from lexveil.store import open_vault as open_vault

__version__ = "0.1.0"
__all__ = [
    "Decision", "Document", "Entity", "LexveilError", "Policy", "Pseudonymizer", "Replacement", "Result",
    "Settings", "Span", "Vault", "analyze", "analyze_case", "analyze_many", "export", "open_vault",
    "pseudonymize", "pseudonymize_text", "read", "to_bytes", "write",
]  # fmt: skip

_STEPS = (
    "Pseudonymizer", "Result", "analyze", "analyze_case", "analyze_many", "export", "pseudonymize",
    "pseudonymize_text", "read", "to_bytes",
)  # fmt: skip
_PLACES = {
    "LexveilError": "errors:LexveilError",
    "Policy": "policy:Policy",
    "Settings": "config:Settings",
    "Vault": "store:Vault",
    "open_vault": "store:open_vault",
    "write": "formats:write_file",
    **{name: f"model:{name}" for name in ("Decision", "Document", "Entity", "Replacement", "Span")},
    **{name: f"pipeline:{name}" for name in _STEPS},
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'lexveil' has no attribute '{name}'")
    module, _, attribute = _PLACES[name].partition(":")
    return getattr(import_module(f"lexveil.{module}"), attribute)
