"""What the commands print: results, tables, progress, errors on one line."""

import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Column, Table

from lexveil import messages
from lexveil.detect import DETECTORS
from lexveil.errors import LeakError, LexveilError
from lexveil.pipeline import Result

FAILED, LEAKED, UNREVIEWED = 1, 3, 4
BY_WEIGHT = (0, UNREVIEWED, FAILED, LEAKED)  # exit codes, the worst last
SLOW = 1.0  # seconds after which a bar is shown
STEPS = len(DETECTORS) + 5  # reading, the detectors, resolving, deciding, writing, checking
NARROW = 100  # columns of a window in which a table of six does not fit
EXCERPT = 3  # passages that --show prints

_language = ContextVar("language", default=messages.DEFAULT)  # of what is printed

console = Console()
errors = Console(stderr=True, soft_wrap=True, highlight=False)


def speak(language: str) -> None:
    """Print errors, reasons and notes in this language from now on."""
    _language.set(language)


def hush(quiet: bool) -> None:
    """Print nothing more but errors, or again whatever there is to say."""
    console.quiet = quiet


def language() -> str:
    return _language.get()


def say(line: str, *, style: str = "") -> None:
    console.print(escape(line), style=style, highlight=False, soft_wrap=True)


def worded(code: str, **values: object) -> str:
    """A sentence of the command line, in the user's language."""
    return messages.render(code, values, language())


def worst(*codes: int) -> int:
    return max(codes, key=BY_WEIGHT.index)


def failed(error: LexveilError, *, path: Path | None = None) -> typer.Exit:
    """One line; of several files, with the one that it is about."""
    told = error.render(language())
    errors.print(f"lexveil: {told if path is None or str(path) in told else f'{path}: {told}'}", markup=False)
    return typer.Exit(LEAKED if isinstance(error, LeakError) else FAILED)


@contextmanager
def one_line() -> Iterator[None]:
    """What goes wrong inside ends the command with one line."""
    try:
        yield
    except LexveilError as error:
        raise failed(error) from None


def show_table(columns: Iterable[Column | str], rows: Iterable[Iterable[str]], **more: Any) -> None:
    table = Table(*columns, **more)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def excerpts(result: Result) -> None:
    """The passages with the most different pseudonyms, original over result."""
    rows = _passages(result)[:EXCERPT]
    show_table(("before", "after"), rows, title="Before and after", show_lines=True)


def _passages(result: Result) -> list[tuple[str, str]]:
    text = result.document.text
    found: list[tuple[int, str, str]] = []
    start = at = 0
    for block in text.split("\n\n"):
        end = start + len(block)
        before, after, last, who = "", "", start, set()
        while at < len(result.replacements) and result.replacements[at].start < end:
            each = result.replacements[at]
            before += escape(text[last : each.start]) + f"[red]{escape(text[each.start : each.end])}[/]"
            after += escape(text[last : each.start]) + f"[green]{escape(each.text)}[/]"
            last, at = each.end, at + 1
            who.add(each.entity)
        if who and len(block) < 900:
            found.append((-len(who), before + escape(text[last:end]), after + escape(text[last:end])))
        start = end + 2
    return [(before, after) for _, before, after in sorted(found, key=lambda passage: passage[0])]


def entity_table(result: Result) -> None:
    """A row for each entity; in a narrow window two columns, for names must not be cut."""
    pseudonyms = {each["id"]: each["pseudonym"] for each in result.dictionary()["lexveil"]["entities"]}
    text, narrow = result.document.text, console.width < NARROW
    rows = []
    for entity in sorted(result.entities, key=lambda entity: (entity.category != "PERSON", entity.role)):
        forms = dict.fromkeys(" ".join(text[span.start : span.end].split()) for span in entity.spans)
        shown = escape(pseudonyms[entity.id] or "–")
        role = f"{entity.role} ({entity.side})" if entity.side else entity.role
        row = (role, entity.category, shown, str(entity.certainty), str(len(entity.spans)))
        who = ("{} {}\n{}, certainty {}, × {}".format(*row),)
        rows.append((*(who if narrow else row), escape(" · ".join(forms))))
    whole = [] if narrow else [Column(name, no_wrap=True) for name in ("role", "category")]
    names = ("who", "forms") if narrow else ("pseudonym", "certainty", "mentions", "forms")
    show_table((*whole, *(Column(name, overflow="fold") for name in names)), rows)


def explanations(result: Result) -> Iterator[str]:
    """Each person and organisation: mentions, links with their scores, evidence for the role."""
    text = result.document.text
    for entity in result.entities:
        if entity.broad not in ("PERSON", "ORG", "COURT"):
            continue
        forms = Counter(" ".join(text[span.start : span.end].split()) for span in entity.spans)
        named = ", ".join(f"{form} × {count}" if count > 1 else form for form, count in forms.items())
        yield f"[bold]{entity.role}[/] {escape(named)} (certainty {entity.certainty})"
        for link in entity.links:
            pair = (text[link.span.start : link.span.end], text[link.to.start : link.to.end])
            one, other = (escape(" ".join(each.split())) for each in pair)
            yield f"    {one} = {other}: {link.score:.2f}, {escape(link.why.render(language()))}"
        for reason in entity.why:
            yield f"    role: {escape(reason.render(language()))}"


class Steps:
    """Shows a bar, on standard error, once the work has taken over a second: of one document its steps, of
    several in one line how many are done, and which is at work."""

    def __init__(self, name: str, total: int = STEPS) -> None:
        columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        quiet = console.quiet or not sys.stderr.isatty()
        self.bar = Progress(
            *columns,
            console=errors,
            transient=True,
            disable=quiet,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self.task = self.bar.add_task(escape(name), total=total)
        self.timer = threading.Timer(SLOW, self.bar.start)
        self.timer.daemon = True

    def __enter__(self) -> "Steps":
        self.timer.start()
        return self

    def expect(self, total: int) -> None:
        self.bar.update(self.task, total=total)

    def __call__(self, step: str) -> None:
        self.bar.update(self.task, advance=1, description=escape(step))

    def __exit__(self, *_: object) -> None:
        self.timer.cancel()
        self.timer.join()
        self.bar.stop()


class Line:
    """The one line over many documents; nothing where there is one, which has a bar of its own."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.steps = Steps("", total) if total > 1 else None

    def __enter__(self) -> "Line":
        if self.steps:
            self.steps.__enter__()
        return self

    def of(self, name: str, total: int = STEPS) -> "Steps | Within":
        """The progress of the next document."""
        if self.steps is None:
            return Steps(name, total)
        self.done += 1
        return Within(self.steps, f"{self.done}/{self.total} {name}")

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Lines are printed above it."""
        if self.steps is None or not self.steps.bar.live.is_started:
            yield
            return
        self.steps.bar.stop()
        yield
        self.steps.bar.start()

    def __exit__(self, *_: object) -> None:
        if self.steps:
            self.steps.__exit__()


class Within:
    """The steps of one document of many."""

    def __init__(self, whole: Steps, name: str) -> None:
        self.whole, self.name = whole, name

    def __enter__(self) -> "Within":
        self("")
        return self

    def expect(self, total: int) -> None:
        """The line counts documents."""

    def __call__(self, step: str) -> None:
        said = f"{self.name}: {step}" if step else self.name
        self.whole.bar.update(self.whole.task, description=escape(said))

    def __exit__(self, *_: object) -> None:
        self.whole.bar.advance(self.whole.task)
