"""Who is who in the way that Nordic courts, registers and chats write names."""

import pytest

from builders import doc
from lexveil.languages import codes, load, people
from lexveil.resolve.cluster import cluster


def grouped(marked, language):
    document, spans, _ = doc(marked, language=language)
    return [
        [document.text[span.start : span.end] for span in group.spans] for group in cluster(document, spans)
    ]


@pytest.mark.parametrize(
    ("language", "marked", "people"),
    [
        ("sv", "[Gösta Vilhelm Kvarnmo](PERSON) kom. Enligt [Gösta K.](PERSON) var det sent.", 1),
        ("sv", "[Per-Olof Kvarnmo](PERSON) och [Jan-Olof Kvarnmo](PERSON). [P-O Kvarnmo](PERSON) gick.", 2),
        ("sv", "[RASMUS Emil Sjöberg](PERSON) kom. [Rasmus Sjöberg](PERSON) gick.", 1),
        ("sv", "[Sven Torbjörn Kvarnmo](PERSON) kom. [Torbjörn Kvarnmo](PERSON) gick.", 1),
        ("sv", "[Nils-Erik Kvarnmo](PERSON) kom. De kallade på [Nisse](PERSON).", 1),
        ("sv", "[Almaz](PERSON), som [Elias](PERSON) kallar [Mimi](PERSON), kom.", 2),
        ("fi", "[Karhu Toivo Ensio](PERSON) tuli. [Toivo Karhu](PERSON) lähti.", 1),
        ("fi", "[Seppo Rautio](PERSON) tuli. [Seppo-ukki](PERSON) lähti.", 1),
        ("nb", "[Kim André Kvarnmo](PERSON) kom. [Kim André](PERSON) gikk.", 1),
    ],
)
def test_one_person_in_several_ways(language, marked, people):
    assert len(grouped(marked, language)) == people


def test_whoever_is_introduced_as_a_relative_is_somebody_else():
    marked = "[Jan Magne Kvarnmo](PERSON) kom. Hans far [Magne Kvarnmo](PERSON) gikk."
    assert len(grouped(marked, "nb")) == 2


def test_letters_after_a_name_all_give_a_role():
    for language in map(load, codes()):
        letters = language.roles.get("letters", {})
        listed = [word for key in ("lawyer", "judge", "alone") for word in letters.get(key, ())]
        known = people.role_after(language)
        assert [word for word in listed if word.lower() not in known and word.isalnum()] == []
