"""The site: a page for each decision, and lists of all by court, by cited statute and by role. No script, no
address outside of it but of works that are cited."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from lexveil import messages
from lexveil.languages import load
from lexveil.publish.akn import Mark
from lexveil.publish.citations import Cited
from lexveil.publish.iris import named
from lexveil.publish.publication import Publication
from lexveil.publish.triples import FILES

CSS = "site.css"
LISTS = ("courts", "statutes", "roles")

Words = Callable[..., str]


def words(language: str) -> Words:
    """The texts of the pages, in the reader's language."""
    return lambda key, **values: messages.render(f"publish.{key}", values, language)


def style() -> str:
    return (files("lexveil.publish") / CSS).read_text("utf8")


def decision_page(published: Publication, *, language: str) -> str:
    say = words(language)
    about = [
        (say("identifier"), escape(published.ecli or published.name)),
        (say("court"), _court_link(published, "../../")),
        (say("date"), escape(published.date)),
        (say("language"), escape(published.language)),
        (say("policy"), escape(published.policy)),
        (say("approved"), escape(published.approved_by)),
        (say("licence"), _link(published.licence, published.licence) if published.licence else ""),
        (say("data"), " · ".join(_link(file, file) for file, _ in FILES[1:])),
    ]
    people = (
        f'<tr id="person-{each.number}"><td>{escape(each.pseudonym)}</td>'
        f"<td>{_role_link(each.role, language, '../../')}</td>"
        f'<td><a href="#mention-{each.number}-1">{len(each.places)}</a></td></tr>'
        for each in published.people
    )
    cited = [
        *((each.label, f"../../statutes.html#{named(each.label)}") for each in published.statutes),
        *((each.label, each.iri) for each in published.decisions),
    ]
    body = [
        f"<h1>{escape(published.title)}</h1>",
        _table((), (f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in about if value)),
        f"<h2>{say('people')}</h2>",
        f"<p>{say('note')}</p>",
        _table((say("pseudonym"), say("role"), say("mentions")), people),
        *([f"<h2>{say('cited')}</h2>", "<ul>", *_items(cited), "</ul>"] if cited else []),
        f"<h2>{say('text')}</h2>",
        f'<div class="text" lang="{escape(published.language)}">',
        *_paragraphs(published),
        "</div>",
    ]
    return _page(published.title, body, language=language, up="../../")


def _items(cited: Iterable[tuple[str, str]]) -> Iterator[str]:
    for label, address in cited:
        yield f"<li>{_link(address, label) if address else escape(label)}</li>"


def _paragraphs(published: Publication) -> Iterator[str]:
    """The text, with a link from each pseudonym to who it is in the list, and from what is cited."""
    text = published.text
    found = [
        Mark(
            start,
            end,
            f'<a class="person" id="mention-{each.number}-{at}" href="#person-{each.number}">',
            "</a>",
        )
        for each in published.people
        for at, (start, end) in enumerate(each.places, 1)
    ]
    found += [
        Mark(start, end, f'<a href="../../statutes.html#{named(each.label)}">', "</a>")
        for each in published.statutes
        for start, end in each.places
    ]
    parts: list[str] = []
    last = 0
    for mark in sorted(found, key=lambda each: (each.start, -each.end)):
        if mark.start >= last:
            inner = escape(text[mark.start : mark.end], quote=False)
            parts += (escape(text[last : mark.start], quote=False), mark.opening, inner, mark.closing)
            last = mark.end
    whole = "".join([*parts, escape(text[last:], quote=False)])
    return (f"<p>{block.strip()}</p>" for block in whole.split("\n\n") if block.strip())


def index_page(all_published: Sequence[Publication], *, language: str) -> str:
    say = words(language)
    body = [f"<h1>{say('title')}</h1>", f"<p>{say('note')}</p>", _decisions(all_published, say)]
    return _page(say("title"), body, language=language, up="")


def list_pages(all_published: Sequence[Publication], *, language: str) -> dict[str, str]:
    """File name → page: decisions by court, by cited statute, by the roles of those who bear a pseudonym."""
    say = words(language)
    courts: defaultdict[str, list[Publication]] = defaultdict(list)
    statutes: defaultdict[str, list[Publication]] = defaultdict(list)
    roles: defaultdict[str, list[Publication]] = defaultdict(list)
    works: dict[str, Cited] = {}
    for each in all_published:
        if each.court:
            courts[each.court].append(each)
        for cited in each.statutes:
            works.setdefault(cited.key, cited)
            statutes[works[cited.key].label].append(each)
        for role in sorted({person.role for person in each.people}):
            roles[role].append(each)
    of_role = {role: _role(role, language) for role in roles}
    return {
        "courts.html": _groups(say("courts"), courts, {each: each for each in courts}, language),
        "statutes.html": _groups(say("statutes"), statutes, {each: each for each in statutes}, language),
        "roles.html": _groups(say("roles"), roles, of_role, language),
    }


def _groups(
    title: str, groups: Mapping[str, list[Publication]], labels: Mapping[str, str], language: str
) -> str:
    say = words(language)
    body = [f"<h1>{escape(title)}</h1>"]
    if not groups:
        body.append(f"<p>{say('none')}</p>")
    for key in sorted(groups, key=lambda each: labels[each].casefold()):
        body += [f'<h2 id="{named(key)}">{escape(labels[key])}</h2>', _decisions(groups[key], say, under=key)]
    return _page(title, body, language=language, up="")


def _decisions(listed: Sequence[Publication], say: Words, *, under: str = "") -> str:
    """A table of decisions, without columns that would be empty or repeat the heading they stand `under`."""
    columns = {
        say("decision"): [_link(f"decision/{each.name}/index.html", each.title) for each in listed],
        say("court"): ["" if each.court == under else _court_link(each, "") for each in listed],
        say("date"): [escape(each.date) for each in listed],
        say("language"): [escape(each.language) for each in listed],
    }
    filled = {head: cells for head, cells in columns.items() if any(cells)}
    rows = ("".join(f"<td>{cell}</td>" for cell in row) for row in zip(*filled.values(), strict=True))
    return _table(filled, (f"<tr>{row}</tr>" for row in rows))


def _court_link(published: Publication, up: str) -> str:
    return _link(f"{up}courts.html#{named(published.court)}", published.court) if published.court else ""


def _role_link(role: str, language: str, up: str) -> str:
    return _link(f"{up}roles.html#{named(role)}", _role(role, language))


def _role(role: str, language: str) -> str:
    return str(load(language).replace["words"].get(role, role))


def _link(address: str, label: str) -> str:
    return f'<a href="{escape(address)}">{escape(label)}</a>'


def _table(heads: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{each}</th>" for each in heads)
    return "\n".join(["<table>", *([f"<thead><tr>{head}</tr></thead>"] if head else []), *rows, "</table>"])


def _page(title: str, body: Iterable[str], *, language: str, up: str) -> str:
    say = words(language)
    links = [_link(f"{up}index.html", say("decisions"))]
    links += [_link(f"{up}{name}.html", say(name)) for name in LISTS]
    links.append(_link(f"{up}catalogue.ttl", say("data")))
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language)}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{escape(title)}</title><link rel="stylesheet" href="{up}{CSS}"></head>',
            "<body>",
            f"<header><strong>{say('title')}</strong>",
            *(f"<nav>{each}</nav>" for each in links),
            "</header>",
            "<main>",
            *body,
            "</main>",
            f"<footer>{say('made')}</footer>",
            "</body></html>",
            "",
        ]
    )
