"""One letter for each message and each conversation: the typology of Mina et al. 2024.

"Extending off-the-shelf NER Systems to Personal Information Detection in Dialogues with a Virtual Agent",
sections 3.3 and 3.4. What somebody wrote in one message can tell who wrote another, so a conversation is read
as one case and has the gravest letter of its messages: B > A > C > D > E > F. C, D and E count as found.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lexveil.evaluate.detection import merge, ratio, type_of
from lexveil.evaluate.gold import Gold
from lexveil.pipeline import Result

LETTERS: Mapping[str, str] = {
    "B": "should have been hidden and can be read",
    "A": "hidden and should not be",
    "C": "hidden, as something else than it is",
    "D": "hidden as what it is",
    "E": "hidden, and need not be here",
    "F": "nothing to hide, nothing hidden",
}  # the gravest first
FOUND = ("C", "D", "E")
BETA = 2  # recall weighs so many times as much as precision


def letter(gold: Gold, result: Result) -> str:
    """What is worst about one message."""
    text, category = gold.text, {each.id: each.category for each in result.entities}
    hidden = merge((each.start, each.end) for each in result.replacements)
    marked = merge((each.start, each.end) for each in gold.mentions)
    wanted = [each for each in gold.mentions if each.masked]
    places = ((at, each) for each in wanted for at in range(each.start, each.end))
    if any(text[at].isalnum() and not hidden.touches(at, at + 1) for at, _ in places):
        return "B"
    if any(not marked.touches(each.start, each.end) for each in result.replacements):
        return "A"
    labels = {each.type for each in gold.mentions}
    kinds = [
        (mention.type, type_of(category.get(each.entity, ""), labels))
        for mention in wanted
        for each in result.replacements
        if each.start < mention.end and mention.start < each.end
    ]
    if wanted:
        return "D" if all(one == other for one, other in kinds) else "C"
    return "E" if result.replacements else "F"


def evaluate(
    documents: Sequence[Gold],
    analyze: Callable[[Sequence[Gold]], Iterable[Result]],
    *,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Figures over messages and over conversations; documents without a case are one each."""
    conversations: dict[str, list[Gold]] = {}
    for number, gold in enumerate(documents):
        conversations.setdefault(gold.case or f"{number}", []).append(gold)
    messages: Counter[str] = Counter()
    worst: Counter[str] = Counter()
    for group in conversations.values():
        found = [letter(*each) for each in zip(group, analyze(group), strict=True)]
        messages.update(found)
        worst[min(found, key=list(LETTERS).index)] += 1
        step()
    return {"messages": _figures(messages), "conversations": _figures(worst)}


def _figures(counts: Counter[str]) -> dict[str, Any]:
    found = sum(counts[each] for each in FOUND)
    precision, recall = ratio(found, found + counts["A"]), ratio(found, found + counts["B"])
    weighed = (1 + BETA**2) * found + BETA**2 * counts["B"] + counts["A"]
    return {
        "letters": {each: counts[each] for each in sorted(LETTERS)},
        "precision": precision,
        "recall": recall,
        "f2": ratio((1 + BETA**2) * found, weighed),
    }
