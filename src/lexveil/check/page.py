"""The report as a page, and the residual risk in words: one HTML file, no script, readable on paper.

Everything in it is escaped. People show as number and pseudonym, what is left of them as categories. Its
sentences are the messages `report.…` of a language's catalogue.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from lexveil import languages, messages
from lexveil.check.risk import Bar, Risk, Summary

SHORT = 8  # rows of a table that is not broken over pages
POSITIONS = 12  # of an uncertain entity; the JSON has all
WIDTH = 40  # of the longest bar of a histogram
PEOPLE = 20  # of whom most is left; the JSON has all
Rows = Iterable[Sequence[object]]
Columns = tuple[int, ...]

STATES = ("uncovered", "cleaned", "read", "kept")  # of parts, those that need a look first


class Words:
    """The messages and numbers of a language."""

    def __init__(self, language: str = messages.DEFAULT) -> None:
        self.language = language
        english = language == messages.DEFAULT
        self.decimal = languages.load(language).decimal
        self.thousands = "," if english else "\u202f"

    def __call__(self, code: str, **values: object) -> str:
        shown = {name: self.number(each) for name, each in values.items() if name != "count"}
        return messages.render(f"report.{code}", values | shown, self.language)

    def number(self, value: object) -> object:
        if isinstance(value, float):
            return f"{value:.1f}".replace(".", self.decimal)
        return f"{value:,}".replace(",", self.thousands) if isinstance(value, int) else value

    def counted(self, what: str, number: int) -> str:
        return self(f"count.{what}", count=number, number=number)


def page(report: Mapping[str, Any], language: str = messages.DEFAULT) -> str:
    """The report as HTML."""
    say = Words(language)
    document, policy = report["document"], report["policy"]
    about = {
        "document": f"<code>{escape(document['id'])}</code>",
        "format": escape(document["format"] or say("plain-text")),
        "characters": document["characters"],
        "rows": document["rows"],
        "policy": f"<strong>{escape(policy['name'])}</strong>",
    }
    notes = "".join(f"<li>{escape(note)}</li>" for note in report["notes"])
    body = [
        f"<h1>{say('title')}</h1>",
        f"<p>{say('table' if document['rows'] else 'document', **about)}</p>",
        f"<p>{escape(policy['description'])}</p>" if policy["description"] else "",
        _verdict(report, say),
        *_done(report["counts"], say),
        *_needs_review(report["needs_review"], say),
        *_review(report["uncertain"], say),
        *_risk(report["risk"], say),
        *_coverage(report["coverage"], say),
        *_checked(report["leak_check"], say),
        f"<h2>{say('notes')}</h2>\n<ul>{notes}</ul>" if notes else "",
        *_files(report, say),
    ]
    style = (files("lexveil.check") / "report.css").read_text("utf8")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{say('title')}, {escape(document['id'])}</title>\n<style>\n{style}</style>\n</head>\n"
        "<body>\n<main>\n" + "\n".join(part for part in body if part) + "\n</main>\n</body>\n</html>\n"
    )


def _verdict(report: Mapping[str, Any], say: Words) -> str:
    counts, check = report["counts"], report["leak_check"]
    allowed = sum(part["allowed"] for part in report["coverage"])
    done = {"entities": counts["replaced"], "places": counts["places"], "forms": check["forms"]}
    lines = [say("done", **{name: say.counted(name, number) for name, number in done.items()})]
    found = {
        "to-look-at": len(report["needs_review"]),
        "uncertain": len(report["uncertain"]),
        "allowed": allowed,
        "unopened": len(check["unread"]),
    }
    lines += [say(code, count=number, number=number) for code, number in found.items() if number]
    look = " look" if len(lines) > 1 else ""
    return f'<div class="verdict{look}" role="note">' + "".join(f"<p>{line}</p>" for line in lines) + "</div>"


def _done(counts: Mapping[str, Any], say: Words) -> list[str]:
    head = ("category", "role", "decision", "entities", "mentions")
    rows = [[each[name] for name in head] for each in counts["by"]]
    caption = say("found-caption", entities=counts["entities"], mentions=counts["mentions"])
    return [f"<h2>{say('found')}</h2>", _table(say, caption, head, rows, numbers=(3, 4))]


def _needs_review(listed: Sequence[Mapping[str, Any]], say: Words) -> list[str]:
    if not listed:
        return []
    rows = [
        (say(each["reason"]) if each["places"] else each["why"], each["places"] or "–") for each in listed
    ]
    head = ("why", "mentions")
    return [
        f"<h2>{say('needs-review')}</h2>",
        _table(say, say("needs-review-caption"), head, rows, numbers=(1,)),
    ]


def _review(uncertain: Sequence[Mapping[str, Any]], say: Words) -> list[str]:
    title = f"<h2>{say('review')}</h2>"
    if not uncertain:
        return [title, f"<p>{say('review-nothing')}</p>"]
    plain = ("entity", "category", "role", "decision")
    rows = []
    for each in uncertain:
        starts = [str(start) for start, _ in each["positions"]]
        listed = ", ".join(starts[:POSITIONS]) + (" …" if len(starts) > POSITIONS else "")
        rows.append((*(each[name] for name in plain), each["pseudonym"] or "–", len(starts), listed))
    head = (*plain, "pseudonym", "mentions", "positions")
    return [title, _table(say, say("review-caption"), head, rows, numbers=(5,))]


def _risk(risk: Mapping[str, Any], say: Words) -> list[str]:
    """What is left that tells of hidden people; of a table the row of which most is left."""
    corpus = risk["corpus"]
    left = ", ".join(
        f"{say.number(each['count'])} × {category_word(each['category'], say.language)} ({each['weight']})"
        for each in risk["left"]
    )
    verdict = say("verdict." + risk["verdict"])
    score = say(
        "score-of-row" if corpus else "score",
        score=f"<strong>{say.number(risk['score'])}</strong>",
        threshold=risk["threshold"],
        verdict=f"<strong>{escape(verdict)}</strong>",
        why=escape(say("verdict-means." + risk["verdict"])),
    )
    people, named = say.counted("people", risk["hidden"]), risk["named"]
    code = "hidden" if left else "hidden-nothing-left"
    hidden = say(code, people=people, named=named, left=escape(left))
    found = [f"<h2>{say('risk')}</h2>", f"<p>{score}</p>", f"<p>{hidden}</p>"]
    listed = sorted(risk["people"], key=lambda each: -each["score"])
    if listed:
        rows = []
        for each in listed[:PEOPLE]:
            kinds = dict.fromkeys(left["category"] for left in each["left"])
            shown = together(tuple(kinds), say.language)
            rows.append((each["pseudonym"] or each["entity"], each["score"], shown))
        caption = say("most-left", shown=len(rows), people=len(listed))
        found.append(_table(say, caption, ("pseudonym", "score", "together"), rows, numbers=(1,)))
    return [*found, *(_corpus(corpus, say) if corpus else ())]


def _corpus(corpus: Mapping[str, Any], say: Words) -> list[str]:
    rows = [(scores(Bar(**bar)), bar["count"]) for bar in corpus["histogram"]]
    shown = {name: float(corpus[name]) for name in ("mean", "sigma", "p95", "mean_plus_sigma")}
    verdict = escape(say("verdict." + corpus["verdict"]))
    figures = say("figures", highest=corpus["highest"], verdict=verdict, **shown)
    return [f"<p>{figures}</p>", _table(say, say("rows-caption"), ("score", "rows"), rows, numbers=(1,))]


def _coverage(parts: Sequence[Mapping[str, Any]], say: Words) -> list[str]:
    title = f"<h2>{say('coverage')}</h2>"
    if not parts:
        return [title, f"<p>{say('coverage-all')}</p>"]
    ordered = sorted(parts, key=lambda each: (*STATES, each["state"]).index(each["state"]))
    rows = [(each["part"], say("state." + each["state"]), each["why"]) for each in ordered]
    met = [state for state in STATES if any(each["state"] == state for each in parts)]
    terms = (f"<dt>{say('state.' + state)}</dt><dd>{say('state-means.' + state)}</dd>" for state in met)
    legend = "".join(terms)
    table = _table(say, say("coverage-caption"), ("part", "state", "why"), rows, codes=(0,))
    return [title, f"<dl>{legend}</dl>", table]


def _checked(check: Mapping[str, Any], say: Words) -> list[str]:
    rows = [(say(f"form.{kind}"), count) for kind, count in check["forms_by_kind"].items()]
    leaks = f"<strong>{check['found'] or say('leaks-none')}</strong>"
    searched = say("leaks-searched", texts=check["texts"], characters=check["characters"], leaks=leaks)
    found = [
        f"<h2>{say('leaks')}</h2>",
        f"<p>{searched}</p>",
        _table(say, say("leaks-caption"), ("kind", "forms"), rows, numbers=(1,)),
    ]
    if check["unread"]:
        found.append(f"<p>{say('unread', parts=escape(', '.join(check['unread'])))}</p>")
    return found


def _files(report: Mapping[str, Any], say: Words) -> list[str]:
    output = report["output"]
    rows = [(say("output"), say.number(output["bytes"]), output["sha256"])]
    return [
        f"<h2>{say('files')}</h2>",
        _table(say, say("files-caption"), ("file", "bytes", "sha256"), rows, numbers=(1,), codes=(2,)),
        f"<p>{say('made-by', version=escape(report['lexveil']['version']))}</p>",
    ]


def _table(
    say: Words, caption: str, head: Sequence[str], rows: Rows, *, numbers: Columns = (), codes: Columns = ()
) -> str:
    def style(at: int) -> str:
        return ' class="number"' if at in numbers else ""

    def cell(at: int, value: object) -> str:
        shown = escape(str(say.number(value)))
        return f"<td{style(at)}>{f'<code>{shown}</code>' if at in codes else shown}</td>"

    names = (escape(say(f"column.{name}")) for name in head)
    top = "".join(f'<th scope="col"{style(at)}>{name}</th>' for at, name in enumerate(names))
    lines = [f"<tr>{''.join(cell(at, value) for at, value in enumerate(row))}</tr>\n" for row in rows]
    size = " short" if len(lines) < SHORT else ""
    return (
        f'<div class="scroll{size}"><table>\n<caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{''.join(lines)}</tbody>\n</table></div>"
    )


# The risk in words --------------------------------------------------------------------------------


def category_word(category: str, language: str = messages.DEFAULT) -> str:
    """
    >>> category_word("ORG"), category_word("BIRTH_DATE")
    ('organisation', 'birth date')
    """
    code = f"report.category.{category}"
    return messages.render(code, {}, language) if messages.known(code) else category.lower().replace("_", " ")


def together(categories: Sequence[str], language: str = messages.DEFAULT) -> str:
    """
    >>> together(("BIRTH_DATE", "LOC", "ORG"))
    'birth date + place + organisation'
    """
    return " + ".join(category_word(category, language) for category in categories)


def risk_line(risk: Risk, language: str = messages.DEFAULT) -> str:
    """One line on one document."""
    most = risk.people[0] if risk.people else None
    code = "report.line-nobody" if most is None else "report.line-most" if most.score else "report.line"
    values = {
        "score": risk.score,
        "threshold": risk.threshold,
        "verdict": messages.render(f"report.verdict.{risk.verdict}", {}, language),
        "most": most.score if most else 0,
        "left": together(tuple(dict.fromkeys(each.category for each in most.left)), language) if most else "",
    }
    return messages.render(code, values, language)


def risk_lines(found: Summary, language: str = messages.DEFAULT) -> tuple[str, ...]:
    """Over several documents: the figures of the paper and a histogram, in signs that any screen has."""
    values = {
        **{name: f"{getattr(found, name):.1f}" for name in ("mean", "sigma", "p95", "mean_plus_sigma")},
        **{name: getattr(found, name) for name in ("documents", "highest", "threshold")},
        "verdict": messages.render(f"report.verdict.{found.verdict}", {}, language),
    }
    most = max((bar.count for bar in found.histogram), default=0)
    figures = messages.render("report.lines", values, language)
    lengths = [-(-bar.count * WIDTH // most) if most else 0 for bar in found.histogram]
    bars = zip(found.histogram, lengths, strict=True)
    return (figures, *(f"{scores(bar):>7}  {bar.count:>6}  {'#' * size}".rstrip() for bar, size in bars))


def scores(bar: Bar) -> str:
    """
    >>> scores(Bar(0, 0, 1)), scores(Bar(5, 9, 1)), scores(Bar(50, None, 1))
    ('0', '5–9', '50+')
    """
    if bar.high is None:
        return f"{bar.low}+"
    return str(bar.low) if bar.high == bar.low else f"{bar.low}–{bar.high}"
