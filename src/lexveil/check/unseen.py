"""Markup without what nobody is shown: what stands unseen between the letters of a name is no part of it.

Only elements that hold nothing but text are taken out: those of a page that are hidden by an attribute, a
style or a class of its style sheet, hidden runs of Word and hidden text of OpenDocument.
"""

import re

_HIDES = (
    r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d])"
    r"|font-size\s*:\s*0(?![.\d]))"
)
_HIDING = re.compile(_HIDES, re.IGNORECASE)
_STYLE = re.compile(r"<style\b[^<>]*+>([^<]*+)", re.IGNORECASE)
_CLASS = re.compile(r"\.([\w-]+)")
_ALONE = re.compile(r"<([A-Za-z][\w:.-]*)((?:\s[^<>]*)?)>[^<>]{0,200}</\1\s*>")
_STYLED = re.compile(rf"(?:style\s*=\s*[\"'][^\"'<>]*{_HIDES})|\shidden(?![\w-])", re.IGNORECASE)
_CLASSES = re.compile(r"\sclass\s*=\s*[\"']?([^\"'<>]*)", re.IGNORECASE)
_RUN_END = re.compile(r"</(\w+:)?r>")
_VANISHED = re.compile(r"<(?:\w+:)?(?:vanish|specVanish)(?:\s*/)?>")
_MAY_HIDE = re.compile(rf"hidden|vanish|{_HIDES}", re.IGNORECASE)
_HIDDEN_TEXT = ("hidden-text", "hidden-paragraph")  # OpenDocument, 7.7.3 and 7.7.5


def without(bare: str, source: str) -> str:
    """`bare` is the source less comments, scripts and style sheets."""
    if not _MAY_HIDE.search(source):
        return bare
    rules = (rule.partition("{") for style in _STYLE.findall(source) for rule in style.split("}"))
    classes = {name for who, _, how in rules if _HIDING.search(how) for name in _CLASS.findall(who)}

    def shown(found: re.Match[str]) -> str:
        called, attributes = found[1].rpartition(":")[2].lower(), found[2]
        given = _CLASSES.search(attributes)
        named = given is not None and not classes.isdisjoint(given[1].split())
        return "" if named or called in _HIDDEN_TEXT or _STYLED.search(attributes) else found[0]

    return _without_vanished(_ALONE.sub(shown, bare))


def _without_vanished(source: str) -> str:
    """
    >>> _without_vanished("<w:r><w:t>Ro</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r>e")
    '<w:r><w:t>Ro</w:t></w:r>e'
    """
    kept: list[str] = []
    last = 0
    for end in _RUN_END.finditer(source):
        opening = re.compile(rf"<{end[1] or ''}r[\s>]")
        start = max((each.start() for each in opening.finditer(source, last, end.start())), default=-1)
        if start >= 0 and _VANISHED.search(source, start, end.start()):
            kept.append(source[last:start])
        else:
            kept.append(source[last : end.end()])
        last = end.end()
    return "".join([*kept, source[last:]])
