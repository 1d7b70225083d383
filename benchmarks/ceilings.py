"""How well could anybody score on a gold file that says who is who?

Each row stands for a reader who knows the gold and departs from it in one way only:

- *missed links made*: as the gold, but two groups whose forms all agree ("Mr Ivo Lundgren" in one, "Ivo
  Lundgren" in the other) are one person, where no third group agrees with either;
- *one form, one person*: as the gold, but a form goes to one person all through, to whom it mostly is;
- *shared words only*: that, and only names that share a word are linked, nobody with a country;
- *found mentions* (`--found`): the mentions that the pipeline finds, those of the gold grouped as in the
  gold, the others as the pipeline groups them.

A system that reads better than the annotators scores less than 1 in the first row, and needs their slips to
score more.

    python benchmarks/ceilings.py --gold FILE.jsonl [--split NAME] [--found]
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

from lexveil.evaluate import gold as golds
from lexveil.evaluate.clusters import Pair, choose, key_of, matched
from lexveil.evaluate.coreference import Groups, groups, score
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import entities_of
from lexveil.names.agreement import agree, clash
from lexveil.names.parse import Name
from lexveil.resolve.mention_names import name_of

Named = dict[Hashable, Name]  # place → the name that stands there


def named(document: Gold) -> tuple[Groups, Named]:
    key, spans = key_of(document, "PERSON")
    return key, {(span.start, span.end): name_of(document, span) for span in spans}


# The readers -------------------------------------------------------------------------------------


def missed_links(key: Groups, names: Named) -> Groups:
    forms = [{names[place] for place in group} for group in key]
    same = [
        [at for at in range(len(key)) if at != here and _alike(forms[here], forms[at])]
        for here in range(len(key))
    ]
    found = []
    for here, group in enumerate(key):
        other = same[here][0] if len(same[here]) == 1 and same[same[here][0]] == [here] else None
        if other is None:
            found.append(group)
        elif here < other:
            found.append(group | key[other])
    return groups(found)


def _alike(forms: Iterable[Name], others: Iterable[Name]) -> bool:
    return all(
        agree(one, two) and not clash(one, two) and not one.several and not two.several
        for one in forms
        for two in others
    )


def one_form(key: Groups, names: Named) -> Groups:
    return groups(_by_form(key, names).values())


def _by_form(key: Groups, names: Named) -> dict[int, set[Hashable]]:
    bearers: dict[object, Counter[int]] = defaultdict(Counter)
    for at, group in enumerate(key):
        for place in group:
            bearers[_form(names[place])][at] += 1
    found: dict[int, set[Hashable]] = defaultdict(set)
    for place in sorted(names, key=str):
        found[bearers[_form(names[place])].most_common(1)[0][0]].add(place)
    return found


def _form(name: Name) -> tuple[object, ...]:
    return name.tokens, name.title, name.suffix, name.several


def shared_words(key: Groups, names: Named) -> Groups:
    found: list[set[Hashable]] = []
    for group in _by_form(key, names).values():
        found += _connected(group, names)
    return groups(found)


def _connected(group: Iterable[Hashable], names: Named) -> list[set[Hashable]]:
    """The group cut where no chain of shared words leads across."""
    parts: list[tuple[set[str], set[Hashable]]] = []
    for place in group:
        words, places = set(names[place].tokens), {place}
        apart = []
        for other_words, other_places in parts:
            if words & other_words:
                words, places = words | other_words, places | other_places
            else:
                apart.append((other_words, other_places))
        parts = [*apart, (words, places)]
    return [places for _, places in parts]


READERS: dict[str, Callable[[Groups, Named], Groups]] = {
    "missed links made": missed_links,
    "one form, one person": one_form,
    "shared words only": shared_words,
}


def found_pair(document: Gold) -> Pair:
    """Key and response over found mentions, grouped without a mistake as far as the gold knows them."""
    key, _ = key_of(document, "PERSON")
    wanted, given = matched(document, key, entities_of(document), "PERSON")
    owner = {place: at for at, group in enumerate(wanted) for place in group}
    right: dict[int, set[Hashable]] = defaultdict(set)
    others: list[set[Hashable]] = []
    for group in given:
        others.append({place for place in group if place not in owner})
        for place in group & owner.keys():
            right[owner[place]].add(place)
    return wanted, groups([*right.values(), *others])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--split")
    parser.add_argument("--found", action="store_true")
    options = parser.parse_args()
    documents = tuple(golds.read(options.gold))
    if options.split:
        documents = choose(documents, options.split)
    keys = [named(document) for document in documents]
    for title, reader in READERS.items():
        show(title, [(key, reader(key, names)) for key, names in keys])
    joined = [len(key) - len(missed_links(key, names)) for key, names in keys]
    print(f"{sum(joined)} missed links in {sum(map(bool, joined))} of {len(documents)} documents")
    if options.found:
        show("found mentions", [found_pair(document) for document in documents])


def show(title: str, pairs: list[Pair]) -> None:
    conll = score(pairs)["conll"]
    print(f"{title:<22} CoNLL macro {conll['macro']:.3f}  micro {conll['micro']:.3f}")


if __name__ == "__main__":
    main()
