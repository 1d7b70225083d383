"""The book as a site: a page for each corpus and each paper, one for what changed. No text of a document."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from lexveil.evaluate.book.compare import LEAST
from lexveil.evaluate.book.papers import beside
from lexveil.evaluate.confusion import NOTHING
from lexveil.evaluate.reading import SHARES
from lexveil.evaluate.svg import bars, plot

CSS = "book.css"
NOT_MEASURED = "what ours would be measured on is not in this book"
Report = Mapping[str, Any]


def site(
    book: Report, changed: Sequence[Report] | None, apart: Sequence[tuple[str, str]] = ()
) -> dict[str, str]:
    """File name → what stands in it."""
    pages = {
        "index.html": ("Book of evaluation", _index(book)),
        **_papers(book),
        **{_file(name): (name, _corpus(name, report, book)) for name, report in book["corpora"].items()},
    }
    if changed is not None:
        pages["changes.html"] = ("What changed", _changes(changed, apart))
    links = [("index.html", "Book"), ("papers.html", "Papers")]
    links += [("changes.html", "Changes")] if changed is not None else []
    made = {name: _page(title, body, links) for name, (title, body) in pages.items()}
    return {**made, CSS: (files("lexveil.evaluate.book") / CSS).read_text("utf8")}


def _file(name: str) -> str:
    return f"corpus-{name.replace('/', '-')}.html"


def _index(book: Report) -> Iterator[str]:
    yield f"<p>Lexveil {escape(book['version'])}, read under {escape(book['policy'])}. Intervals hold"
    yield "at 95 %, by drawing the documents again a thousand times. Figures on development sets say what was"
    yield "reached where we looked.</p>"
    names = list(dict.fromkeys(name for each in book["corpora"].values() for name in each["figures"]))
    rows = [
        [f'<a href="{_file(name)}">{escape(name)}</a>', f"{each['documents']} of {each['of']}"]
        + [_interval(each["figures"].get(figure)) for figure in names]
        for name, each in book["corpora"].items()
    ]
    yield _table(["corpus", "documents", *names], rows, raw=True)
    for figure in names:
        values = {
            name: each["figures"][figure]["value"]
            for name, each in book["corpora"].items()
            if figure in each["figures"]
        }
        if len(values) > 1:
            yield bars(values, title=figure)
    if book["left_out"]:
        yield "<h2>Left out</h2>"
        yield _table(["file", "why"], [[each["name"], each["why"]] for each in book["left_out"]], words=True)
    yield "<h2>Make it again</h2>"
    yield f"<p><code>{escape(book['command'])}</code></p>"


def _interval(figure: Report | None) -> str:
    if not figure or figure["value"] is None:
        return "–"
    if figure["low"] is None:
        return _number(figure["value"])
    return (
        f"{_number(figure['value'])}<br><small>{_number(figure['low'])} – {_number(figure['high'])}</small>"
    )


def _corpus(name: str, report: Report, book: Report) -> Iterator[str]:
    told = [
        ["documents", f"{report['documents']:,} of {report['of']:,}"],
        ["characters", f"{report['characters']:,}"],
        ["mentions", f"{report['mentions']:,}"],
        ["languages", ", ".join(report["languages"])],
    ]
    yield _table([], told, words=True)
    if report["partial"]:
        yield "<p>Only first pages are marked: what is found behind them is not called wrong, and there is no"
        yield "precision.</p>"
    if report.get("of_words"):
        yield "<p>A corpus of words: who, where and which body alone are marked, so nothing else is"
        yield "called right or wrong.</p>"
    if "detection" in report:
        command = "book --data FOLDER" if report.get("of_words") else "detection --gold FILE --policy strict"
        yield from _detection(report["detection"], command, partial=report["partial"])
    if "reading" in report:
        yield from _reading(report["reading"], book["policy"])
    if "clusters" in report:
        yield from _clusters(report["clusters"])
    if "roles" in report:
        yield from _roles(report["roles"])
    if "agreement" in report:
        yield from _agreement(report["agreement"])
    if "origins" in report:
        yield "<h2>Recall by origin of names</h2>"
        groups = report["origins"]["groups"]
        yield bars({each: found["recall"] for each, found in groups.items()}, title="Recall by origin")
    if report.get("learning"):
        yield from _learning(report["learning"])
    for peer, figures in report.get("peers", {}).items():
        yield f"<h2>Peer: {escape(peer)}</h2>"
        yield from _types(figures["by_type"])
        yield _rates({"mentions hidden": figures["masked_mention_recall"]["all"], **figures["character"]})
        yield f"<p>{_number(figures['characters_per_second'])} characters a second.</p>"


def _detection(report: Report, command: str, *, partial: bool) -> Iterator[str]:
    yield "<h2>What is found</h2>"
    yield _command(command)
    yield "<p>By type, any overlap:</p>"
    yield from _types(report["by_type"])
    yield "<div class=plots>"
    yield bars(report["masked_mention_recall"], title="Recall of mentions to mask")
    if not partial:
        points = report["by_threshold"]
        lines = {
            side: [(each["threshold"], each[side]) for each in points if each[side] is not None]
            for side in ("precision", "recall")
        }
        yield plot(lines, title="By threshold of the score", across="threshold", up="characters", most=1.0)
        curve = [(e["recall"], e["precision"]) for e in points if e["recall"] and e["precision"] is not None]
        yield plot({"": curve}, title="Precision over recall", across="recall", up="precision", most=1.0)
        right = [(each["score"], each["right"]) for each in report["calibration"]]
        ideal = [(0.0, 0.0), (1.0, 1.0)]
        yield plot(
            {"found": right, "ideal": ideal}, title="Calibration", across="score", up="right", most=1.0
        )
    for key in ("length", "gender", "language"):
        recalls = {each: found["recall"] for each, found in report[f"by_{key}"].items()}
        yield bars(recalls, title=f"Recall by {key}")
    cost = [(each["characters"], each["seconds"]) for each in report["cost"]]
    yield plot({"seconds": cost}, title="Time by length", across="characters", up="seconds")
    memory = [(each["characters"], each["megabytes"]) for each in report["cost"]]
    yield plot({"MB": memory}, title="Memory of the process", across="characters", up="most so far, MB")
    yield "</div>"
    yield f"<p>{_number(report['characters_per_second'])} characters a second.</p>"
    if not partial:
        yield "<h2>What is taken for what</h2>"
        yield from _confusion(report["confusion"])


def _types(report: Report) -> Iterator[str]:
    keys = ("precision", "recall", "f1", "f2")
    rows = [[name, each["mentions"], *(each[key] for key in keys)] for name, each in report["types"].items()]
    rows += [[name, None, *(report[name][key] for key in keys)] for name in ("macro", "weighted")]
    yield _table(["type", "mentions", *keys], rows)


def _confusion(report: Report) -> Iterator[str]:
    matrix = report["matrix"]
    columns = [*sorted({found for row in matrix.values() for found in row} - {NOTHING}), NOTHING]
    rows = [[one, *(row.get(other, 0) for other in columns)] for one, row in matrix.items()]
    yield _table(["in the gold", *columns], rows)


def _reading(report: Report, policy: str) -> Iterator[str]:
    yield "<h2>What a reader sees</h2>"
    yield _command(f"reading --gold FILE --policy {policy}")
    rows = [[key.removesuffix("_share").replace("_", " "), report[part], report[whole], report[key]]
            for key, (part, whole) in SHARES.items()]  # fmt: skip
    rows += [["two people under one pseudonym", report["merges"], None, None],
             ["one person under two", report["splits"], None, None]]  # fmt: skip
    yield _table(["", "number", "of", "share"], rows)
    yield "<h2>Word by word, and by letter</h2>"
    tokens = {"hidden": report["tokens"]["binary"], **report["tokens"]["types"]}
    keys = ("precision", "recall", "f1", "wanted")
    yield _table(["", *keys], [[name, *(each[key] for key in keys)] for name, each in tokens.items()])
    letters = report["typology"]
    rows = [
        [letter, *(each["letters"][letter] for each in letters.values())]
        for letter in letters["messages"]["letters"]
    ]
    yield _table(["letter", *letters], rows)
    yield "<h2>What a corrector meets</h2>"
    columns = {name: each["danish"] for name, each in report["corrections"].items()}
    lines = ("missed_tokens", "chunking_errors", "recall", "precision", "f1")
    yield _table(
        ["", *columns], [[line.replace("_", " "), *(e[line] for e in columns.values())] for line in lines]
    )


def _clusters(report: Report) -> Iterator[str]:
    yield "<h2>Who is who</h2>"
    yield _command("clusters --gold FILE")
    yield "<p>Macro / micro:</p>"
    systems = {"ours": report, **report["baselines"]}
    rows = [
        [
            key,
            *(f"{_number(each[key]['macro'])} / {_number(each[key]['micro'])}" for each in systems.values()),
        ]
        for key in ("conll", "muc", "b3", "ceafe", "lea")
    ]
    yield _table(["", *systems], rows)


def _roles(report: Report) -> Iterator[str]:
    yield "<h2>Roles</h2>"
    names = ("model", "rules", "together")
    found = sorted({role for name in names for role in report[name]["roles"]})
    rows = [[role, *(report[name]["roles"].get(role, {}).get("f1") for name in names)] for role in found]
    rows.append(["macro F1", *(report[name]["macro_f1"] for name in names)])
    yield _table(["F1", *names], rows)


def _agreement(report: Report) -> Iterator[str]:
    yield "<h2>How far annotators agree</h2>"
    yield f"<p>{report['documents']} documents, {report['words']:,} words.</p>"
    yield _rates({f"Krippendorff's α, {kind}": value for kind, value in report["krippendorff"].items()})
    rows = [
        [
            " and ".join(each["annotators"]),
            each["documents"],
            each["cohen"]["type"],
            each["cohen"]["hidden"],
            each["f1"],
        ]
        for each in report["pairs"]
    ]
    yield _table(["Cohen's κ", "documents", "type", "hidden", "F1 of marks"], rows)


def _learning(report: Report) -> Iterator[str]:
    yield "<h2>How many reviewed documents</h2>"
    points = report["points"]
    widths = [(each["documents"], each["width"]) for each in points if each["width"] is not None]
    learned = [(each["documents"], each["learned_f1"]) for each in points]
    yield "<div class=plots>"
    yield plot({"width": widths}, title="Width of the interval of recall", across="documents", up="width")
    yield plot(
        {"learned": learned},
        title="Names found by a tagger that learned from them",
        across="documents",
        up="F1",
    )
    yield "</div>"


def _papers(book: Report) -> dict[str, tuple[str, Iterable[str]]]:
    """A page for each paper, and the list of them."""
    papers: dict[str, list[Report]] = {}
    for table in beside(book):
        papers.setdefault(table["paper"], []).append(table)
    rows = []
    pages: dict[str, tuple[str, Iterable[str]]] = {}
    for number, (name, tables) in enumerate(papers.items(), 1):
        file = f"paper-{number}.html"
        measured = sum(any(value is not None for value in each["ours"]) for each in tables)
        rows.append([f'<a href="{file}">{escape(name)}</a>', str(len(tables)), str(measured)])
        pages[file] = (name, _paper(tables))
    listed = [
        "<p>Every table of results of the papers that Lexveil builds on, with ours beside it. Most of their",
        "texts are private, so no row compares two systems on the same documents unless it says so.</p>",
        _table(["paper", "tables or parts of them", "with figures of ours in this book"], rows, raw=True),
    ]
    return {"papers.html": ("Papers", listed), **pages}


def _paper(tables: Iterable[Report]) -> Iterator[str]:
    rows = []
    for each in tables:
        known = [value for value in each["ours"] if value is not None]
        said = each.get("note") or each.get("why", "")
        if each["ours"] and not known:
            said = f"{said}; {NOT_MEASURED}" if said else NOT_MEASURED
        ours = ", ".join(map(_number, known)) or "–"
        rows.append([each["table"], each["theirs"], ours, said, each["command"]])
    yield _table(["what", "theirs", "ours", "", "command"], rows, words=True)


def _changes(changed: Sequence[Report], apart: Sequence[tuple[str, str]]) -> Iterator[str]:
    if apart:
        yield "<p>Not or only loosely compared:</p>"
        yield _table(["corpus", "why"], apart, words=True)
    if not changed:
        yield f"<p>Nothing else changed by {LEAST} or more.</p>"
        return
    rows = [
        [
            *(escape(each[key]) for key in ("corpus", "figure")),
            *(_number(each[key]) for key in ("then", "now")),
            '<span class="fell">fell</span>' if each["fell"] else "rose",
            "yes" if each["beyond_chance"] else "no",
        ]
        for each in changed
    ]
    yield _table(["corpus", "figure", "then", "now", "", "outside of its interval"], rows, raw=True)


def _command(asked: str) -> str:
    return f'<p class="quiet"><code>lexveil evaluate {escape(asked)}</code></p>'


def _rates(values: Mapping[str, Any]) -> str:
    return _table(["", ""], [[name, value] for name, value in values.items()])


def _number(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if isinstance(value, int) or value >= 10:
        return f"{value:,.0f}"
    return f"{value:.3f}"


def _table(
    heads: Iterable[str], rows: Iterable[Sequence[Any]], *, raw: bool = False, words: bool = False
) -> str:
    """`raw`: cells are HTML already."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = (
        "<tr>" + "".join(f"<td>{cell if raw else escape(_number(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    kind = ' class="words"' if words else ""
    return "\n".join(
        ["<div class=scroll>", f"<table{kind}>", f"<tr>{head}</tr>" if head else "", *body, "</table></div>"]
    )


def _page(title: str, body: Iterable[str], links: Iterable[tuple[str, str]]) -> str:
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{escape(title)}</title><link rel="stylesheet" href="{CSS}"></head><body>',
            "<nav>" + "".join(f'<a href="{file}">{label}</a>' for file, label in links) + "</nav>",
            f"<main><h1>{escape(title)}</h1>",
            *body,
            "</main></body></html>",
            "",
        ]
    )
