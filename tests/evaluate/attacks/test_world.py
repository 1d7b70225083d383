import hashlib
import json
import xml.etree.ElementTree as ET

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.evaluate import worlds
from lexveil.evaluate.attacks import membership, structure, utility, world
from lexveil.evaluate.attacks.knowledge import Record, written
from lexveil.evaluate.attacks.linkage import links
from lexveil.evaluate.attacks.published import Pseudonym, Published, of_gold, unchanged, without_names
from lexveil.store import keys

WORLD = worlds.made(people=60, documents=12)
KINDS = {gold.id: WORLD.kind(gold) for gold in WORLD.documents}


def test_originals_are_of_full_use_and_documents_without_days_have_no_intervals():
    whole = utility.figures(WORLD.documents, [unchanged(gold) for gold in WORLD.documents], KINDS)
    assert whole["text"] == whole["intervals"] == whole["names"] == 1.0
    without = [
        Published(each.id, "nothing", "en", each.pseudonyms) for each in map(unchanged, WORLD.documents)
    ]
    assert utility.figures(WORLD.documents, without, KINDS)["intervals"] == 0.0


def test_one_pseudonym_for_two_people_tells_nobody_apart():
    people = (Pseudonym("d", "A", (), "p1"), Pseudonym("d", "A", (), "p2"), Pseudonym("d", "B", (), "p3"))
    gold = WORLD.documents[0]
    figures = utility.figures([gold], [Published("d", "", "en", people)], {gold.id: "loan"})
    assert figures["references"] == pytest.approx(1 / 3)


def test_facts_join_the_decisions_of_a_case_and_tell_who_is_in_the_corpus():
    documents = [of_gold(gold, without_names(gold)) for gold in WORLD.documents]
    figures = membership.figures(
        documents, links(documents, WORLD.known), WORLD.members, {each.id for each in WORLD.known}
    )
    assert figures["by_facts"]["precision"] > 0.9
    assert figures["by_facts"]["recall"] > 0.8
    assert figures["member"] > 0.95


def test_pseudonyms_that_are_initials_as_long_as_the_name_give_themselves_away():
    names = [f"{'abcdefgh'[at].upper()}nn {'hgfedcba'[at].upper()}{'o' * at}" for at in range(8)]
    people = tuple(
        Pseudonym("d", f"{n[0]}. {n.split()[1][0]}{'x' * at}", (), f"p{at}", n) for at, n in enumerate(names)
    )
    figures = structure.figures([Published("d", "", "en", people)], [Record("p0", "Ann Ho", "f")])
    assert figures["order"] == 1.0
    assert figures["length"] > 0.9
    assert figures["initials"] == 1.0 > figures["initials_by_chance"]


@pytest.mark.parametrize("written_as", [lambda n: hashlib.sha256(n.encode()).hexdigest()[:8],
                                        lambda n: hashlib.md5(n.lower().encode()).hexdigest()])  # fmt: skip
def test_a_hash_of_a_name_is_found(written_as):
    text = (
        f"see person-{written_as('Ann Torvund')} there" if False else f"see {written_as('Ann Torvund')} there"
    )
    assert structure.hashes([Published("d", text, "en", ())], ["Ann Torvund"]) == 1
    assert structure.hashes([Published("d", text, "en", ())], ["Bob Welhaven"]) == 0


def test_the_command_writes_table_plot_and_knowledge(tmp_path):
    out, picture, known = (tmp_path / name for name in ("r.json", "r.svg", "k.jsonl"))
    call = ["evaluate", "protection", "--policy", "court-eu", "--people", "40", "--documents", "4",
            "--json", str(out), "--plot", str(picture), "--knowledge", str(known)]  # fmt: skip
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output
    report = json.loads(out.read_text("utf8"))
    assert list(report["policies"]) == [world.NAMES_ONLY, "court-eu"]
    assert report["policies"]["court-eu"]["leakage"]["found"]["name"] == 0
    assert "court-eu" in "".join(ET.fromstring(picture.read_text("utf8")).itertext())
    assert len(known.read_text("utf8").splitlines()) == 40


def test_published_files_are_attacked_and_the_report_has_no_name(tmp_path):
    register = (
        Record("p1", "Zephyrine Torvund", "f", {"town": "Derby", "born": "1984-05-03"}),
        Record("p2", "Bob Welhaven", "m", {"town": "Luton"}),
        Record("p3", "Ida Prohaska", "f", {"town": "Derby"}),
    )
    (tmp_path / "known.jsonl").write_text(written(register), "utf8")
    text = "Person A, born on 3 May 1984, lives in Derby. The court heard Bob Welhaven.\n"
    (tmp_path / "one.txt").write_text(text, "utf8")
    (tmp_path / "two.txt").write_text(text.replace("Bob Welhaven", "person B"), "utf8")
    report = tmp_path / "report.json"
    call = ["attack", str(tmp_path / "one.txt"), str(tmp_path / "two.txt"), "--language", "en",
            "--knowledge", str(tmp_path / "known.jsonl"), "--report", str(report)]  # fmt: skip
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output
    found = json.loads(report.read_text("utf8"))
    assert found["register"] == {"one.txt": {"p2": "name"}}
    persons = {(each["document"], each["pseudonym"]): each for each in found["links"]}
    assert persons["one.txt", "Person A"]["likeliest"][0] == "p1"
    assert {"person": "p1", "documents": ["one.txt", "two.txt"]} in found["across"]
    assert "Torvund" not in report.read_text("utf8") + done.output


@pytest.mark.parametrize(
    "line",
    ["{}", "[1]", '{"id": "a", "name": "B", "facts": {"born": "1.2.1984"}}', '{"id": "a", "name": 1}', "x"],
)
def test_knowledge_that_is_none_is_told_by_its_line(tmp_path, line):
    (tmp_path / "k.jsonl").write_text('{"id": "p", "name": "Ann Roe"}\n' + line + "\n", "utf8")
    (tmp_path / "one.txt").write_text("Person A left.", "utf8")
    done = CliRunner().invoke(
        app, ["attack", str(tmp_path / "one.txt"), "--knowledge", str(tmp_path / "k.jsonl")]
    )
    assert done.exit_code == 1
    assert "line 2" in done.stderr.replace("\n", " ")


def test_what_the_vault_hides_is_a_leak_where_it_can_be_read(tmp_path):
    text = "The court heard Ms Zephyrine Torvund. Ms Torvund left.\n"
    original, vault, key = (tmp_path / name for name in ("case.txt", "a.vault", "a.key"))
    original.write_text(text, "utf8")
    keys.new_key_file(key)
    keyed = ["--vault", str(vault), "--vault-key", str(key)]
    run = ["run", str(original), "--out", str(tmp_path / "out"), "--policy", "court-eu", "--language", "en"]
    done = CliRunner().invoke(app, [*run, *keyed])
    assert done.exit_code == 0, done.output + done.stderr
    published = tmp_path / "out" / "case.txt"
    assert CliRunner().invoke(app, ["attack", str(published), "--language", "en", *keyed]).exit_code == 0
    published.write_text(published.read_text("utf8") + "Torvnud was late.\n", "utf8")
    report = tmp_path / "report.json"
    call = ["attack", str(published), "--language", "en", "--report", str(report), *keyed]
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 3, done.output
    assert list(json.loads(report.read_text("utf8"))["leaks"]["case.txt"].values()) == ["misspelt"]
    assert "Torvund" not in report.read_text("utf8") + done.output
