"""A publication as triples: Dublin Core as ECLI has it, DCAT, Web Annotation, PROV-O, DPV.

People are nodes with pseudonym, role and mentions. Of provenance there is which version, model and policy
made the text and who approved it; never what it was made from.
"""

from collections.abc import Iterable, Iterator, Sequence

from lexveil.languages import codes, own
from lexveil.publish.citations import Cited
from lexveil.publish.graph import TYPE, Iri, Literal, Name, Triple, number
from lexveil.publish.iris import ecli_iri, named
from lexveil.publish.publication import Publication

# What a decision is distributed as: file, media type.
FILES = (
    ("index.html", "text/html"),
    ("text.txt", "text/plain"),
    ("decision.akn.xml", "application/akn+xml"),
    ("decision.ttl", "text/turtle"),
    ("decision.jsonld", "application/ld+json"),
)
MEDIA_TYPES = "https://www.iana.org/assignments/media-types/"


def decision_iri(base: str, name: str) -> str:
    return f"{base}decision/{name}/"


def statute_iri(base: str, cited: Cited) -> str:
    return cited.iri or f"{base}statute/{named(cited.label)}"


def case_iri(base: str, cited: Cited) -> str:
    return cited.iri or f"{base}case/{named(cited.label)}"


def role_iri(base: str, role: str) -> str:
    return f"{base}role/{role.lower()}"


def of_decision(published: Publication, base: str) -> Iterator[Triple]:
    iri = decision_iri(base, published.name)
    yield from summary(published, base)
    for file, media_type in FILES:
        yield Triple(iri, "dcat:distribution", Iri(f"{iri}#{file}"))
        yield Triple(f"{iri}#{file}", TYPE, Name("dcat:Distribution"))
        yield Triple(f"{iri}#{file}", "dcat:downloadURL", Iri(iri + file))
        yield Triple(f"{iri}#{file}", "dcat:mediaType", Iri(MEDIA_TYPES + media_type))
    yield from _provenance(published, base, iri)
    yield from _people(published, base, iri)
    yield from _citations(published, base, iri)


def summary(published: Publication, base: str) -> Iterator[Triple]:
    """What the catalogue tells of it too."""
    iri = decision_iri(base, published.name)
    for kind in ("bibo:LegalDecision", "dcat:Dataset", "prov:Entity"):
        yield Triple(iri, TYPE, Name(kind))
    yield Triple(iri, "dcterms:title", Literal(published.title, language=published.language))
    yield Triple(iri, "dcterms:identifier", Literal(published.ecli or published.name))
    yield Triple(iri, "dcterms:language", Literal(published.language, "xsd:language"))
    if published.ecli:
        yield Triple(iri, "dcterms:isVersionOf", Iri(ecli_iri(published.ecli)))
    if published.eli:
        yield Triple(iri, "rdfs:seeAlso", Iri(published.eli))
    if published.court:
        court = f"{base}court/{named(published.court)}"
        yield Triple(iri, "dcterms:creator", Iri(court))
        yield Triple(court, TYPE, Name("foaf:Organization"))
        yield Triple(court, "rdfs:label", Literal(published.court))
    if published.date:
        yield Triple(iri, "dcterms:date", Literal(published.date, "xsd:date"))
    if published.licence:
        yield Triple(iri, "dcterms:license", Iri(published.licence))
    yield Triple(iri, "dpv:hasTechnicalMeasure", Name("dpv:Pseudonymisation"))


