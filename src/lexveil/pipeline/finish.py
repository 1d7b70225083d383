"""From a result to the bytes that may go out, and the report on them: no path, no folder.

The twin is searched part by part without our own readers (`check`), then read again and searched once more.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lexveil import check, formats
from lexveil.check import Checked, report
from lexveil.check.containers import WHOLE
from lexveil.check.markup import NAMES
from lexveil.config import Settings
from lexveil.errors import CoverageError, InputError, LeakError, OutputError
from lexveil.model import Document
from lexveil.pipeline.analysis import Progress, Result, announce
from lexveil.pipeline.warnings import warnings
from lexveil.text.search import Form, Search

SLOW_TO_READ = (".pdf", ".doc", ".rtf")  # read once: a second time would cost a recognition or a conversion


class Finished(NamedTuple):
    data: bytes  # the twin
    report: report.Report


def finished(result: Result, suffix: str, *, settings: Settings, progress: Progress = None) -> Finished:
    """The twin of a file of this suffix (`.docx`), written, checked and reported on."""
    expect_allowed(result)
    announce(progress, "writing")
    data = formats.write(result.document, result.replacements)
    announce(progress, "checking")
    checked = searched(data, result.hidden, result.document.id, settings)
    if suffix not in SLOW_TO_READ:
        _read_again(result, data, suffix, settings)
    about = report_on([result], result.document, data, checked, settings, table=False)
    return Finished(data, about)


def expect_allowed(result: Result) -> None:
    """What the policy does not want to be written at all."""
    companies = [each for each in result.listed if each.stops]
    if companies and result.policy.shared_name == "stop":
        values = {"number": len(companies), "offset": companies[0].start}
        raise LeakError("leak.shared-name", **values).within(result.document.id)
    warned = warnings(result.document)
    if warned and result.policy.warnings == "stop":
        raise CoverageError("pipeline.warned", reason=str(warned[0])).within(result.document.id)


def expect_gone(result: Result, settings: Settings) -> None:
    """The text of a result, which no file was made of, may be handed out."""
    expect_allowed(result)
    left = [found.start for found in Search(result.hidden).find(result.text)]
    if left:
        raise leak_error(result.document.id, settings, "leak.text", len(left), left[0])


def searched(data: bytes, hidden: Iterable[Form], identity: str, settings: Settings) -> Checked:
    """Every part of the written file, without our own readers; a hit is an error."""
    return passed(check.leaks(data, hidden), identity, settings)


def passed(checked: Checked, identity: str, settings: Settings) -> Checked:
    if checked.leaks:
        inside = (leak for leak in checked.leaks if not leak.part.endswith(WHOLE))
        first = next(inside, checked.leaks[0])  # a place that somebody can look at
        code = "leak.markup" if first.part.endswith(NAMES) else "leak.part"
        raise leak_error(identity, settings, code, len(checked.leaks), first.offset, part=first.part)
    return checked


def _read_again(result: Result, data: bytes, suffix: str, settings: Settings) -> None:
    """The second look, through the reader of the format: it knows encodings and what joins words."""
    options = dataclasses.replace(settings.options, max_bytes=2 * settings.max_bytes)
    identity = result.document.id
    try:
        written = formats.read(data, f"result{suffix}", options)
    except InputError:
        raise OutputError("pipeline.unreadable-result").within(identity) from None
    left = [found.start for found in Search(result.hidden).find(written.text)]
    if left:
        raise leak_error(identity, settings, "leak.text", len(left), left[0])


def leak_error(
    identity: str, settings: Settings, code: str, count: int, offset: int, **where: object
) -> LeakError:
    code = f"{code}-allowed" if settings.allow_uncovered else code
    return LeakError(code, number=count, offset=offset, **where).within(identity)


def report_on(
    results: Sequence[Result],
    whole: Document,
    output: bytes,
    checked: Checked,
    settings: Settings,
    *,
    table: bool,
) -> report.Report:
    """The report on a file and what became of it; `whole` is the document, or stands for a table."""
    first = results[0]
    return report.report(
        [
            report.Subject(
                each.document,
                each.entities,
                each.decisions,
                each.replacements,
                each.pseudonyms,
                [place[:4] for place in each.listed],
                warnings(each.document),
            )
            for each in results
        ],
        whole=whole,
        rows=len(results) if table else None,
        hidden=first.hidden if first.case else [form for each in results for form in each.hidden],
        policy=(first.policy.name, first.policy.description),
        output=output,
        checked=checked,
        allowed=settings.allow_uncovered,
        made_with=first.made_with,
        threshold=settings.risk_threshold,
        weights=results[0].policy.risk,
    )
