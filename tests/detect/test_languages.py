"""Documents that change their language, and languages that write nouns with a capital."""

from lexveil.detect import DETECTORS, detector
from lexveil.model import Document, Stretch

ENGLISH = (
    "The applicant, Mr Tobias Lindqvist, was born on 3 March 1971 and lives at 14 High Road, London NW1 6XE. "
    "He was represented by Ms A. Moreau, a lawyer (application no. 51234/05), against Example Holding Ltd."
)
AGAIN = (
    "Roe and Others v. Ruritania, no. 36110/97, was decided by the Warsaw Regional Court. The witness J.R. "
    "Doe paid EUR 12,000 into account no. 12345678 under section 215(1) and called +44 117 496 0321."
)
RULES = [name for name in DETECTORS if name != "ner"]


def found(document, names=RULES):
    return [(name, *sorted(detector(name)(document))) for name in names]


def test_a_text_in_stretches_of_one_language_is_read_as_a_whole():
    text = f"{ENGLISH}\n\n{AGAIN}"
    cut = len(ENGLISH) + 2
    parts = (Stretch(0, cut, "en"), Stretch(cut, len(text), "en"))
    assert found(Document("d", text, stretches=parts)) == found(Document("d", text))


def test_each_stretch_is_read_in_its_language():
    text = f"{ENGLISH}\n\nJane Roe and Xyloph Quell came.\n\n{AGAIN}"
    cuts = (0, len(ENGLISH) + 2, len(text) - len(AGAIN), len(text))
    document = Document(
        "d",
        text,
        stretches=(
            Stretch(cuts[0], cuts[1], "en"),
            Stretch(cuts[1], cuts[2], "de"),
            Stretch(cuts[2], cuts[3], "en"),
        ),
    )
    names = {text[span.start : span.end] for span in detector("gazetteer")(document)}
    assert "Jane Roe" in names
    assert "Xyloph Quell" not in names


def test_where_nouns_have_capitals_an_unlisted_word_is_no_name():
    text = "Jane Roe & Xyloph Quell came."
    listed = {
        language: [
            text[span.start : span.end] for span in detector("gazetteer")(Document("d", text, language))
        ]
        for language in ("en", "fi", "de")
    }
    assert listed == {
        "en": ["Jane Roe", "Xyloph Quell"],
        "fi": ["Jane Roe", "Xyloph Quell"],
        "de": ["Jane Roe"],
    }
