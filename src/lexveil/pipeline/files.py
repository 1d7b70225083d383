"""Twins, dictionaries and reports onto the disk: all of a case, or nothing.

Everything is made in a folder beside the target and moves into place when all of it is there and checked. The
dictionary holds the real names: it lies in a folder of its own, for its owner's eyes, never with what is
published. A file that is called after somebody who is hidden gets a neutral name.
"""

import dataclasses
import glob
import itertools
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from lexveil import check, formats
from lexveil.check import Checked, report
from lexveil.config import DEFAULTS, Settings
from lexveil.errors import InputError, OutputError
from lexveil.formats import disk, review_copies
from lexveil.formats.tables import TABLES
from lexveil.pipeline.analysis import Progress, Result
from lexveil.pipeline.case_memory import VaultMemory
from lexveil.pipeline.finish import finished
from lexveil.pipeline.input_checks import allowed_images, covered
from lexveil.replace.dictionary import hidden_in, listed_in


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
    """What is written with a twin, and where; `dictionary_at` is a file, or a folder for those of several
    documents."""

    dictionary: bool = True
    report: bool = True
    dictionary_at: Path | None = None
    under: Path = Path()  # the folder in that of the output, where folders of the input are kept


BOTH = Beside()
APART = "-dictionary"  # ends the name of the folder beside the output in which dictionaries lie
REVIEW = "needs-review"  # the folder, in that of the output, for what somebody must look at first
NEUTRAL = "document-"  # what a file is called whose name would tell of somebody; a number follows


def targets(
    path: str | Path, out: str | Path, beside: Beside = BOTH, *, stem: str = "", review: bool = False
) -> Places:
    """Where the twin and what goes with it are written; an output that is the input is refused. `stem` is
    what they are called, if not after the input; `review`: into the folder for what needs one."""
    path = Path(path)
    folder = (Path(out) / REVIEW if review else Path(out)) / beside.under
    named = folder / (stem or path.stem)
    target = named.with_name(f"{named.name}{path.suffix}")
    dictionary = _dictionary(Path(out), named.name, beside) if beside.dictionary else None
    reports = (named.with_name(f"{named.name}.report.{end}") for end in ("html", "json"))
    places = Places(target, dictionary, *(reports if beside.report else (None, None)))
    for each in places.files:
        if each.exists() and path.exists() and each.samefile(path):
            raise OutputError("pipeline.input-itself", file=each)
    if len(set(places.files)) < len(places.files):
        raise OutputError("pipeline.one-file", file=target)
    if not stem:  # a number is chosen so that nothing of its name is there
        _expect_own(places)
    return places


def _dictionary(out: Path, stem: str, beside: Beside) -> Path:
    """By default in a folder beside that of the output; never within it."""
    name = beside.under / f"{stem}.lexveil.json"
    chosen = beside.dictionary_at
    if chosen is None:
        whole = out.resolve()
        return (out if out.name not in ("", "..") else whole).with_name(f"{whole.name}{APART}") / name
    file = chosen / name if chosen.is_dir() or not chosen.suffix else chosen
    if file.resolve().is_relative_to(out.resolve()):
        raise OutputError("pipeline.dictionary-beside", file=file)
    return file


def _neutral(
    results: Sequence[Result],
    paths: Sequence[str | Path],
    out: str | Path,
    beside: Beside,
    *,
    apart: bool,
    unders: Sequence[Path],
) -> list[Places]:
    """Where each goes; a name that spells out somebody who is hidden is not repeated, nor that of a folder:
    what is in it goes into the one above. `apart`: what needs a review, into a folder of its own."""
    places: list[Places] = []
    for result, path, under in zip(results, paths, unders or [beside.under] * len(paths), strict=True):
        review = apart and result.needs_review
        kept = unnamed([result], under)
        where = beside._replace(under=kept)
        if kept != under or result.named_by(Path(path).stem):
            places.append(neutral_place(path, out, where, places, review=review))
        else:
            places.append(targets(path, out, where, review=review))
    return places


def unnamed(results: Sequence[Result], under: Path) -> Path:
    """The folders from the top on, up to the first whose name spells out somebody who is hidden."""
    telling = (any(result.named_by(part) for result in results) for part in under.parts)
    named = zip(under.parts, telling, strict=True)
    return Path(*(part for part, _ in itertools.takewhile(lambda each: not each[1], named)))


