"""The commands of tutorials and how-to pages, as they are written, with Lexveil from a fresh wheel in a venv.

What Lexveil needs is taken from here; Lexveil itself is not."""

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FENCED = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def commands(text):
    """What is to be typed: the blocks that say nothing of themselves."""
    return "".join(block for about, block in FENCED.findall(text) if not about)


def files(text):
    """The files that a page shows, by name: blocks such as ```toml mine.toml."""
    named = ((about.split(), block) for about, block in FENCED.findall(text))
    return {about[1]: block for about, block in named if len(about) == 2}


PAGES = [
    path
    for folder in ("tutorials", "how-to")
    for path in sorted((ROOT / "docs" / folder).glob("*.md"))
    if commands(path.read_text("utf8"))  # others need a server: tests/service
]


def test_it_is_the_wheel_that_runs(installed, tmp_path):
    code = "import lexveil; print(lexveil.__file__)"
    done = subprocess.run(["python", "-c", code], env=installed, cwd=tmp_path, capture_output=True, text=True)
    assert Path(done.stdout.strip()).is_relative_to(Path(installed["HOME"]) / "venv")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_commands_of_a_page_run_as_written(installed, tmp_path, path):
    text = path.read_text("utf8")
    assert "lexveil" in commands(text)
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, "utf8")
    # 4: all was written, and somebody must look at it first.
    script = f'set -e\nlexveil() {{ command lexveil "$@" || [ $? -eq 4 ]; }}\n{commands(text)}'
    done = subprocess.run(["bash", "-c", script], env=installed, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-800:] + done.stderr[-2000:]


def test_the_same_sources_make_the_same_wheel(tmp_path):
    made = []
    for name in ("one", "two"):
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / name)]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
        (wheel,) = (tmp_path / name).glob("*.whl")
        made.append(wheel.read_bytes())
    assert made[0] == made[1]


def test_the_source_archive_has_all_that_is_needed_and_makes_the_same_wheel(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run([*build, "-t", "sdist"], cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path / "unpacked", filter="data")
    (sources,) = (tmp_path / "unpacked").iterdir()
    needed = (
        "NOTICE",
        "LICENSE",
        "Makefile",
        "requirements/dev.txt",
        "deploy/Dockerfile",
        "docs/pictures/review.png",
    )
    assert [name for name in needed if not (sources / name).is_file()] == []
    wheels = []
    for at, folder in enumerate((ROOT, sources)):
        out = str(tmp_path / str(at))
        subprocess.run([*build[:-1], out, "-t", "wheel"], cwd=folder, check=True, capture_output=True)
        wheels.append(zipfile.ZipFile(next(Path(out).glob("*.whl"))))
    names = [sorted(each.namelist()) for each in wheels]
    assert names[0] == names[1]
    assert [name for name in names[0] if wheels[0].read(name) != wheels[1].read(name)] == []
