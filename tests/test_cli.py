"""The command line as a user meets it: what it writes, what it says, how it fails."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders import for_arbitration
from lexveil import formats
from lexveil.cli import app

AWARD = (
    "Ms Ann Torvund QC appeared. Mr Ivo Lundgren testified. Lundgren's bag was red. Judge Pia Holt agreed.\n"
)


@pytest.fixture
def run():
    def call(*arguments):
        return CliRunner().invoke(app, for_arbitration(arguments))

    return call


@pytest.fixture
def award(tmp_path):
    path = tmp_path / "award.txt"
    path.write_text(AWARD, "utf8")
    return path


def test_run_writes_the_twin_and_its_dictionary(run, award, tmp_path):
    result = run("run", award, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "out" / "award.txt").read_text("utf8")
    assert text == AWARD.replace("Mr Ivo Lundgren", "WITNESS_1").replace("Lundgren", "WITNESS_1")
    clusters = json.loads((tmp_path / "out-dictionary" / "award.lexveil.json").read_text("utf8"))["clusters"]
    assert clusters["WITNESS"] == [{"Ivo Lundgren": [[31, 43]], "Lundgren": [[55, 63]]}]
    assert clusters["LAWYER"] == [{"Ann Torvund": [[3, 14]]}]
    assert clusters["JUDGE"] == [{"Pia Holt": [[85, 93]]}]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "award.report.html",
        "award.report.json",
        "award.txt",
    ]


SISTERS = "Ms Laura Puerta was heard. She is a neighbour.\n"


@pytest.mark.parametrize("place", ["beside", "folder", "whole name"])
def test_each_document_has_its_own_metadata(run, tmp_path, place):
    known = {"one": {"counsel": ["Laura Puerta"]}, "two": {"counsel": ["Ann Puerta"]}}
    folder = tmp_path / "known" if place == "folder" else tmp_path
    folder.mkdir(exist_ok=True)
    for name, told in known.items():
        (tmp_path / f"{name}.txt").write_text(SISTERS, "utf8")
        ending = ".txt.metadata.json" if place == "whole name" else ".metadata.json"
        (folder / f"{name}{ending}").write_text(json.dumps(told), "utf8")
    given = ["--metadata", folder] if place == "folder" else []
    result = run("run", tmp_path / "one.txt", tmp_path / "two.txt", *given, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    written = {name: (tmp_path / "out" / f"{name}.txt").read_text("utf8") for name in known}
    assert written["one"] == SISTERS, "named as counsel in her own case"
    assert "Puerta" not in written["two"], "the metadata of the other case know of no Laura"


def test_bad_metadata_beside_a_document_stop_it(run, award, tmp_path):
    (tmp_path / "award.metadata.json").write_text("[", "utf8")
    result = run("run", award, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert not list(tmp_path.glob("out/award.txt"))


def test_balance_keeps_what_the_model_finds_harmless(run, award, tmp_path):
    for option in ([], ["--balance"]):
        assert (
            run("run", award, "--policy", "strict", *option, "--out", tmp_path / f"o{len(option)}").exit_code
            == 0
        )
    texts = [(tmp_path / folder / "award.txt").read_text("utf8") for folder in ("o0", "o1")]
    assert all("Lundgren" not in text and "Torvund" not in text for text in texts)
    assert texts[0].count("[") >= texts[1].count("[")


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--no-json", "--no-report"], {"award.txt"}),
        (["--no-report"], {"award.txt"}),
        (["--no-json"], {"award.txt", "award.report.html", "award.report.json"}),
    ],
)
def test_only_what_is_wanted_is_written(run, award, tmp_path, options, names):
    assert run("run", award, "--out", tmp_path / "out", *options).exit_code == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == names
    assert (tmp_path / "out-dictionary" / "award.lexveil.json").exists() != ("--no-json" in options)


def test_the_same_input_gives_the_same_bytes(run, award, tmp_path):
    for folder in ("one", "two"):
        run("run", award, "--out", tmp_path / folder)
    for name in ("/award.txt", "-dictionary/award.lexveil.json", "/award.report.html", "/award.report.json"):
        assert Path(f"{tmp_path}/one{name}").read_bytes() == Path(f"{tmp_path}/two{name}").read_bytes()


def test_show_prints_before_and_after(run, award, tmp_path):
    result = run("run", award, "--out", tmp_path / "out", "--show")
    assert "Lundgren" in result.output
    assert "WITNESS_1" in result.output


def test_several_files_go_on_after_a_bad_one(run, award, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text(AWARD, "utf8")
    result = run("run", tmp_path / "missing.txt", award, other, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert {path.name for path in (tmp_path / "out").glob("*.txt")} == {"award.txt", "other.txt"}


def test_a_file_named_after_a_witness_gets_a_neutral_name(run, award, tmp_path):
    named = award.rename(tmp_path / "statement-lundgren.txt")
    for number in (1, 2):  # what is there already is not written over
        output = run("run", named, "--out", tmp_path / "out").output
        assert "'statement-lundgren.txt' holds a replaced name" in output
        assert (tmp_path / "out" / f"document-{number}.txt").exists()
    assert not [path for path in tmp_path.rglob("*lundgren*") if path != named]
    other = named.rename(tmp_path / "award-torvund.txt")  # counsel stays
    assert "rename it" not in run("run", other, "--out", tmp_path / "out").output


@pytest.mark.parametrize(
    "name", ["lund gren", "L u n d g r e n", "lundgern", "lundgr3n", "nergdnul", "2020lundgren"]
)
def test_a_file_name_spells_a_witness_otherwise(run, award, tmp_path, name):
    assert run("run", award.rename(tmp_path / f"{name}.txt"), "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "document-1.txt").exists()
    assert not (tmp_path / "out" / f"{name}.txt").exists()


def test_a_case_shares_its_pseudonyms(run, award, tmp_path):
    other = tmp_path / "order.txt"
    other.write_text(
        "Ms Rita Moberg testified. Then Lundgren left, and Ms Moberg too. Torvund agreed.\n", "utf8"
    )
    result = run("run", award, other, "--case", "Rowing", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "WITNESS_1's bag" in (tmp_path / "out" / "award.txt").read_text("utf8")
    assert (tmp_path / "out" / "order.txt").read_text("utf8") == (
        "WITNESS_2 testified. Then WITNESS_1 left, and WITNESS_2 too. Torvund agreed.\n"
    )
    found = json.loads((tmp_path / "out-dictionary" / "order.lexveil.json").read_text("utf8"))
    assert found["lexveil"]["case"] == "Rowing"
    assert found["clusters"]["LAWYER"] == [{"Torvund": [[65, 72]]}]


def test_a_case_with_an_unreadable_document_is_not_written(run, award, tmp_path):
    result = run("run", award, tmp_path / "none.txt", "--case", "Rowing", "--out", tmp_path / "out")
    _failed_cleanly(result, tmp_path, "no such file")


def test_a_leak_in_one_document_stops_the_whole_case(run, award, tmp_path, monkeypatch):
    other = tmp_path / "order.txt"
    other.write_text("Then Mr Ivo Lundgren left.\n", "utf8")
    real = formats.write
    monkeypatch.setattr(
        "lexveil.formats.write",
        lambda document, changes: real(document, changes if "QC" in document.text else []),
    )
    result = run("run", award, other, "--case", "Rowing", "--out", tmp_path / "out")
    assert result.exit_code == 3
    assert "still readable" in result.stderr
    assert not (tmp_path / "out").exists()


def test_entities_prints_a_table(run, award):
    result = run("entities", award)
    assert result.exit_code == 0
    assert all(word in result.output for word in ("WITNESS", "LAWYER", "JUDGE", "WITNESS_1"))


def test_entities_shows_the_side_of_a_party(run, tmp_path):
    page = tmp_path / "page.txt"
    page.write_text("BETWEEN\n\nAnn Roe\nClaimant\n\n- and -\n\nBo Doe\nDefendant\n\nAnn Roe sued Bo Doe.\n")
    shown = " ".join(run("entities", page).stdout.split())
    assert "PARTY (CLAIMANT)" in shown
    assert "PARTY (DEFENDANT)" in shown


def test_entities_says_why(run, award):
    result = run("entities", award, "--why")
    assert "Lundgren = Ivo Lundgren: " in result.output
    assert "role: letters 'QC' after the name" in result.output


def test_policies_lists_and_shows(run):
    assert all(name in run("policies").output for name in ("arbitration", "court-eu"))
    assert "WITNESS_{n}" in run("policies", "show", "arbitration").output
    assert run("policies", "show", "nowhere").exit_code == 1


def test_models_lists_the_shipped_model_with_its_card(run):
    result = run("models")
    assert result.exit_code == 0
    assert all(word in result.output for word in ("en-legal", "TAB", "Apache-2.0", "recall, balanced"))


BAD_FILES = {
    "empty.txt": (b"", "empty"),
    "blank.txt": (b" \n\n ", "empty"),
    "binary.txt": (bytes(range(256)) * 20, "binary"),
    "mixed.txt": (("Müller sagte. " * 20).encode() + b"\xff\xfe\xfd", "byte"),
    "award.doc": (b"text", "neither RTF"),
    "award.wpd": (b"text", ".html"),
    "noformat": (b"text", ".html"),
    "comment.html": (b"<p>Roe</p><!-- never closed", "clos"),
    "tag.html": (b"<p>Roe <a title='x", "clos"),
    "deep.html": (b"<div>" * 20000 + b"Roe", "deep"),
    "large.txt": (b"Mr Roe spoke at length. " * 2_200_000, "LEXVEIL_MAX_BYTES"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_gives_one_line_and_writes_nothing(run, tmp_path, name):
    data, word = BAD_FILES[name]
    (tmp_path / name).write_bytes(data)
    result = run("run", tmp_path / name, "--out", tmp_path / "out")
    _failed_cleanly(result, tmp_path, word)


def _failed_cleanly(result, tmp_path, word):
    assert result.exit_code == 1
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("lexveil: ")
    assert word in lines[0]
    assert not (tmp_path / "out").exists()


def test_a_missing_file(run, tmp_path):
    _failed_cleanly(run("run", tmp_path / "none.txt", "--out", tmp_path / "out"), tmp_path, "no such file")


def test_a_folder_for_a_file(run, tmp_path):
    _failed_cleanly(run("run", tmp_path, "--out", tmp_path / "out"), tmp_path, "folder")


@pytest.mark.parametrize(
    ("option", "name", "text", "word"),
    [
        ("--policy", "mine.toml", 'format = 1\ncolour = "red"', "colour"),
        ("--policy", "mine.toml", None, "does not exist"),
        ("--policy", "nowhere", None, "arbitration"),
        ("--metadata", "case.json", "not json", "JSON"),
        ("--metadata", "case.json", '["Roe"]', "object"),
        ("--metadata", "case.json", '{"judges": 3}', "judges"),
        ("--metadata", "case.json", None, "does not exist"),
    ],
)
def test_a_bad_policy_or_metadata_file(run, award, tmp_path, option, name, text, word):
    path = tmp_path / name if "." in name else name
    if text is not None:
        path.write_text(text, "utf8")
    _failed_cleanly(run("run", award, option, path, "--out", tmp_path / "out"), tmp_path, word)


def test_an_output_that_is_the_input(run, award, tmp_path):
    result = run("run", award, "--out", tmp_path)
    assert result.exit_code == 1
    assert "is the input" in result.stderr
    assert award.read_text("utf8") == AWARD
    assert [path.name for path in tmp_path.iterdir()] == ["award.txt"]


def test_an_output_that_cannot_be_written(run, award, tmp_path):
    (tmp_path / "file").write_text("in the way", "utf8")
    result = run("run", award, "--out", tmp_path / "file" / "below")
    assert result.exit_code == 1
    assert "--out" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_unreadable_input_and_unwritable_folder(run, award, tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    assert run("run", award, "--out", tmp_path / "closed").exit_code == 1
    award.chmod(0)
    assert run("run", award, "--out", tmp_path / "out").exit_code == 1


def test_the_dictionary_of_another_document_is_not_written_over(run, award, tmp_path):
    page = tmp_path / "award.html"
    page.write_text(f"<p>{AWARD}", "utf8")
    out = tmp_path / "out"
    assert run("run", award, "--out", out).exit_code == 0
    dictionary = tmp_path / "out-dictionary" / "award.lexveil.json"
    written = dictionary.read_bytes()
    result = run("run", page, "--out", out)
    assert result.exit_code == 1
    assert "award.lexveil.json' belongs to" in result.output
    assert dictionary.read_bytes() == written
    assert not (out / "award.html").exists()
    assert run("run", award, "--out", out).exit_code == 0  # the same once more is no harm
    assert run("run", page, "--out", out, "--no-json", "--no-report").exit_code == 0


def test_two_inputs_of_one_name_are_refused(run, award, tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "award.txt").write_text(AWARD, "utf8")
    result = run("run", award, tmp_path / "b" / "award.txt", "--out", tmp_path / "out")
    _failed_cleanly(result, tmp_path, "both write")


def test_a_setting_from_the_environment_that_makes_no_sense(run, award, tmp_path, monkeypatch):
    monkeypatch.setenv("LEXVEIL_MAX_BYTES", "much")
    _failed_cleanly(run("run", award, "--out", tmp_path / "out"), tmp_path, "LEXVEIL_MAX_BYTES")


# Options of files --------------------------------------------------------------------------------


@pytest.fixture
def told(monkeypatch, award):
    """The options with which a file was read."""
    seen = []
    real = formats.read_file

    def read(path, options, **more):
        seen.append(options)
        return real(path, options, **more)

    monkeypatch.setattr("lexveil.formats.read_file", read)
    return seen


@pytest.mark.parametrize(
    ("arguments", "field", "value"),
    [
        (["--tracked", "accept"], "tracked", "accept"),
        (["--keep-metadata"], "keep_metadata", True),
        (["--block-tags", "a, b"], "block_tags", ("a", "b")),
        (["--text-attributes", "x,y"], "text_attributes", ("x", "y")),
        (["--annotate", "danish"], "annotate", "danish"),
        (["--text-column", "one", "--text-column", "two"], "text_columns", ("one", "two")),
        (["--boxes"], "boxes", True),
    ],
)
def test_an_option_reaches_the_format(run, award, tmp_path, told, arguments, field, value):
    assert run("run", award, "--out", tmp_path / "out", *arguments).exit_code == 0
    assert getattr(told[0], field) == value


def test_an_option_that_is_not_given_leaves_the_environment(run, award, tmp_path, told, monkeypatch):
    monkeypatch.setenv("LEXVEIL_TRACKED", "reject")
    monkeypatch.setenv("LEXVEIL_BOXES", "yes")
    assert run("run", award, "--out", tmp_path / "out", "--annotate", "danish").exit_code == 0
    assert (told[0].tracked, told[0].boxes, told[0].annotate) == ("reject", True, "danish")
    assert run("entities", award, "--tracked", "keep").exit_code == 0
    assert told[-1].tracked == "keep"


@pytest.mark.parametrize(
    ("option", "word"), [("--tracked", "keep, accept, reject"), ("--annotate", "danish, akoma-ntoso")]
)
def test_an_unknown_choice_lists_the_choices(run, award, tmp_path, option, word):
    _failed_cleanly(run("run", award, option, "wrong", "--out", tmp_path / "out"), tmp_path, word)


# The check ---------------------------------------------------------------------------------------


@pytest.fixture
def published(run, award, tmp_path):
    run("run", award, "--out", tmp_path / "out")
    return tmp_path / "out" / "award.txt", tmp_path / "out-dictionary" / "award.lexveil.json"


def test_check_finds_nothing_in_what_was_written(run, published):
    result = run("check", published[0], "--dictionary", published[1])
    assert result.exit_code == 0
    assert "nothing left" in result.output


@pytest.mark.parametrize("added", ["Ivo Lundgren", "LUNDGREN", "<b>Lund</b>gren", "%4Cundgren"])
def test_check_finds_what_was_added_and_does_not_name_it(run, published, added):
    with published[0].open("a") as file:
        file.write(f"\n\nand {added} too")
    result = run("check", published[0], "--dictionary", published[1])
    assert result.exit_code == 3
    assert "part" in result.output
    assert "undgren" not in result.output.lower()


def test_check_does_not_mind_who_is_named(run, published):
    with published[0].open("a") as file:
        file.write("\n\nand Ann Torvund too")
    assert run("check", published[0], "--dictionary", published[1]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (None, "does not exist"),
        ("not json", "cannot be read"),
        ("[]", "no dictionary"),
        ('{"lexveil": {"version": 1}}', "make it again"),
        ('{"lexveil": {"version": 2}}', "damaged"),
        ('{"lexveil": {"version": 2, "hidden": [{"form": 3, "kind": "name", "entity": "e"}]}}', "damaged"),
        ('{"lexveil": {"version": 2}, "rows": [1]}', "damaged"),
    ],
)
def test_check_with_a_bad_dictionary(run, award, tmp_path, text, word):
    path = tmp_path / "d.json"
    if text is not None:
        path.write_text(text, "utf8")
    _failed_cleanly(run("check", award, "--dictionary", path), tmp_path, word)


def test_check_of_a_file_that_cannot_be_opened(run, published, tmp_path):
    broken = tmp_path / "broken.docx"
    broken.write_bytes(b"PK\x03\x04 cut off")
    for path in (broken, tmp_path / "none.txt"):
        assert run("check", path, "--dictionary", published[1]).exit_code == 1


# Tables ------------------------------------------------------------------------------------------

ROWS = [
    {"id": "a-lundgren", "text": "Mr Ivo Lundgren testified. Lundgren's bag was red."},
    {"id": "b", "text": "Judge Pia Lundgren agreed. Ms Rita Moberg left, and Moberg cried."},
    {"id": "c", "text": ""},
]


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf8")
    return path


def test_a_table_is_written_row_by_row(run, corpus, tmp_path):
    result = run("run", corpus, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "2 rows" in result.output
    rows = [json.loads(line) for line in (tmp_path / "out" / "corpus.jsonl").read_text("utf8").splitlines()]
    assert [row["text"] for row in rows] == [
        "WITNESS_1 testified. WITNESS_1's bag was red.",
        "Judge Pia Lundgren agreed. WITNESS_1 left, and WITNESS_1 cried.",
        "",
    ]
    assert rows[0]["id"] == "a-WITNESS_1"
    found = json.loads((tmp_path / "out-dictionary" / "corpus.lexveil.json").read_text("utf8"))
    assert [row["row"] for row in found["rows"]] == [1, 2]
    told = json.loads((tmp_path / "out" / "corpus.report.json").read_text("utf8"))
    assert (told["document"]["rows"], told["counts"]["replaced"]) == (2, 2)


def test_the_rows_of_a_case_share_their_pseudonyms(run, corpus, tmp_path):
    result = run("run", corpus, "--case", "Rowing", "--policy", "court-eu", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "out" / "corpus.jsonl").read_text("utf8")
    assert all(name in text for name in ("Person A", "Person C left"))
    assert (
        run(
            "check",
            tmp_path / "out" / "corpus.jsonl",
            "-d",
            tmp_path / "out-dictionary" / "corpus.lexveil.json",
        ).exit_code
        == 0
    )


def test_check_looks_for_what_each_row_hides(run, corpus, tmp_path):
    run("run", corpus, "--out", tmp_path / "out")
    twin, dictionary = tmp_path / "out" / "corpus.jsonl", tmp_path / "out-dictionary" / "corpus.lexveil.json"
    assert run("check", twin, "-d", dictionary).exit_code == 0
    result = run("check", corpus, "-d", dictionary)
    assert result.exit_code == 3
    assert "row 1" in result.output


def test_a_leak_in_one_row_stops_the_table(run, corpus, tmp_path, monkeypatch):
    monkeypatch.setattr("lexveil.formats.tables.write_rows", lambda table, changes: corpus.read_bytes())
    result = run("run", corpus, "--out", tmp_path / "out")
    assert result.exit_code == 3
    assert "still readable" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_table_without_the_text_column(run, corpus, tmp_path):
    result = run("run", corpus, "--text-column", "body", "--out", tmp_path / "out")
    _failed_cleanly(result, tmp_path, "body")


def test_a_table_is_no_document_among_others_of_a_case(run, corpus, award, tmp_path):
    result = run("run", corpus, award, "--case", "Rowing", "--out", tmp_path / "out")
    _failed_cleanly(result, tmp_path, "run it apart")


def test_wrong_usage_exits_with_2(run):
    assert run("run").exit_code == 2
    assert run("run", "--nonsense").exit_code == 2


def test_help_has_examples_and_exit_codes(run):
    plain = re.sub(r"\x1b\[[0-9;]*m", "", run("--help").output)
    assert "Exit codes" in plain
    for command in ("run", "entities", "parts", "check"):
        assert "Example" in run(command, "--help").output


def test_the_installed_command_starts():
    command = Path(sys.executable).with_name("lexveil")
    assert "run" in subprocess.run([command, "--help"], capture_output=True, text=True, check=True).stdout
