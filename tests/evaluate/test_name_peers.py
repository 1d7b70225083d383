"""BookNLP's rules for names as a peer; a stand-in of the same shape where it is not installed."""

import sys

import pytest
from typer.testing import CliRunner

from builders import doc
from lexveil.errors import DetectorError
from lexveil.evaluate import clusters, commands, name_peers
from lexveil.evaluate.gold import Gold, Mention

STAND_IN = """
class NameCoref:
    def __init__(self, aliases):
        with open(aliases) as file:
            self.aliases = file.read()
    def name_cluster(self, entities, is_named, existing):
        return [len(words[-1]) if len(words) < 3 else -1 for words in entities]
"""


@pytest.fixture
def booknlp(tmp_path, monkeypatch):
    folder = tmp_path / "booknlp" / "english"
    (folder / "data").mkdir(parents=True)
    for place in (folder.parent, folder):
        (place / "__init__.py").write_text("")
    (folder / "name_coref.py").write_text(STAND_IN)
    (folder / "data" / "aliases.txt").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in [name for name in sys.modules if name.startswith("booknlp")]:
        del sys.modules[name]


@pytest.mark.usefixtures("booknlp")
def test_groups_are_those_of_the_peer_and_nobody_stands_alone():
    marked = doc(
        "[Ann Roe](PERSON) met [Bo Doe](PERSON), [a b c](PERSON) and [d e f](PERSON). [Roe](PERSON) left."
    )
    groups = name_peers.grouping("booknlp")(marked.document, marked.spans)
    shown = sorted([marked.document.text[span.start : span.end] for span in group] for group in groups)
    assert shown == [["Ann Roe", "Bo Doe", "Roe"], ["a b c"], ["d e f"]]


@pytest.mark.usefixtures("booknlp")
def test_it_stands_beside_the_baselines(tmp_path):
    mentions = tuple(Mention(at, at + 7, "PERSON", "", who, True) for at, who in ((0, "a"), (12, "b")))
    report = clusters.evaluate(
        [Gold("one", "Ann Roe met Bob Doe.", mentions)], peers={"booknlp": name_peers.grouping("booknlp")}
    )
    assert set(report["baselines"]) == {*clusters.BASELINES, "booknlp"}


def test_without_it_the_command_says_so(monkeypatch):
    monkeypatch.setattr(name_peers, "find_spec", lambda name: None)
    asked = ["clusters", "--gold", "examples/award.gold.jsonl", "--peer", "booknlp"]
    result = CliRunner().invoke(commands.app, asked)
    assert isinstance(result.exception, DetectorError)
