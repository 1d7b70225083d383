"""Small pages for tests: read a string, replace by words, look at zones."""

from collections.abc import Mapping

from lexveil.formats import Options, html
from lexveil.model import Document, Replacement


def page(source: str | bytes, **options: object) -> Document:
    data = source.encode() if isinstance(source, str) else source
    xml = bool(options.pop("xml", False))
    return html.read(data, Options(**options), xml=xml)


def text_of(source: str | bytes, **options: object) -> str:
    return page(source, **options).text


def zones(document: Document, kind: str) -> list[str]:
    return [document.text[zone.start : zone.end] for zone in document.zones if zone.kind == kind]


def replacing(document: Document, words: Mapping[str, str]) -> tuple[Replacement, ...]:
    """Every occurrence of the words, as replacements."""
    found = []
    for word, new in words.items():
        at = document.text.find(word)
        while at >= 0:
            found.append(Replacement(at, at + len(word), new, "e1"))
            at = document.text.find(word, at + len(word))
    return tuple(sorted(found, key=lambda replacement: replacement.start))


def written(source: str | bytes, words: Mapping[str, str], **options: object) -> str:
    """The page with the words replaced, as a string."""
    document = page(source, **options)
    return html.write(document, replacing(document, words)).decode(document.source.content.encoding)


def applied(text: str, replacements: tuple[Replacement, ...]) -> str:
    parts, last = [], 0
    for replacement in replacements:
        parts += (text[last : replacement.start], replacement.text)
        last = replacement.end
    return "".join([*parts, text[last:]])
