"""A cluster of several nodes on this machine: the same results as one process makes."""

import json
import os
import zipfile

import pytest
from ray.cluster_utils import Cluster
from typer.testing import CliRunner

from lexveil import config
from lexveil.batch import on_ray, sources
from lexveil.batch.worker import Asked
from lexveil.cli import app
from lexveil.errors import OutputError

pytestmark = pytest.mark.filterwarnings("default")  # Ray warns of itself

NAMES = "Ivo Lundgren,Pia Holt,Aurelio Brankov,Greta Hollis,Imre Farkas".split(",")
TEXTS = [f"Mr {NAMES[at % 5]} testified on {at % 27 + 1} May 2019 in case {at}." for at in range(150)]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    lines = [json.dumps({"text": text, "file": f"F-{at % 7}"}) for at, text in enumerate(TEXTS)]
    (folder / "rows.jsonl").write_text("\n".join([*lines, "{broken"]) + "\n", "utf8")
    (folder / "letters").mkdir()
    for at in range(5):
        (folder / "letters" / f"letter-{at}.txt").write_text(TEXTS[at], "utf8")
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        archive.writestr("a/first.html", f"<p>{TEXTS[0]}</p>")
        archive.writestr("../outside.txt", TEXTS[1])
    return folder


def run(corpus, out, *more):
    asked = ["batch", str(corpus), "--out", str(out), "--language", "en", *map(str, more)]
    said = CliRunner().invoke(app, asked, catch_exceptions=False)
    assert said.exit_code == 1, said.output  # a broken row, a member that leads outside
    assert (out / "results.jsonl").is_file(), said.output
    files = sorted(path for path in out.rglob("*") if path.is_file())
    unlike = ("times.json", "summary.html")
    return {str(path.relative_to(out)): path.read_bytes() for path in files if path.name not in unlike}


@pytest.fixture(scope="module")
def wanted(corpus, tmp_path_factory):
    return run(corpus, tmp_path_factory.mktemp("local") / "out", "--workers", 1)


@pytest.fixture(scope="module")
def cluster():
    """One node of one core, to which tests add others."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield made
    made.shutdown()


def test_cases_and_the_model_in_an_actor(corpus, cluster, tmp_path, monkeypatch):
    """The processor stands in for the card; it computes in float32, so that the results are the same."""
    monkeypatch.setenv("LEXVEIL_DEVICE", "torch")
    rows = corpus / "rows.jsonl"
    key = tmp_path / "key"
    key.write_text("a secret", "utf8")
    asked = ("--case-by", "file", "--key-file", key, "--policy", "research")
    one = run(rows, tmp_path / "local", *asked, "--workers", 1)
    other = run(rows, tmp_path / "ray", *asked, "--engine", "ray", "--gpus", 1, "--address", cluster.address)
    assert one == other
    about = json.loads(other["summary.json"])["about"]["with"]
    assert about["engine"] == "torch 2.13.0, float32"


@pytest.mark.parametrize("nodes", [1, 2, 4])
def test_a_cluster_makes_what_one_process_makes(nodes, corpus, wanted, cluster, tmp_path):
    while len(cluster.list_all_nodes()) < nodes:
        cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    made = run(corpus, tmp_path / "out", "--engine", "ray", "--address", cluster.address)
    assert made == wanted
    assert "letters/letter-0.txt" in made


def test_what_stops_a_task_is_told_as_here(corpus, cluster, tmp_path):
    """The folder of the parts is away, as on a node that does not see it."""
    settings = config.Settings(language="en", detectors=("internet",))
    asked = Asked(config.policy("court-eu"), settings, bytes(32), "en", str(tmp_path / "away"))
    given = sources.sources([sources.Input(str(corpus / "rows.jsonl"))])
    with pytest.raises(OutputError) as stopped:
        list(on_ray.tallies(given, asked, sources.Reading(), address=cluster.address))
    assert stopped.value.code == "file.unwritable"


def test_ray_tells_nobody_outside():
    on_ray._ray()
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


def test_a_cluster_that_does_not_answer_is_one_line(corpus, tmp_path):
    asked = ["--engine", "ray", "--address", "127.0.0.1:9"]
    said = CliRunner().invoke(app, ["batch", str(corpus), "--out", str(tmp_path / "out"), *asked])
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert "127.0.0.1:9" in said.output
