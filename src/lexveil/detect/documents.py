"""Numbers that a word before them explains: passports, plates, land, policies, prisoners, machines.

Comes in: the view of a document. Goes out: PASSPORT, PLATE, PROPERTY_ID and CODE spans, the number alone
without its label. A bare number without a label is left to the detectors that can check it.
"""

import re
from collections.abc import Iterator

from stdnum.es import referenciacatastral

from lexveil.detect.labelled import apart, labelled, labels, lowered
from lexveil.model import Document, Span

_LABELS = labels(
    {
        "passport": "passport|passports|travel document|travel documents|laissez-passer",
        "land": "plot|plots|parcel|parcels|cadastral unit|cadastral parcel|cadastral number"
        "|cadastral reference|cadastral|land register|land registry|land register entry"
        "|land registry entry|folio|sheet/plan|sheet|title|title deed|lot|lots|survey|khasra|holding|block"
        "|register unit|real estate unit|property|property identifier|property identification"
        "|property register|property unit|kiinteistötunnus|fastighetsbeteckning|matrikel|matr|gnr|bnr"
        "|grundbuch|grundbuchblatt",
        "card": "driving licence|driving license|driver's licence|driver's license|drivers licence"
        "|identity card|drivers license|identity document|id card|id-card|residence permit|work permit"
        "|ration card|voter|voter id|visa|visas",
        "number": "no|nos|number|nr",
        "machine": "vin|vehicle identification|chassis|engine|frame|imei|serial|sim card|sim",
        "person": "prisoner|inmate|detainee|patient|hospital|medical record|mrn|employee|staff|personnel"
        "|payroll|member|membership|badge|student|candidate|enrolment|matriculation|pension|pensioner"
        "|service|bib|start",
        "paper": "policy|insurance policy|policies|contract|contracts|agreement|invoice|invoices|receipt"
        "|cheque|cheques|certificate|certificates|diploma|customer|client|licence|license|permit"
        "|registration|entry|record|loan|ticket|booking|reservation|flight|sample|samples|barcode|batch"
        "|control form|patent|patents|trade mark|trademark|bottle|bottles|kit|seal|exhibit|exhibits"
        "|warrant|warrants|receipts|agreements",
    }
)
_CATEGORY = {"passport": "PASSPORT", "land": "PROPERTY_ID", "plate": "PLATE"}
# Labels so narrow that a number may follow them with nothing between.
_NARROW = {"passport", "land", "card", "machine"}
_PLATES = labels(
    {
        "plate": "number plate|number plates|licence plate|licence plates|license plate|license plates"
        "|registration plate|registration plates|plates|registration mark|registration|registered|plate",
    }
)
_VEHICLE = re.compile(
    r"\b(?:cars?|vehicles?|vans?|lorry|trucks?|motor ?cycles?|motorbikes?|bus|taxi|tractor|scooter|jeep"
    r"|minibus|plates?|registration mark)\b"
)
_PLATE = re.compile(
    r"(?:[A-Z]{2}[ -]?\d{1,2}[A-Z]?[ -]?[A-Z]{1,3}[ -]?\d{1,4}|[A-ZÅÄÖÜ]{1,3}[ -]?\d{1,4}(?:[ -]?[A-Z]{1,3})?"
    r"|\d{1,4}[ -]?[A-Z]{1,3}(?:[ -]?\d{1,4})?|[A-ZÅÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4})(?!\w)"
)
# A Finnish property identifier: municipality, village, holding, unit. A Spanish cadastral reference.
_SELF_STANDING = re.compile(
    r"\b\d(?:\d{0,2}-\d{1,3}-\d{1,4}-\d{1,4}|\d{6}[A-Z]{2}\d{4}[A-Z]\d{4}[A-Z]{2})(?![\w/-]|\.\d)"
)


def find(document: Document) -> Iterator[Span]:
    yield from apart(_all(document.text))


def _all(text: str) -> Iterator[Span]:
    for rule, start, end, sure in labelled(text, _LABELS):
        if rule == "number":
            if text[start:end].isdigit() and end - start > 4:
                yield Span(start, end, "CODE", 0.4, ("documents:number",))
        elif sure or rule in _NARROW:
            score = 0.9 if sure and rule in _NARROW else 0.7
            yield Span(start, end, _CATEGORY.get(rule, "CODE"), score, (f"documents:{rule}",))
    for _, start, end, _ in labelled(text, _PLATES, _PLATE):
        if _VEHICLE.search(lowered(text[max(0, start - 70) : start])):
            yield Span(start, end, "PLATE", 0.95, ("documents:plate",))
    for found in _SELF_STANDING.finditer(text):
        if text[found.start() - 1 : found.start()] in ("-", "/", "."):
            continue
        if "-" in found[0]:
            yield Span(*found.span(), "PROPERTY_ID", 0.5, ("documents:finnish-property",))
        elif referenciacatastral.is_valid(found[0]):
            yield Span(*found.span(), "PROPERTY_ID", 0.95, ("documents:spanish-property",))
