"""The report as a page, and the residual risk in words: one HTML file, no script, readable on paper.

Everything in it is escaped. People show as number and pseudonym, what is left of them as categories.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from lexveil.check.risk import Bar, Risk, Summary

SHORT = 8  # rows of a table that is not broken over pages
POSITIONS = 12  # of an uncertain entity; the JSON has all
PEOPLE = 20  # of whom most is left; the JSON has all
STATES = {  # what each means, those that need a look first
    "uncovered": "may hold text that was not read; it went out because the user allowed it",
    "cleaned": "emptied or removed, for it told of people and showed nothing",
    "read": "its text was searched for names, and replaced where it had to be",
    "kept": "copied as it is, for it can hold no text",
}

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, "Segoe UI", Arial, sans-serif; color: #1b1f23; background: #fff; margin: 0; }
main { max-width: 58rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; border-bottom: 1px solid #d0d7de; padding-bottom: .25rem; }
p { margin: .5rem 0; }
.verdict { border-left: .4rem solid #1a7f37; background: #eef8f0; padding: .75rem 1rem; margin: 1.25rem 0; }
.verdict.look { border-color: #9a6700; background: #fff8e5; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-size: .95rem; }
caption { text-align: left; color: #57606a; padding-bottom: .35rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; }
tbody td { border-bottom: 1px solid #e4e8ec; }
thead th { border-bottom: 2px solid #8c959f; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0 1rem; }
dt { font-weight: 600; } dd { margin: 0; }
code { font: .85em/1.4 ui-monospace, Consolas, "Courier New", monospace; overflow-wrap: anywhere; }
@media print {
  body { font-size: 10.5pt; } main { margin: 0; max-width: none; padding: 0; }
  h2 { break-after: avoid; } tr, .short { break-inside: avoid; } .scroll { overflow: visible; }
}
"""

# What a category is called; one that is not listed goes by its own name in small letters.
WORDS = {
    "PERSON": "name",
    "NATIONAL_ID": "identity number",
    "PLATE": "vehicle",
    "EMAIL": "e-mail",
    "URL": "link",
    "IP": "network address",
    "MAC": "device address",
    "PROPERTY_ID": "property",
    "CODE": "number",
    "IBAN": "account",
    "LOC": "place",
    "ORG": "organisation",
    "DEM": "trait",
    "MONEY": "sum",
    "MISC": "detail",
}


def page(report: Mapping[str, Any]) -> str:
    """The report as HTML."""
    document, policy = report["document"], report["policy"]
    rows = f", {document['rows']:,} rows" if document["rows"] else ""
    body = [
        "<h1>Pseudonymization report</h1>",
        f"<p>Document <code>{_e(document['id'])}</code> ({_e(document['format'] or 'text')}{rows}, "
        f"{document['characters']:,} characters), policy <strong>{_e(policy['name'])}</strong></p>",
        f"<p>{_e(policy['description'])}</p>" if policy["description"] else "",
        _verdict(report),
        *_done(report["counts"]),
        *_review(report["uncertain"]),
        *_risk(report["risk"]),
        *_coverage(report["coverage"]),
        *_checked(report["leak_check"]),
        *_notes(report["notes"]),
        *_files(report),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Pseudonymization report, {_e(document['id'])}</title>\n<style>{_STYLE}</style>\n</head>\n"
        "<body>\n<main>\n" + "\n".join(part for part in body if part) + "\n</main>\n</body>\n</html>\n"
    )


def _verdict(report: Mapping[str, Any]) -> str:
    counts, check = report["counts"], report["leak_check"]
    allowed = [part for part in report["coverage"] if part["allowed"]]
    lines = [
        f"{_count(counts['replaced'], 'entity', 'entities')} replaced in "
        f"{_count(counts['places'], 'place')}. The written file was opened again and searched: nothing of "
        f"the {_count(check['forms'], 'form')} that had to go is left.",
    ]
    if report["uncertain"]:
        lines.append(
            f"{_count(len(report['uncertain']), 'entity is', 'entities are')} uncertain: please review."
        )
    if allowed:
        lines.append(f"{_count(len(allowed), 'part')} went out without having been read, as allowed.")
    if check["unread"]:
        lines.append(f"{_count(len(check['unread']), 'part')} could not be opened by the check.")
    look = " look" if len(lines) > 1 else ""
    return f'<div class="verdict{look}" role="note">' + "".join(f"<p>{line}</p>" for line in lines) + "</div>"


