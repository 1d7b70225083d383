"""Twins, dictionaries and reports onto the disk: all of a case, or nothing.

Everything is made in a folder of its own beside the target. Each twin is opened again from there, walked
part by part and searched (`check`), then read once more as a document and searched again. What shows a
replaced name is deleted with all the rest.
"""

import dataclasses
import glob
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lexveil import check, config, formats
from lexveil.check import Checked, report
from lexveil.config import Settings
from lexveil.errors import InputError, LeakError, OutputError
from lexveil.formats.tables import TABLES
from lexveil.model import Document
from lexveil.pipeline.analysis import Progress, Result, tell
from lexveil.pipeline.coverage import covered
from lexveil.pipeline.keeping import Keeper
from lexveil.replace.dictionary import hidden_in
from lexveil.text.search import Form, Search

SLOW_TO_READ = (".pdf", ".doc", ".rtf")  # read once: a second time would cost a recognition or a conversion


class Places(NamedTuple):
    """What is written for a document; None where it is not wanted."""

    twin: Path
    dictionary: Path | None
    page: Path | None  # the report to be read
    report: Path | None  # the same for programs

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(path for path in self if path is not None)


def targets(
    path: str | Path, out: str | Path, *, with_dictionary: bool = True, with_report: bool = True
) -> Places:
    """Where the twin and what goes beside it are written; an output that is the input is refused."""
    path, target = Path(path), Path(out) / Path(path).name
    places = Places(
        target,
        target.with_name(f"{path.stem}.lexveil.json") if with_dictionary else None,
        target.with_name(f"{path.stem}.report.html") if with_report else None,
        target.with_name(f"{path.stem}.report.json") if with_report else None,
    )
    for each in places.files:
        if each.exists() and path.exists() and each.samefile(path):
            raise OutputError(f"'{each}' is the input itself: choose another folder with --out")
    if len(set(places.files)) < len(places.files):
        raise OutputError(f"'{target}' and its dictionary or report would be one file: rename the input")
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
            raise OutputError(
                f"'{taken}' belongs to '{other}', which was written before: choose another --out, or rename "
                "the input"
            )


