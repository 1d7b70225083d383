"""Pseudonymizes legal documents: one person, one pseudonym, in the document's own format.

`pseudonymize` does it all for one file; `read`, `analyze` and `export` are its steps.
"""

from lexveil.errors import LexveilError
from lexveil.formats import read_file as read
from lexveil.formats import write_file as write
from lexveil.pipeline import analyze, analyze_case, export, pseudonymize

__version__ = "0.1.0"
__all__ = ["LexveilError", "analyze", "analyze_case", "export", "pseudonymize", "read", "write"]