def _done(counts: Mapping[str, Any]) -> list[str]:
    rows = [
        (each["category"], each["role"], each["decision"], each["entities"], each["mentions"])
        for each in counts["by"]
    ]
    caption = f"{counts['entities']:,} entities with {counts['mentions']:,} mentions were found"
    return [
        "<h2>What was found and decided</h2>",
        _table(caption, ("Category", "Role", "Decision", "Entities", "Mentions"), rows, numbers=(3, 4)),
    ]


def _review(uncertain: Sequence[Mapping[str, Any]]) -> list[str]:
    if not uncertain:
        return ["<h2>To be reviewed</h2>", "<p>No entity is uncertain.</p>"]
    rows = [
        (
            each["entity"],
            each["category"],
            each["role"],
            each["decision"],
            each["pseudonym"] or "–",
            len(each["positions"]),
            ", ".join(str(start) for start, _ in each["positions"][:POSITIONS])
            + (" …" if len(each["positions"]) > POSITIONS else ""),
        )
        for each in uncertain
    ]
    head = ("Entity", "Category", "Role", "Decision", "Pseudonym", "Mentions", "At characters")
    caption = "Entities of low certainty; where they stand is counted in characters of the document's text"
    return ["<h2>To be reviewed</h2>", _table(caption, head, rows, numbers=(5,))]


def _risk(risk: Mapping[str, Any]) -> list[str]:
    """What is left that tells of hidden people; of a table the row of which most is left."""
    corpus = risk["corpus"]
    left = ", ".join(
        f"{each['count']:,} × {category_word(each['category'])} ({each['weight']})" for each in risk["left"]
    )
    of = "Of the row with the highest risk: score" if corpus else "Score"
    found = [
        "<h2>Residual risk</h2>",
        f"<p>{of} <strong>{risk['score']:,}</strong>, threshold {risk['threshold']:,}: "
        f"<strong>{_e(risk['verdict'])}</strong>, {_e(risk['why'])}.</p>",
        f"<p>{_count(risk['hidden'], 'person', 'people')} hidden; {risk['named']:,} named by the policy and "
        "not scored. Each identifier left near a hidden person counts once, by its weight"
        + (f": {_e(left)}.</p>" if left else "; none is left.</p>"),
    ]
    people = sorted(risk["people"], key=lambda each: -each["score"])
    if people:
        rows = [
            (
                each["pseudonym"] or each["entity"],
                each["score"],
                together(list(dict.fromkeys(left["category"] for left in each["left"]))),
            )
            for each in people[:PEOPLE]
        ]
        caption = f"Of whom most is left ({len(rows):,} of {len(people):,})"
        found.append(_table(caption, ("Pseudonym", "Score", "Left together"), rows, numbers=(1,)))
    return [*found, *(_corpus(corpus) if corpus else ())]


def _corpus(corpus: Mapping[str, Any]) -> list[str]:
    rows = [(scores(Bar(**bar)), bar["count"]) for bar in corpus["histogram"]]
    figures = (
        f"Mean {corpus['mean']:.1f}, σ {corpus['sigma']:.1f}, p95 {corpus['p95']:.1f}, highest "
        f"{corpus['highest']:,}, μ+σ {corpus['mean_plus_sigma']:.1f}: {_e(corpus['verdict'])}"
    )
    return [f"<p>{figures}.</p>", _table("Rows by score", ("Score", "Rows"), rows, numbers=(1,))]


def _coverage(parts: Sequence[Mapping[str, Any]]) -> list[str]:
    if not parts:
        return ["<h2>What was read</h2>", "<p>All of the file was read.</p>"]
    order = {state: at for at, state in enumerate(STATES)}
    rows = [
        (each["part"], each["state"], each["why"])
        for each in sorted(parts, key=lambda each: order.get(each["state"], len(order)))
    ]
    met = {each["state"] for each in parts}
    legend = "".join(f"<dt>{state}</dt><dd>{told}</dd>" for state, told in STATES.items() if state in met)
    return [
        "<h2>What was read</h2>",
        f"<dl>{legend}</dl>",
        _table("The parts of the file and what became of them", ("Part", "State", "Why"), rows, codes=(0,)),
    ]


