import pytest

from builders import doc
from lexveil.detect import DETECTORS, find, view
from lexveil.errors import DetectorError
from lexveil.model import Document, Zone
from lexveil.registry import load
from lexveil.text.fold import flow

NAMES = ("titles", "gazetteer", "initials", "citations", "organizations", "courts", "locations", "metadata")


def categories(text, **options):
    document = Document(id="doc-test", text=text)
    return [(text[span.start : span.end], span.category) for span in find(document, **options)]


def test_finds_people_bodies_and_places_together():
    marked = doc(
        "Ms [Anna Krook](PERSON), counsel for [Krook Holding (Malta) Ltd.](ORG), told the "
        "[Court of Arbitration for Sport](COURT) that Mr [Quell](PERSON) had left [Oslo](LOC)."
    )
    spans = [(span.start, span.end, span.category) for span in find(marked.document, NAMES)]
    assert spans == [(span.start, span.end, span.category) for span in marked.spans]


def test_only_the_named_detectors_run():
    text = "Mr Krook lives in Oslo."
    assert categories(text, detectors=["locations"]) == [("Oslo", "LOC")]
    assert categories(text, detectors=["titles"]) == [("Krook", "PERSON")]


def test_tells_which_detector_begins():
    started = []
    find(Document(id="doc-test", text="Mr Krook"), ["titles", "courts"], started=started.append)
    assert started == ["titles", "courts"]


def test_an_unknown_detector_lists_the_choices():
    with pytest.raises(DetectorError, match=r"choose one of .*titles"):
        find(Document(id="doc-test", text="Mr Krook"), ["psychic"])


def test_scripts_are_blanked_and_offsets_hold():
    text = "var name = 'Mr Quell';\n\nMr Krook wrote."
    document = Document(id="doc-test", text=text, zones=(Zone(0, 22, "code"),))
    (span,) = find(document, ["titles"])
    assert text[span.start : span.end] == "Krook"
    assert len(view(document).text) == len(text)


def test_the_view_is_running_prose():
    text = "Mr\u00a0Krook and Mrs Quell’s lawyer"
    assert view(Document(id="doc-test", text=text)).text == flow(text)


def test_no_span_crosses_a_line_feed():
    text = "The witness was Mr Anton\nKrook\n\nQuell Ltd\nOslo"
    for span in find(Document(id="doc-test", text=text), NAMES):
        assert "\n" not in text[span.start : span.end]


def test_names_in_a_marked_citation_are_authors():
    text = "It is so (Anton Krook, Some Work). Mr Quell agreed."
    start, end = text.index("(") + 1, text.index(")")
    document = Document(id="doc-test", text=text, zones=(Zone(start, end, "citation"),))
    author, witness = find(document, ["titles", "citations"])
    assert text[author.start : author.end] == "Anton Krook"
    assert "citations:author" in author.sources
    assert witness.sources == ("titles:courtesy",)


def test_a_law_firm_is_marked_as_one():
    text = "Krook Quell LLP and Krook & Partners acted; Krook Ltd did not."
    found = {text[span.start : span.end]: span.sources for span in find(Document(id="x", text=text), NAMES)}
    assert "organizations:law-firm" in found["Krook Quell LLP"]
    assert "organizations:law-firm" in found["Krook & Partners"]
    assert "organizations:law-firm" not in found["Krook Ltd"]


def test_parties_of_a_cited_case_are_told_from_the_title_of_a_case():
    cited = Document(id="doc-test", text="as in Krook v. Poland, no. 1234/97, it was held")
    title = Document(id="doc-test", text="Krook v. Quell")
    assert {source for span in find(cited, ["citations"]) for source in span.sources} == {
        "citations:case-name"
    }
    assert {source for span in find(title, ["citations"]) for source in span.sources} == {"citations:parties"}


@pytest.mark.parametrize("detector", NAMES)
@pytest.mark.parametrize(
    "piece",
    [
        "A", "A ", "Aa ", "J. ", "J.", ".", " ", "1", "Mr ", "Mr Roe ", "Roe v. ", "Court of ", "Roe Ltd ",
        "(A", "Roe, ", "Roe/", '"Roe ', "see Roe, Title ", "Roe\n", "New York ", "M/s. Roe ", "President: ",
        " LLP", "Roe & ", "é", "Example Union (A", "(AAAAAAAAAAAA",
    ],
)  # fmt: skip
def test_odd_input_is_no_trouble(detector, piece):
    text = piece * (20_000 // len(piece))
    metadata = {"parties": ["Jane Roe", "Roe Ltd"]}
    spans = load(DETECTORS, detector, group="lexveil.detectors")(
        Document(id="x", text=text, metadata=metadata)
    )
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@pytest.mark.parametrize(
    "text", ["", "\n", "a", "Mr", "Mr ", "v. ", "(", "J.", "Court", "é", "\u00ad", "\ufeff"]
)
def test_next_to_nothing_gives_nothing(text):
    assert categories(text, detectors=NAMES) == []


def test_a_name_spelled_out_is_one_mention_whatever_its_letters_were_taken_for():
    text = "Q. Your name? A. It is Brekke, that's B R E K K E. Q. Spell it. A. B as in Bravo, O as in Oscar."
    found = find(Document("d", text), ("nicknames", "initials", "gazetteer", "organizations"))
    assert {"B R E K K E", "B as in Bravo, O as in Oscar"} <= {text[span.start : span.end] for span in found}
    assert not any("Spell" in text[span.start : span.end] for span in found)
