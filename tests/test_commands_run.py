"""Every command line of README and docs runs as it is written, with Lexveil from a wheel.

Each line has a folder of its own with every file that the pages name; those of IN_ORDER build on one another.
All run in one process, so that the models are loaded once.
Tutorials and how-to pages run in test_tutorials.py, those of docs/papers.md in test_papers.py.
"""

import json
import lzma
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import docx
import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.evaluate.gold import splits
from lexveil.evaluate.roles import is_held_out
from test_commands_in_docs import BLOCK, INLINE, PAGES, ROOT

MAY_ASK = (0, 4)  # done; done, and somebody must look at something
DRIVER = Path(__file__).parent / "fixtures" / "run_commands.py"
ELSEWHERE = {  # what a line has that this machine may not, and where it runs
    "--gpus": "tests/scale",
    "--engine ray": "tests/scale",
    "--peer": "tests/detect/test_plugins.py",
    "postgresql://": "tests/service/test_api_postgres.py",
}
# Words that stand for something, and what takes their place here.
STANDS_FOR = {
    "parts FILE": "parts award.docx",
    "annotations copy FILE --policy NAME": "annotations copy award.html --policy arbitration",
    "run FILE --policy NAME --review-copy COPY": "run award.html --policy arbitration "
    "--review-copy copies/award.review-copy.html",
    "policies show NAME": "policies show court-eu",
    "policies check FILE": "policies check mine.toml",
    "--policy POLICY": "--policy denmark",
    "--changed CHANGE": "--changed lower",
    "users password NAME": "users password bo",
    "review FILE": "review award.docx",
    "restore FILE": "restore published/award.docx --vault case.vault",
    "--original A --published B": "--original award.txt --published B.txt",
    "vault show CASE": "vault show Rowing",
    "vault show Rowing": "vault show Rowing --vault case.vault",
    "vault forget NAME": "vault forget 'Ivo Lundgren' --vault case.vault --yes",
    "evaluate reading --metadata": "evaluate reading --gold FILE.jsonl --metadata",
    "evaluate reading --policy": "evaluate reading --gold FILE.jsonl --policy",
    "run --policy mine.toml": "run award.txt --policy mine.toml",
    "vault new-key FILE": "vault new-key FILE",
    "/etc/lexveil/policies": "FOLDER",
    "/var/lib/lexveil": "FOLDER",
}
ENDS = {" --accounts": " --allowed-host desk.example"}  # what is left out where an option alone is spoken of
IN_ORDER = ["docs/vault.md"]
SMALLER = {  # what takes minutes at its own size, which benchmarks have
    "evaluate protection": "--people 40 --documents 12",
    "evaluate leakage": "--documents 20 --runs 1",
}
DRAFT = "Mr Ivo Lundgren testified. Ms Ann Torvund QC appeared. Lundgren left at noon.\n"
LATER = "Mr Ivo Lundgren was heard again before Judge Pia Holt.\n"


def lines_of(path):
    """The command lines of a page that can run: whole ones, without what may be left out."""
    text = path.read_text("utf8")
    blocks = "\n".join(BLOCK.findall(text)).replace("\\\n", " ")
    blocks = re.sub(r"\n +\[", " [", blocks)  # options that go on in the next line
    lines = [line.strip() for line in blocks.splitlines() if re.match(r"\s*lexveil ", line)]
    inline = [each.replace("\n", " ") for each in INLINE.findall(text)]
    lines += [each for each in inline if re.search(r" --?\w|\.\w| [A-Z]{2,}\b", each)]
    for line in dict.fromkeys(lines):
        bare = re.sub(r"\s*\[[^\]]*\]", "", line.partition("  #")[0].partition(" # ")[0]).strip()
        for word, instead in STANDS_FOR.items():
            bare = re.sub(rf"{re.escape(word)}(?!\w)", instead, bare)
        for name, options in SMALLER.items():
            bare += f" {options}" if name in bare and "--gold" not in bare else ""
        bare = bare.replace("…", "").strip(" ,.")
        bare += "".join(more for end, more in ENDS.items() if bare.endswith(end))
        if not any(word in bare for word in ELSEWHERE):
            yield bare


ELSEWHERE_PAGES = ("tutorials", "how-to", "papers.md")


def every_line():
    """Page by page; a line that stands on several pages runs once."""
    seen = set()
    for path in PAGES:
        if set(path.parts) & set(ELSEWHERE_PAGES):
            continue
        page = str(path.relative_to(ROOT))
        lines = [line for line in lines_of(path) if page in IN_ORDER or line not in seen]
        seen.update(lines)
        if lines:
            yield page, lines


RUN = dict(every_line())


def word_document(path, text):
    path.parent.mkdir(exist_ok=True)
    document = docx.Document()
    document.add_paragraph(text.strip())
    document.save(path)