def _checked(check: Mapping[str, Any]) -> list[str]:
    kinds = {
        "name": "full names",
        "part": "parts of names",
        "identifier": "identifiers, with any separators",
        "detail": "other details",
    }
    rows = [(kinds[kind], count) for kind, count in check["forms_by_kind"].items()]
    found = [
        "<h2>Leak check</h2>",
        f"<p>{check['texts']:,} texts with {check['characters']:,} characters were searched: every part of "
        "the written file as it is shown, as it is stored, and unpacked. "
        f"Found: <strong>{check['found'] or 'nothing'}</strong>.</p>",
        _table("What was looked for", ("Kind", "Forms"), rows, numbers=(1,)),
    ]
    if check["unread"]:
        found.append(f"<p>Could not be opened: {_e(', '.join(check['unread']))}.</p>")
    return found


def _notes(notes: Sequence[str]) -> list[str]:
    items = "".join(f"<li>{_e(note)}</li>" for note in notes)
    return ["<h2>Notes</h2>", f"<ul>{items}</ul>"] if notes else []


def _files(report: Mapping[str, Any]) -> list[str]:
    rows = [
        (name, f"{report[key]['bytes']:,}", report[key]["sha256"])
        for name, key in (("Input", "input"), ("Output", "output"))
    ]
    return [
        "<h2>Files</h2>",
        _table("SHA-256 and size", ("File", "Bytes", "SHA-256"), rows, numbers=(1,), codes=(2,)),
        f"<p>Made by Lexveil {_e(report['lexveil']['version'])}. This report holds no personal text.</p>",
    ]


def _table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    numbers: Sequence[int] = (),
    codes: Sequence[int] = (),
) -> str:
    def style(at: int) -> str:
        return ' class="number"' if at in numbers else ""

    def cell(at: int, value: object) -> str:
        shown = f"{value:,}" if isinstance(value, int) else _e(str(value))
        return f"<td{style(at)}>{f'<code>{shown}</code>' if at in codes else shown}</td>"

    top = "".join(f'<th scope="col"{style(at)}>{_e(name)}</th>' for at, name in enumerate(head))
    lines = [f"<tr>{''.join(cell(at, value) for at, value in enumerate(row))}</tr>\n" for row in rows]
    size = " short" if len(lines) < SHORT else ""
    return (
        f'<div class="scroll{size}"><table>\n<caption>{_e(caption)}</caption>\n'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{''.join(lines)}</tbody>\n</table></div>"
    )


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _e(text: str) -> str:
    return escape(text)


def category_word(category: str) -> str:
    """
    >>> word("ORG"), word("BIRTH_DATE")
    ('organisation', 'birth date')
    """
    return WORDS.get(category, category.lower().replace("_", " "))


def together(categories: Sequence[str]) -> str:
    """
    >>> together(("BIRTH_DATE", "LOC", "ORG"))
    'birth date + place + organisation'
    """
    return " + ".join(map(category_word, categories))


def risk_line(risk: Risk) -> str:
    """One line on one document."""
    told = f"residual risk {risk.score} of hidden people, threshold {risk.threshold}: {risk.verdict}"
    if not risk.people:
        return f"{told} (the policy hides nobody in it)"
    most = risk.people[0]
    if not most.score:
        return told
    left = together(tuple(dict.fromkeys(each.category for each in most.left)))
    return f"{told}; most of one person {most.score}: {left}"


def risk_lines(found: Summary) -> tuple[str, ...]:
    """Over several documents: the figures of the paper and a histogram, in signs that any screen has."""
    figures = (
        f"residual risk of {found.documents} documents: mean {found.mean:.1f}, sigma {found.sigma:.1f}, "
        f"p95 {found.p95:.1f}, highest {found.highest}, mean + sigma {found.mean_plus_sigma:.1f}, "
        f"threshold {found.threshold}: {found.verdict}"
    )
    most = max((bar.count for bar in found.histogram), default=0)
    return (figures, *(_bar(bar, most) for bar in found.histogram))


def _bar(bar: Bar, most: int, *, width: int = 40) -> str:
    length = -(-bar.count * width // most) if most else 0
    return f"{scores(bar):>7}  {bar.count:>6}  {'#' * length}".rstrip()


def scores(bar: Bar) -> str:
    """
    >>> scores(Bar(0, 0, 1)), scores(Bar(5, 9, 1)), scores(Bar(50, None, 1))
    ('0', '5–9', '50+')
    """
    if bar.high is None:
        return f"{bar.low}+"
    return str(bar.low) if bar.high == bar.low else f"{bar.low}–{bar.high}"
