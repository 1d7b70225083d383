"""Twins, dictionaries and reports onto the disk: all of a case, or nothing.

Everything is made in a folder beside the target and moves into place when all of it is there and checked.
"""

import glob
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lexveil import check, formats
from lexveil.check import Checked, report
from lexveil.config import DEFAULTS, Settings
from lexveil.errors import InputError, OutputError
from lexveil.formats import disk
from lexveil.formats.tables import TABLES
from lexveil.pipeline.analysis import Progress, Result
from lexveil.pipeline.case_memory import VaultMemory
from lexveil.pipeline.finish import finished
from lexveil.pipeline.input_checks import covered
from lexveil.replace.dictionary import hidden_in


class Places(NamedTuple):
    """What is written for a document; None where it is not wanted."""

    twin: Path
    dictionary: Path | None
    page: Path | None  # the report to be read
    report: Path | None  # the same for programs

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(path for path in self if path is not None)


class Beside(NamedTuple):
    """What goes beside a twin."""

    dictionary: bool = True
    report: bool = True


BOTH = Beside()


def targets(path: str | Path, out: str | Path, beside: Beside = BOTH) -> Places:
    """Where the twin and what goes beside it are written; an output that is the input is refused."""
    path, target = Path(path), Path(out) / Path(path).name
    wanted = {"lexveil.json": beside.dictionary, "report.html": beside.report, "report.json": beside.report}
    files = (target.with_name(f"{path.stem}.{end}") if each else None for end, each in wanted.items())
    places = Places(target, *files)
    for each in places.files:
        if each.exists() and path.exists() and each.samefile(path):
            raise OutputError("pipeline.input-itself", file=each)
    if len(set(places.files)) < len(places.files):
        raise OutputError("pipeline.one-file", file=target)
    _expect_own(places)
    return places


def _expect_own(places: Places) -> None:
    """A dictionary that is there belongs to the twin that is there: a lost one cannot be brought back."""
    twin = places.twin
    taken = next((each for each in places.files[1:] if each.exists()), None)
    if taken is None or twin.exists():
        return
    for other in sorted(twin.parent.glob(f"{glob.escape(twin.stem)}.*")):
        if other.stem == twin.stem and other.suffix.lower() in (*formats.suffixes(), *TABLES):
            raise OutputError("pipeline.belongs-to-other", file=taken, other=other)


def export(
    result: Result,
    path: str | Path,
    out: str | Path,
    *,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> Places:
    """Write the twin of `path` and what goes beside it into the folder `out`; returns what was written."""
    return export_case([result], [path], out, settings=settings, progress=progress)[0]


def export_case(
    results: Sequence[Result],
    paths: Sequence[str | Path],
    out: str | Path,
    *,
    beside: Beside = BOTH,
    memory: VaultMemory | None = None,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> list[Places]:
    """Write the twins of a case and what goes beside them: all of it, or none."""
    covered([result.document for result in results], settings.allow_uncovered)
    places = [targets(path, out, beside) for path in paths]
    with Staging(out) as staging:
        for result, path, place in zip(results, paths, places, strict=True):
            source, twin = Path(path), staging.draft(place.twin)
            made = finished(
                result, source.read_bytes(), source.suffix.lower(), settings=settings, progress=progress
            )
            disk.save(made.data, twin)
            if place.dictionary:
                listed = json.dumps(result.dictionary(), ensure_ascii=False, indent=1)
                staging.write(place.dictionary, listed + "\n")
            if place.report:
                write_report(staging, place, made.report)
            if memory:
                memory.remember(source, twin, result.document.id, result.replacements)
        if memory:
            memory.finish()  # first the vault: a twin that nobody can restore is worse than an entry too many
        staging.move(place for each in places for place in each.files)
    return places


class Staging:
    """A folder of its own beside the target, whose files move into place together or not at all."""

    def __init__(self, out: str | Path) -> None:
        self.folder = Path(out)
        self.made = not self.folder.exists()

    def __enter__(self) -> "Staging":
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.drafts = tempfile.TemporaryDirectory(dir=self.folder, prefix=".lexveil-")
        except OSError as error:
            self._leave()
            raise self._refused(error) from None
        return self

    def draft(self, target: Path) -> Path:
        return Path(self.drafts.name) / target.name

    def write(self, target: Path | None, text: str) -> None:
        if target is not None:
            self.draft(target).write_text(text, "utf8")

    def move(self, targets: Iterable[Path]) -> None:
        for target in targets:
            self.draft(target).replace(target)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.drafts.cleanup()
        self._leave()
        if isinstance(error, OSError):
            raise self._refused(error) from None

    def _leave(self) -> None:
        if self.made and self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _refused(self, error: OSError) -> OutputError:
        reason = error.strerror or type(error).__name__
        return OutputError("pipeline.unwritable-folder", folder=self.folder, reason=reason)


def write_report(staging: Staging, place: Places, made: report.Report) -> None:
    staging.write(place.report, json.dumps(made, ensure_ascii=False, indent=1) + "\n")
    staging.write(place.page, report.page(made))


def recheck(path: str | Path, dictionary: str | Path) -> Checked:
    """Search a written file for what its dictionary says had to go."""
    try:
        found = json.loads(Path(dictionary).read_text("utf8"))
    except FileNotFoundError:
        raise InputError("dictionary.missing", name=dictionary) from None
    except (OSError, ValueError) as error:
        raise InputError("dictionary.unreadable", name=dictionary, reason=type(error).__name__) from None
    hidden = hidden_in(found, name=str(dictionary))
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError("check.unreadable", reason=error.strerror) from None
    return check.leaks_in_rows(data, hidden) if isinstance(hidden, dict) else check.leaks(data, hidden)
