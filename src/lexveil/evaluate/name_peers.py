"""Other tools that group the mentions of a name, as further columns beside the baselines: BookNLP.

BookNLP (Bamman; MIT) groups proper names by rules before its network resolves pronouns. These rules are in
the package, need no model and nothing from a server, and do what PSILENCE's clusters do: names, no pronouns.
`pip install --no-deps booknlp "setuptools<81"` is enough.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lexveil.errors import DetectorError
from lexveil.model import Document, Span

BOOKNLP = "booknlp"
PEERS = (BOOKNLP,)
NOBODY = -1  # what BookNLP says of a name that it gives to nobody

Group = Callable[[Document, Sequence[Span]], Iterable[tuple[Span, ...]]]


def grouping(peer: str) -> Group:
    if peer not in PEERS or not find_spec(peer):
        raise DetectorError("evaluate.peer_missing", peer=peer)
    try:
        module = import_module("booknlp.english.name_coref")
    except ImportError as error:
        raise DetectorError("evaluate.peer_missing", peer=f"{peer} ({error.name})") from None
    names = module.NameCoref(str(Path(str(module.__file__)).parent / "data" / "aliases.txt"))
    return lambda document, spans: by_names(names, document, spans)


def by_names(names: Any, document: Document, spans: Sequence[Span]) -> list[tuple[Span, ...]]:
    """Whom it gives to nobody stands alone."""
    words = [document.text[span.start : span.end].split() for span in spans]
    found = names.name_cluster(words, [1] * len(spans), [NOBODY] * len(spans))
    groups: dict[object, list[Span]] = {}
    for at, (span, who) in enumerate(zip(spans, found, strict=True)):
        groups.setdefault((at, span) if who == NOBODY else who, []).append(span)
    return [tuple(group) for group in groups.values()]