def export(
    result: Result,
    path: str | Path,
    out: str | Path,
    *,
    with_dictionary: bool = True,
    with_report: bool = True,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Places:
    """Write the twin of `path` and what goes beside it into the folder `out`; returns what was written."""
    return export_case(
        [result],
        [path],
        out,
        with_dictionary=with_dictionary,
        with_report=with_report,
        settings=settings,
        progress=progress,
    )[0]


def export_case(
    results: Sequence[Result],
    paths: Sequence[str | Path],
    out: str | Path,
    *,
    with_dictionary: bool = True,
    with_report: bool = True,
    kept: Keeper | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> list[Places]:
    """Write the twins of a case and what goes beside them: all of it, or none."""
    settings = settings or config.settings()
    covered([result.document for result in results], settings.allow_uncovered)
    places = [targets(path, out, with_dictionary=with_dictionary, with_report=with_report) for path in paths]
    with Room(out) as room:
        for result, path, place in zip(results, paths, places, strict=True):
            _draft(result, Path(path), room, place, settings, progress)
            if kept:
                kept.remember(Path(path), room.draft(place.twin), result.document.id, result.replacements)
        if kept:
            kept.finish()  # first the vault: a twin that nobody can restore is worse than an entry too many
        room.move(place for each in places for place in each.files)
    return places


class Room:
    """A folder of its own beside the target, whose files move into place together or not at all."""

    def __init__(self, out: str | Path) -> None:
        self.folder = Path(out)
        self.made = not self.folder.exists()

    def __enter__(self) -> "Room":
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.room = tempfile.TemporaryDirectory(dir=self.folder, prefix=".lexveil-")
        except OSError as error:
            self._leave()
            raise self._refused(error) from None
        return self

    def draft(self, target: Path) -> Path:
        return Path(self.room.name) / target.name

    def write(self, target: Path | None, text: str) -> None:
        if target is not None:
            self.draft(target).write_text(text, "utf8")

    def move(self, targets: Iterable[Path]) -> None:
        for target in targets:
            self.draft(target).replace(target)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.room.cleanup()
        self._leave()
        if isinstance(error, OSError):
            raise self._refused(error) from None

    def _leave(self) -> None:
        if self.made and self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _refused(self, error: OSError) -> OutputError:
        reason = error.strerror or type(error).__name__
        return OutputError(f"cannot write into '{self.folder}' ({reason}): choose another --out")


def _draft(
    result: Result, path: Path, room: Room, place: Places, settings: Settings, progress: Progress | None
) -> None:
    """The twin, checked, and what goes beside it."""
    draft = room.draft(place.twin)
    tell(progress, "writing")
    formats.write_file(result.document, result.replacements, draft)
    tell(progress, "checking")
    checked = searched(draft, result.hidden, result.document.id, settings)
    if place.twin.suffix.lower() not in SLOW_TO_READ:
        _read_again(result, draft, settings)
    if place.dictionary:
        room.write(place.dictionary, json.dumps(result.dictionary(), ensure_ascii=False, indent=1) + "\n")
    if place.report:
        told = told_of([result], result.document, (path, draft), checked, settings)
        write_report(room, place, told)


def write_report(room: Room, place: Places, told: report.Report) -> None:
    room.write(place.report, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    room.write(place.page, report.page(told))


def searched(draft: Path, hidden: Iterable[Form], identity: str, settings: Settings) -> Checked:
    """Every part of the written file, without our own readers; a hit is an error."""
    return passed(check.leaks(draft.read_bytes(), hidden), identity, settings)


def passed(checked: Checked, identity: str, settings: Settings) -> Checked:
    if checked.leaks:
        first = checked.leaks[0]
        where = f"in '{first.part}' at character {first.offset}"
        raise leak_error(identity, len(checked.leaks), where, settings)
    return checked


def _read_again(result: Result, draft: Path, settings: Settings) -> None:
    """The second look, through the reader of the format: it knows encodings and what joins words."""
    options = dataclasses.replace(settings.options, max_bytes=2 * settings.max_bytes)
    try:
        written = formats.read_file(draft, options)
    except InputError:
        raise OutputError(
            f"{result.document.id}: the result cannot be read again; nothing was written. "
            "Please report this as a bug"
        ) from None
    left = [found.start for found in Search(result.hidden).find(written.text)]
    if left:
        where = f"at character {left[0]} of the result"
        raise leak_error(result.document.id, len(left), where, settings)


def leak_error(identity: str, count: int, where: str, settings: Settings) -> LeakError:
    allowed = (
        "It may stand in a part that was allowed: remove that part. " if settings.allow_uncovered else ""
    )
    return LeakError(
        f"{identity}: {count} replaced names or identifiers are still readable, first {where}; nothing was "
        f"written. {allowed}Names of classes, tags and fonts are not rewritten: rename or remove them in the "
        "original. Please report anything else as a bug"
    )


def told_of(
    results: Sequence[Result],
    whole: Document,
    files: tuple[Path, Path],
    checked: Checked,
    settings: Settings,
    *,
    rows: int | None = None,
) -> report.Report:
    """The report on a file and what became of it; `whole` is the document, or stands for a table."""
    return report.report(
        [
            report.Subject(each.document, each.entities, each.decisions, each.replacements, each.pseudonyms)
            for each in results
        ],
        whole=whole,
        rows=rows,
        hidden=results[0].hidden if results[0].case else [form for each in results for form in each.hidden],
        policy=(results[0].policy.name, results[0].policy.description),
        files=(files[0].read_bytes(), files[1].read_bytes()),
        checked=checked,
        allowed=settings.allow_uncovered,
        made_with=results[0].made_with,
        threshold=settings.risk_threshold,
    )


def recheck(path: str | Path, dictionary: str | Path) -> Checked:
    """Search a written file for what its dictionary says had to go."""
    try:
        found = json.loads(Path(dictionary).read_text("utf8"))
    except FileNotFoundError:
        raise InputError(f"dictionary '{dictionary}' does not exist: check the path") from None
    except (OSError, ValueError) as error:
        raise InputError(f"dictionary '{dictionary}' cannot be read ({type(error).__name__})") from None
    hidden = hidden_in(found, name=str(dictionary))
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError("check.unreadable", reason=error.strerror) from None
    return check.leaks_in_rows(data, hidden) if isinstance(hidden, dict) else check.leaks(data, hidden)
