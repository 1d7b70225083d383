import pytest

from lexveil.detect import find
from lexveil.detect.metadata import numbers_of, roles_of
from lexveil.errors import MetadataError
from lexveil.model import ROLES, Document


def test_reads_names_lists_and_objects():
    metadata = {
        "judges": "Jane Krook",
        "counsel": ["Anton Quell", {"name": "Ines Marrow", "aliases": ["Inés Marrow"]}],
        "law_firms": [{"name": "Quell LLP", "type": "organization"}],
    }
    assert [tuple(listed) for listed in roles_of(metadata)] == [
        ("Jane Krook", "JUDGE", "person"),
        ("Anton Quell", "LAWYER", "person"),
        ("Ines Marrow", "LAWYER", "person"),
        ("Inés Marrow", "LAWYER", "person"),
        ("Quell LLP", "LAW_FIRM", "organization"),
    ]


def test_reads_sides_and_what_belongs_to_a_party():
    metadata = {
        "parties": {
            "claimant": ["Jane Krook"],
            "respondent": {"name": "Example Ltd", "counsel": ["Anton Quell"]},
        }
    }
    assert {(listed.name, listed.role) for listed in roles_of(metadata)} == {
        ("Jane Krook", "PARTY"),
        ("Example Ltd", "PARTY"),
        ("Anton Quell", "LAWYER"),
    }


@pytest.mark.parametrize(
    ("key", "role"),
    [
        ("claimants", "PARTY"),
        ("Tribunal Members", "TRIBUNAL_MEMBER"),
        ("sole-arbitrator", "ARBITRATOR"),
        ("president", "TRIBUNAL_MEMBER"),
        ("experts", "EXPERT"),
        ("authors", "AUTHOR"),
        ("witnesses", "WITNESS"),
    ],
)
def test_keys_are_read_as_people_write_them(key, role):
    assert roles_of({key: ["Jane Krook"]})[0].role == role
    assert role in ROLES


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Jane Krook", "person"),
        ("Krook Holding (Malta) Ltd.", "organization"),
        ("Krook GmbH", "organization"),
        ("University of Exampleton", "organization"),
        ("Republic of Poland", "organization"),
        ("Poland", "organization"),
        ("Dr. Anton de la Krook", "person"),
    ],
)
def test_tells_people_from_bodies(name, kind):
    assert roles_of({"parties": [name]})[0].kind == kind


def test_unknown_keys_and_empty_values_are_left_alone():
    assert roles_of({"title": 5, "parties": [], "judges": None, "counsel": " ", "seat": {"a": 1}}) == ()


@pytest.mark.parametrize(
    "metadata",
    [
        {"parties": 5},
        {"parties": [["Secretname", 5]]},
        {"judges": [{"name": 5}]},
        {"judges": [{"name": ""}]},
        {"judges": [{"name": "Secretname", "type": "robot"}]},
        {"judges": [{"name": "Secretname", "aliases": [5]}]},
        {"judges": [[[[[[[["Secretname"]]]]]]]]},
        ["Secretname"],
    ],
)
def test_a_wrong_shape_says_what_to_do_and_quotes_no_name(metadata):
    with pytest.raises(MetadataError, match=r"write|choose") as error:
        roles_of(metadata)
    assert "Secretname" not in str(error.value)


def test_a_case_number_that_is_no_text_is_an_error():
    with pytest.raises(MetadataError, match="case_number"):
        find(Document(id="doc-test", text="Mr Krook", metadata={"case_number": 5}), ["metadata"])


def test_the_source_names_the_role():
    metadata = {"witnesses": ["Jane Krook"], "law_firms": ["Quell LLP"]}
    text = "Jane Krook and Quell LLP"
    sources = [span.sources for span in find(Document(id="x", text=text, metadata=metadata), ["metadata"])]
    assert sources == [("metadata:witness",), ("metadata:law_firm",)]


def test_without_metadata_nothing_is_found():
    assert find(Document(id="doc-test", text="Jane Krook"), ["metadata"]) == ()


@pytest.mark.parametrize(
    ("listed", "text", "found"),
    [
        ("L Bright", "L Bright appeared. Professor Lachlan Bright was heard.", ["L Bright"]),
        ("L Bright", "Lachlan Bright appeared.", ["Lachlan Bright"]),
        ("Warren Keith Roe", "Warren Roe sued. His father, Keith Roe, came.", ["Warren Roe"]),
        ("Lyle Roe, Jr.", "Lyle Roe Jr. lived with Lyle Roe Sr. at home.", ["Lyle Roe Jr."]),
        ("Anton Quell", "Solicitors: Quell Marrow Lawyers. Quell came.", ["Quell"]),
    ],
)
def test_somebody_else_of_the_same_surname_is_not_meant(listed, text, found):
    spans = find(Document(id="x", text=text, metadata={"counsel": [listed]}), ["metadata"])
    assert [text[span.start : span.end] for span in spans] == found


def test_keys_may_be_of_any_language():
    told = {
        "Dommer": "Anna Digtet",
        "käräjätuomari": "x",
        "Kärande": ["Bo Påhitt"],
        "todistajat": "Cy Keksitty",
    }
    assert [(each.name, each.role) for each in roles_of(told)] == [
        ("Anna Digtet", "JUDGE"),
        ("Bo Påhitt", "PARTY"),
        ("Cy Keksitty", "WITNESS"),
    ]
    assert numbers_of({"målnummer": "T 12-20"}) == ("T 12-20",)
