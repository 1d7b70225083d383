"""Why something was found, joined, replaced or left: the lines of `resolve`, `policy` and the review itself.

{names} stand for what varies. The first line that fits counts.
"""

from collections.abc import Mapping

LINES: Mapping[str, str] = {
    # policy/decide.py, review/settle.py, review/changes.py
    "{policy}: rule {number}": "review.says.rule",
    "{policy}: --keep": "review.says.kept-kinds",
    "{policy}: no rule names it": "review.says.no-rule",
    "{policy}: on the list of kept names": "review.says.kept-names",
    "{policy}: on the list of replaced names": "review.says.replaced-names",
    "{policy}: a citation or a statute": "review.says.law",
    "{policy}: every mention stands in a kept context": "review.says.context",
    "spells out a replaced name": "review.says.spelt",
    "whitelist": "review.says.whitelist",
    "reviewer": "review.says.said",
    "reviewer: kept": "review.says.kept",
    "reviewer: replaced": "review.says.replaced",
    "reviewer: rejected": "review.says.rejected",
    "reviewer: added": "review.says.added",
    "reviewer: merged": "review.says.merged",
    # resolve/roles.py, captions.py, learned_roles.py
    "case metadata": "review.says.metadata",
    "name of a law firm": "review.says.firm",
    "author in a citation": "review.says.author-cited",
    "inside a citation": "review.says.in-citation",
    "a cited work after the name": "review.says.cited-work",
    "party of a cited case": "review.says.cited-party",
    "introduced in brackets as a party": "review.says.bracketed",
    "named in the title of the case": "review.says.title-of-case",
    "'represented by' before the name": "review.says.represented",
    "acts for a party, after the name": "review.says.acts-for",
    "title '{title}' before the name": "review.says.title",
    "letters '{letters}' after the name": "review.says.letters",
    "list {role}, line {line}": "review.says.list",
    "{role} by the words around the name, learned, {share}% sure": "review.says.learned",
    "{role} before the name": "review.says.before",
    "{role} after the name": "review.says.after",
    "{role} in a list": "review.says.in-row",
    # resolve/features.py, cluster.py, things.py
    "same words": "review.says.same-words",
    "same words in another order": "review.says.other-order",
    "family name": "review.says.family",
    "given name": "review.says.given",
    "part of the name": "review.says.part",
    "spelt alike": "review.says.alike",
    "spelt alike or a short form": "review.says.short",
    "initials and family name": "review.says.initials",
    "more of the same name": "review.says.more",
    "introduced as another name": "review.says.alias",
    "introduced in brackets": "review.says.brackets",
    "end of the longer name": "review.says.end",
    "initials of the longer name": "review.says.initials-of",
    "context, of {people} who may be meant": "review.says.meant",
}
