"""Elements of Akoma Ntoso that say who somebody is."""

from lexveil import formats
from lexveil.model import Span
from lexveil.resolve import resolve

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
SOURCE = f"""<akomaNtoso xmlns="{NAMESPACE}"><judgment><header>
<p>Heard by <judge refersTo="#j">Ann Roe</judge>; <party refersTo="#p">Bo Poe</party> was there with
<lawyer refersTo="#l">Cy Loe</lawyer>.</p></header></judgment></akomaNtoso>"""


def test_judge_lawyer_and_party_elements_give_the_role():
    document = formats.read(SOURCE.encode(), "judgment.xml")
    names = {"Ann Roe": "JUDGE", "Bo Poe": "PARTY", "Cy Loe": "LAWYER"}
    spans = [
        Span(document.text.index(name), document.text.index(name) + len(name), "PERSON") for name in names
    ]
    roles = {
        document.text[span.start : span.end]: entity.role
        for entity in resolve(document, spans)
        for span in entity.spans
    }
    assert roles == names
