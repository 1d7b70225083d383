"""The shapes over published data: the one module that imports rdflib and pyshacl (the extra `rdf`)."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lexveil.errors import InputError
from lexveil.publish.folder import shapes


def rdf() -> Any:
    """rdflib, where the extra is installed."""
    try:
        import pyshacl  # noqa: F401
        import rdflib
    except ImportError:
        raise InputError("publish.extra") from None
    return rdflib


def loaded(folder: Path) -> Any:
    """All of the data of a published folder as one graph."""
    graph = rdf().Graph()
    for path in sorted(folder.rglob("*.ttl")):
        if path.name != "shapes.ttl":
            graph.parse(path, format="turtle")
    return graph


def violations(graph: Any) -> list[str]:
    """What does not conform to the shapes: which node, which property; empty if all does."""
    import pyshacl

    rdflib = rdf()
    rules = rdflib.Graph().parse(data=shapes(), format="turtle")
    conforms, report, _ = pyshacl.validate(graph, shacl_graph=rules)
    if conforms:
        return []
    shacl = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    return sorted(
        f"{report.value(each, shacl.focusNode)} {report.value(each, shacl.resultPath)}"
        for each in report.subjects(rdflib.RDF.type, shacl.ValidationResult)
    )


def answers(graph: Any, query: str) -> Iterable[tuple[Any, ...]]:
    return [tuple(row) for row in graph.query(query)]