def gold_files(folder):
    """Gold by every name that the pages use."""
    examples = ROOT / "examples"
    row = json.loads((examples / "award.gold.jsonl").read_text("utf8"))
    gold = json.dumps({**row, "annotators": dict.fromkeys(("ann", "bo"), row["mentions"])}) + "\n"
    names = {name: {**row, "id": sorted(splits()[name])[0]} for name in ("litbank", "gum-bio-news")}
    held_out = next(name for name in map(str, range(100)) if is_held_out(name))
    (folder / "both.jsonl").write_text(json.dumps({**row, "id": held_out}), "utf8")
    plain = "FILE OWN one two all da LANGUAGE own-dev/LANGUAGE own-dev/en FOLDER/da A B"
    for name in plain.split():
        (folder / f"{name}.jsonl").parent.mkdir(exist_ok=True)
        (folder / f"{name}.jsonl").write_text(gold, "utf8")
    packed = {"dev": row, "tab/dev": row, "train-exact": json.loads(gold), **names}
    for name, each in packed.items():
        (folder / f"{name}.jsonl.xz").parent.mkdir(exist_ok=True)
        (folder / f"{name}.jsonl.xz").write_bytes(lzma.compress(json.dumps(each).encode()))


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """Every file that the pages name."""
    folder = tmp_path_factory.mktemp("stage")
    shutil.copytree(ROOT / "examples", folder / "examples")
    gold_files(folder)
    (folder / "award.txt").write_text(DRAFT, "utf8")
    for name in ("award.html", "case/one.html", "case/two.html"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"<p>{DRAFT.strip()}</p>\n", "utf8")
    for name, text in (
        ("award", DRAFT),
        ("order", LATER),
        ("decisions/one", DRAFT),
        ("decisions/two", LATER),
    ):
        word_document(folder / f"{name}.docx", text)
    shutil.copytree(folder / "decisions", folder / "archive")
    told = {"id": "a", "text": "Person 1: this is (Lundgren)[MISSED_PERSON_NAME_PARTIAL]."}
    (folder / "marks.jsonl").write_text(json.dumps(told) + "\n", "utf8")
    copied = ["annotations", "copy", str(folder / "award.html"), "--policy", "arbitration"]
    assert CliRunner().invoke(app, [*copied, "--out", str(folder / "copies")]).exit_code == 0
    with zipfile.ZipFile(folder / "old.zip", "w") as packed:
        packed.write(folder / "award.txt", "old.txt")
    pyarrow.parquet.write_table(pyarrow.table({"body": [DRAFT, LATER]}), folder / "more.parquet")
    row = {"id": 1, "text": DRAFT, "body": DRAFT, "label": [[3, 15, "PERSON"]]}
    for name in ("corpus.jsonl", "rows.jsonl", "texts.jsonl"):
        (folder / name).write_text(json.dumps(row) + "\n", "utf8")
    (folder / "corpus.txt").write_text(DRAFT, "utf8")
    (folder / "corpus.ann").write_text(f"T1\tPERSON 3 15\t{DRAFT[3:15]}\n", "utf8")
    (folder / "case.json").write_text('{"counsel": ["Ann Torvund"]}', "utf8")
    known = re.search(r"```json\n(.*?)```", (ROOT / "docs" / "attacks.md").read_text("utf8"), re.DOTALL)[1]
    known += known.replace("p1", "p2").replace("Ann Roe", "Bo Day")
    (folder / "register.jsonl").write_text(known, "utf8")
    for name in ("mine.toml", "FOLDER/mine.toml"):
        shutil.copy(ROOT / "src/lexveil/policy/presets/court-eu.toml", folder / name)
    answers = "number,text,residue,reidentified,how\n1,Person A was heard.,n,n,\n"
    for name in ("ANN", "BO"):
        (folder / f"{name}.csv").write_text(answers, "utf8")
    (folder / "B.txt").write_text(DRAFT.replace("Mr Ivo Lundgren", "WITNESS_1"), "utf8")
    return folder


@pytest.fixture(scope="module")
def outcomes(installed, stage, tmp_path_factory):
    """What became of each line: its exit code and the end of what it printed."""
    place = tmp_path_factory.mktemp("commands")
    order = {"stage": str(stage), "folder": str(place), "pages": RUN, "in_order": IN_ORDER}
    done = subprocess.run(
        ["python", str(DRIVER)], env={**installed, "HOME": str(place)}, cwd=place,
        input=json.dumps(order), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_there_are_many_and_none_is_left_out():
    assert sum(map(len, RUN.values())) > 90
    assert set(RUN) >= {"README.md", "docs/commands.md", "docs/vault.md", "docs/attacks.md", "docs/scale.md"}


@pytest.mark.parametrize("page", RUN)
def test_the_commands_of_a_page_run(outcomes, page):
    wrong = [each for each in outcomes[page] if each["code"] not in MAY_ASK]
    assert [each["line"] for each in outcomes[page]] == RUN[page]
    assert wrong == []
