import dataclasses
import json

import pytest
from typer.testing import CliRunner

from lexveil import pipeline
from lexveil.cli import app
from lexveil.errors import InputError
from lexveil.model import Document

TEXT = "Mr Ivo Lundgren testified. Lundgren left. Ann Torvund, counsel for the claimant, asked on 3 May 2021."
MORE = "Mr Ivo Lundgren testified. LUNDGREN left with Bo Krook. Mr Krook came back. I. Lundgren did not."


@pytest.fixture
def document():
    return Document("doc-a", TEXT, "en")


@pytest.fixture
def made(document):
    return pipeline.analyze(document, policy="arbitration").dictionary()


def applied(document, edited, policy="arbitration"):
    return pipeline.applied(document, edited, policy=policy).text


def test_only_people_are_in_the_clusters_and_every_replacement_is_listed(made):
    assert list(made["clusters"]) == ["WITNESS", "LAWYER"]
    assert made["pseudonyms"] == {"WITNESS": ["WITNESS_1"], "LAWYER": [None]}
    assert made["others"] == {"DATE": [{"3 May 2021": [[90, 100]]}]}
    listed = [(each["start"], each["end"], each["text"]) for each in made["replacements"]]
    assert listed == [(0, 15, "WITNESS_1"), (27, 35, "WITNESS_1")]


def test_what_the_last_sweep_replaces_is_listed_too(document, made):
    del made["clusters"]["WITNESS"][0]["Lundgren"]  # an occurrence that nobody found
    result = pipeline.applied(document, made, policy="arbitration")
    listed = [(each["start"], each["end"]) for each in result.dictionary()["replacements"]]
    assert listed == [(0, 15), (27, 35)]


def test_a_dictionary_as_it_is_gives_the_same_text(document, made):
    assert applied(document, made) == pipeline.analyze(document, policy="arbitration").text


def test_a_cluster_that_was_moved_has_the_other_role(document, made):
    made["clusters"]["WITNESS"] += made["clusters"].pop("LAWYER")
    made["pseudonyms"]["WITNESS"] += made["pseudonyms"].pop("LAWYER")
    after = applied(document, made)
    assert after.startswith("WITNESS_1 testified. WITNESS_1 left. WITNESS_2, counsel")


def test_a_cluster_that_was_deleted_is_nobodys(document, made):
    made["clusters"]["WITNESS"], made["pseudonyms"]["WITNESS"] = [], []
    assert applied(document, made) == TEXT


def test_two_clusters_become_one_and_a_pseudonym_is_chosen():
    document = Document("doc-c", MORE, "en")
    result = pipeline.analyze(document, policy="court-eu")
    made = result.dictionary()
    joined = {}
    for clusters in made["clusters"].values():
        for form, places in ((form, places) for cluster in clusters for form, places in cluster.items()):
            joined.setdefault(form, []).extend(places)
    made["clusters"], made["pseudonyms"] = {"WITNESS": [joined]}, {"WITNESS": ["the neighbour"]}
    after = applied(document, made, "court-eu")
    assert "Lundgren" not in after
    assert "Krook" not in after
    assert after.lower().count("the neighbour") == len(result.replacements) == 5


def test_another_process_gives_the_document_another_id(document, made):
    again = dataclasses.replace(document, id="doc-other")
    assert applied(again, made) == applied(document, made)
    longer = dataclasses.replace(document, text=TEXT + " Bo Krook came.")
    with pytest.raises(InputError):
        applied(longer, made)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda made: made["lexveil"].update(text="0" * 64), "dictionary.other-document"),
        (lambda made: made["clusters"].update(KING=[]), "dictionary.kind"),
        (lambda made: made["pseudonyms"]["WITNESS"].append("W"), "dictionary.parallel"),
        (lambda made: made["clusters"]["WITNESS"][0].update(Lundgren=[[1, 9]]), "dictionary.offsets"),
        (lambda made: made["clusters"]["WITNESS"][0].update(Lundgren="everywhere"), "dictionary.offsets"),
        (lambda made: made["others"]["DATE"].append({"May": [[92, 95]]}), "dictionary.overlap"),
    ],
)
def test_a_dictionary_out_of_step_is_refused(document, made, change, code):
    change(made)
    with pytest.raises(InputError) as refused:
        applied(document, made)
    assert refused.value.code == code
    assert "Lundgren" not in str(refused.value)


def test_the_command_applies_it_and_writes_the_text_that_offsets_count_in(tmp_path):
    path, out = tmp_path / "award.txt", tmp_path / "out"
    path.write_text(TEXT, "utf8")

    def call(*words):
        return CliRunner().invoke(app, [*map(str, words)])

    assert call("run", path, "--policy", "arbitration", "--out", out).exit_code == 0
    dictionary = tmp_path / "out-dictionary" / "award.lexveil.json"
    edited = json.loads(dictionary.read_text("utf8"))
    edited["pseudonyms"]["WITNESS"] = ["THE FIRST WITNESS"]
    corrected = tmp_path / "corrected.json"
    corrected.write_text(json.dumps(edited), "utf8")
    again = tmp_path / "again"
    result = call("run", path, "--policy", "arbitration", "--apply", corrected, "--out", again)
    assert result.exit_code == 0, result.output
    assert (again / "award.txt").read_text("utf8").startswith("THE FIRST WITNESS testified.")
    plain = tmp_path / "plain.txt"
    assert call("entities", path, "--text", plain).exit_code == 0
    text = plain.read_text("utf8")
    for cluster in edited["clusters"]["WITNESS"]:
        for form, places in cluster.items():
            assert {text[start:end] for start, end in places} == {form}
    both = call("run", path, corrected, "--apply", corrected, "--out", again)
    assert both.exit_code == 1
    assert call("run", path, "--apply", tmp_path / "none.json", "--out", again).exit_code == 1


def test_clusters_alone_are_applied_as_the_paper_writes_them(tmp_path):
    document = Document("a", f"{TEXT} Write to ivo.lundgren@example.org.", "en")
    path = tmp_path / "clusters.json"
    told = {"WITNESS": [{"Ann_Torvund": [[42, 53]]}, {"Ivo_Lundgren": [[3, 15]], "Lundgren": [[27, 35]]}]}
    path.write_text(json.dumps({"clusters": told}))
    after = applied(document, pipeline.read_dictionary(path))
    assert after.startswith("WITNESS_1 testified. WITNESS_1 left. WITNESS_2, counsel")
    assert "lundgren" not in after
    assert "3 May 2021" in after
    told["WITNESS"][0] = {"Ann_Torvund": [[41, 53]]}
    path.write_text(json.dumps({"clusters": told}))
    with pytest.raises(InputError, match="offsets"):
        applied(document, pipeline.read_dictionary(path))