def _provenance(published: Publication, base: str, iri: str) -> Iterator[Triple]:
    activity, version = f"{iri}#pseudonymisation", published.made_with.get("version", "")
    agent, plan = f"{base}agent/lexveil-{version}", f"{base}policy/{named(published.policy)}"
    yield Triple(iri, "prov:wasGeneratedBy", Iri(activity))
    yield Triple(activity, TYPE, Name("prov:Activity"))
    yield Triple(activity, TYPE, Name("dpv:Pseudonymisation"))
    yield Triple(activity, "prov:wasAssociatedWith", Iri(agent))
    yield Triple(activity, "prov:used", Iri(plan))
    yield Triple(activity, "lv:model", Literal(published.made_with.get("model", "")))
    yield Triple(agent, TYPE, Name("prov:SoftwareAgent"))
    yield Triple(agent, "rdfs:label", Literal(f"Lexveil {version}".strip()))
    yield Triple(plan, TYPE, Name("prov:Plan"))
    yield Triple(plan, "rdfs:label", Literal(published.policy))
    if published.approved_by:
        approver = f"{base}agent/{named(published.approved_by)}"
        yield Triple(activity, "lv:approvedBy", Iri(approver))
        yield Triple(approver, TYPE, Name("prov:Agent"))
        yield Triple(approver, "rdfs:label", Literal(published.approved_by))


def _people(published: Publication, base: str, iri: str) -> Iterator[Triple]:
    mention = 0
    for person in published.people:
        who = f"{iri}#person-{person.number}"
        yield Triple(iri, "lv:mentions", Iri(who))
        yield Triple(who, TYPE, Name("lv:PseudonymousPerson"))
        yield Triple(who, "skos:prefLabel", Literal(person.pseudonym))
        yield Triple(who, "lv:role", Iri(role_iri(base, person.role)))
        yield Triple(role_iri(base, person.role), TYPE, Name("skos:Concept"))
        yield Triple(role_iri(base, person.role), "skos:notation", Literal(person.role))
        if person.side:
            yield Triple(who, "lv:side", Literal(person.side))
        for start, end in person.places:
            mention += 1
            note, target = f"{iri}#mention-{mention}", f"{iri}#target-{mention}"
            yield Triple(note, TYPE, Name("oa:Annotation"))
            yield Triple(note, "oa:motivatedBy", Name("oa:identifying"))
            yield Triple(note, "oa:hasBody", Iri(who))
            yield from _target(note, target, f"{iri}text.txt", start, end)


def _target(note: str, target: str, source: str, start: int, end: int) -> Iterator[Triple]:
    yield Triple(note, "oa:hasTarget", Iri(target))
    yield Triple(target, TYPE, Name("oa:SpecificResource"))
    yield Triple(target, "oa:hasSource", Iri(source))
    yield Triple(target, "oa:hasSelector", Iri(f"{target}-place"))
    yield Triple(f"{target}-place", TYPE, Name("oa:TextPositionSelector"))
    yield Triple(f"{target}-place", "oa:start", number(start))
    yield Triple(f"{target}-place", "oa:end", number(end))


def _citations(published: Publication, base: str, iri: str) -> Iterator[Triple]:
    for cited in published.statutes:
        yield Triple(iri, "eli:cites", Iri(statute_iri(base, cited)))
        yield Triple(statute_iri(base, cited), TYPE, Name("bibo:Statute"))
        yield Triple(statute_iri(base, cited), "rdfs:label", Literal(cited.label))
    for cited in published.decisions:
        yield Triple(iri, "dcterms:references", Iri(case_iri(base, cited)))
        yield Triple(case_iri(base, cited), TYPE, Name("bibo:LegalDecision"))
        yield Triple(case_iri(base, cited), "rdfs:label", Literal(cited.label))


def of_catalogue(all_published: Sequence[Publication], base: str, *, title: str) -> Iterator[Triple]:
    yield Triple(base, TYPE, Name("dcat:Catalog"))
    yield Triple(base, "dcterms:title", Literal(title))
    for each in all_published:
        yield Triple(base, "dcat:dataset", Iri(decision_iri(base, each.name)))
    for each in all_published:
        yield from summary(each, base)
    yield from _roles(base, {person.role for each in all_published for person in each.people})


def _roles(base: str, roles: Iterable[str]) -> Iterator[Triple]:
    """The roles that occur, in the words of every language."""
    for role in sorted(roles):
        iri = role_iri(base, role)
        yield Triple(iri, TYPE, Name("skos:Concept"))
        yield Triple(iri, "skos:notation", Literal(role))
        for code in codes():
            word = own(code, "replace").get("words", {}).get(role)
            if word:
                yield Triple(iri, "skos:prefLabel", Literal(word, language=code))
