"""Our own documents are well marked."""

import pytest

from train import documents

ROLES = set("PARTY JUDGE LAWYER WITNESS EXPERT RELATIVE CHILD OFFICIAL CLERK AUTHOR ARBITRATOR OTHER".split())
KINDS = {"PERSONAL", "PROPERTY", "DOCKET", "PROFESSIONAL"}
LANGUAGES = sorted(each.name for each in documents.FOLDER.iterdir() if each.is_dir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_have_roles_and_kinds(language):
    found = list(documents.documents(language))
    assert len(found) >= 14
    for gold in found:
        for mention in gold.mentions:
            assert gold.text[mention.start : mention.end].strip()
            assert mention.mark != "CODE" or mention.kind in KINDS
            collective = "+" in mention.cluster
            assert mention.mark != "PERSON" or collective or mention.role in ROLES, (gold.id, mention.role)


def test_a_malformed_mark_is_refused():
    with pytest.raises(ValueError, match="malformed"):
        documents.read("# kind\n[[PERSON p1 PARTY|Roe", name="one", language="en")


def test_eleven_languages():
    assert LANGUAGES == ["ca", "da", "de", "en", "es", "fi", "fr", "it", "nb", "nn", "sv"]
