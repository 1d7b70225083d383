"""Triples as plain data, written as Turtle and as JSON-LD: the same ones in both, in a fixed order.

A subject is an IRI; a predicate and a class are a prefix and a name (`dcterms:title`); a value is `Iri` or
`Literal`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

PREFIXES: Mapping[str, str] = {
    "bibo": "http://purl.org/ontology/bibo/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "dpv": "https://w3id.org/dpv#",
    "eli": "http://data.europa.eu/eli/ontology#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "lv": "urn:lexveil:vocab:",
    "oa": "http://www.w3.org/ns/oa#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
TYPE = "rdf:type"
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNSAFE = re.compile(r"[\x00-\x20<>\"{}|^`\\]")


class Iri(NamedTuple):
    value: str


class Name(NamedTuple):
    """A term of a vocabulary, by its prefix."""

    value: str


class Literal(NamedTuple):
    value: str
    datatype: str = ""  # by its prefix
    language: str = ""


Value = Iri | Name | Literal


class Triple(NamedTuple):
    subject: str
    predicate: str
    value: Value


def number(value: int) -> Literal:
    return Literal(str(value), "xsd:nonNegativeInteger")


def _subjects(triples: Iterable[Triple]) -> dict[str, dict[str, list[Value]]]:
    """Subject → predicate → values, each in the order of its first mention."""
    found: dict[str, dict[str, list[Value]]] = {}
    for subject, predicate, value in triples:
        values = found.setdefault(subject, {}).setdefault(predicate, [])
        if value not in values:
            values.append(value)
    return found


def turtle(triples: Iterable[Triple]) -> str:
    lines = [f"@prefix {name}: <{iri}> ." for name, iri in PREFIXES.items()]
    for subject, predicates in _subjects(triples).items():
        told = [
            f"    {'a' if predicate == TYPE else predicate} {', '.join(map(_term, values))}"
            for predicate, values in predicates.items()
        ]
        lines += ["", _iri(subject), " ;\n".join(told) + " ."]
    return "\n".join(lines) + "\n"


def _iri(value: str) -> str:
    return "<" + _UNSAFE.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), value) + ">"


def _term(value: Value) -> str:
    if isinstance(value, Iri):
        return _iri(value.value)
    if isinstance(value, Name):
        return value.value
    written = '"' + "".join(_ESCAPES.get(sign, sign) for sign in value.value) + '"'
    if value.language:
        return f"{written}@{value.language}"
    return f"{written}^^{value.datatype}" if value.datatype else written


def json_ld(triples: Iterable[Triple]) -> str:
    graph = []
    for subject, predicates in _subjects(triples).items():
        node: dict[str, Any] = {"@id": subject}
        for predicate, values in predicates.items():
            if predicate == TYPE:
                node["@type"] = [each.value for each in values]
            else:
                node[predicate] = [_json(each) for each in values]
        graph.append(node)
    whole = {"@context": dict(PREFIXES), "@graph": graph}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _json(value: Value) -> dict[str, str]:
    if isinstance(value, Iri | Name):
        return {"@id": value.value}
    told = {"@value": value.value}
    if value.language:
        told["@language"] = value.language
    elif value.datatype:
        told["@type"] = value.datatype
    return told