def neutral_place(
    path: str | Path,
    out: str | Path,
    beside: Beside,
    others: Iterable[Places] = (),
    *,
    review: bool = False,
) -> Places:
    """The first of document-1, document-2 … that is free."""
    taken = {file for place in others for file in place.files}
    names = (f"{NEUTRAL}{number}" for number in itertools.count(1))
    numbered = (targets(path, out, beside, stem=name, review=review) for name in names)
    return next(
        place
        for place in numbered
        if taken.isdisjoint(place.files)
        and not any(file.exists() for file in place.files if file != beside.dictionary_at)
    )


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
    apart: bool = False,
    unders: Sequence[Path] = (),
    memory: VaultMemory | None = None,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> list[Places]:
    """Write the twins of a case and what goes beside them: all of it, or none. `apart`: what needs a review
    lies in a folder of its own; `unders`: the folder of each in that of the output."""
    covered([result.document for result in results], settings.allow_uncovered)
    places = _neutral(results, paths, out, beside, apart=apart, unders=unders)
    with Staging(out) as staging:
        for result, path, place in zip(results, paths, places, strict=True):
            source, twin = Path(path), staging.draft(place.twin)
            made = finished(result, source.suffix.lower(), settings=settings, progress=progress)
            disk.save(made.data, twin)
            if place.dictionary:
                listed = json.dumps(result.dictionary(), ensure_ascii=False, indent=1)
                staging.write_secret(place.dictionary, listed + "\n")
            if place.report:
                write_report(staging, place, made.report)
            if memory:
                memory.remember(source, twin, result.document.id, result.replacements)
        if memory:
            images = allowed_images(result.document for result in results)
            # First the vault: a twin that nobody can restore is worse than an entry too many.
            memory.finish(images)
        staging.move(place for each in places for place in each.files)
    return places


class Staging:
    """A folder of its own in each folder that is written to, whose files move into place together or not at
    all."""

    def __init__(self, out: str | Path) -> None:
        self.folder = Path(out)
        self.drafts: dict[Path, tempfile.TemporaryDirectory[str]] = {}
        self.made: list[Path] = []

    def __enter__(self) -> "Staging":
        self._open(self.folder)
        return self

    def _open(self, folder: Path, *, mode: int = 0o777) -> Path:
        if folder not in self.drafts:
            try:
                for each in (folder, *folder.parents):  # the innermost first, as they are removed
                    if each.exists():
                        break
                    self.made.append(each)
                folder.mkdir(mode=mode, parents=True, exist_ok=True)
                self.drafts[folder] = tempfile.TemporaryDirectory(dir=folder, prefix=".lexveil-")
            except OSError as error:
                self._leave()
                raise self._refused(error, folder) from None
        return Path(self.drafts[folder].name)

    def draft(self, target: Path) -> Path:
        return self._open(target.parent) / target.name

    def write(self, target: Path | None, text: str) -> None:
        if target is not None:
            self.draft(target).write_text(text, "utf8")

    def write_secret(self, target: Path, text: str) -> None:
        """For its owner's eyes, and so is the folder if it is new."""
        self._open(target.parent, mode=0o700)
        draft = self.draft(target)
        draft.touch(mode=0o600)
        draft.write_text(text, "utf8")

    def move(self, targets: Iterable[Path]) -> None:
        for target in targets:
            self.draft(target).replace(target)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._leave()
        if isinstance(error, OSError):
            raise self._refused(error, self.folder) from None

    def _leave(self) -> None:
        for drafts in self.drafts.values():
            drafts.cleanup()
        for folder in sorted(self.made, key=lambda made: len(made.parts), reverse=True):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()

    def _refused(self, error: OSError, folder: Path) -> OutputError:
        reason = error.strerror or type(error).__name__
        return OutputError("pipeline.unwritable-folder", folder=folder, reason=reason)


def write_report(staging: Staging, place: Places, made: report.Report) -> None:
    staging.write(place.report, json.dumps(made, ensure_ascii=False, indent=1) + "\n")
    staging.write(place.page, report.page(made))


def recheck(path: str | Path, dictionary: str | Path) -> Checked:
    """Search a written file for what its dictionary says had to go."""
    data = _to_check(path)
    try:
        found = json.loads(Path(dictionary).read_text("utf8"))
    except FileNotFoundError:
        raise InputError("dictionary.missing", name=dictionary) from None
    except (OSError, ValueError) as error:
        raise InputError("dictionary.unreadable", name=dictionary, reason=type(error).__name__) from None
    hidden = hidden_in(found, name=str(dictionary))
    checked = check.leaks_in_rows(data, hidden) if isinstance(hidden, dict) else check.leaks(data, hidden)
    return dataclasses.replace(checked, listed=listed_in(found))


def _to_check(path: str | Path) -> bytes:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError("check.unreadable", reason=error.strerror) from None
    review_copies.refuse_bytes(data)
    return data
