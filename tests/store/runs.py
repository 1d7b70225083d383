"""A run that a test starts as a process of its own: `python runs.py TASK VAULT …`."""

import os
import sys
from pathlib import Path

from lexveil.errors import VaultError
from lexveil.resolve.recognize import Named, match
from lexveil.store import Known, change_key, keys, new_entity, open_vault

KEY = keys.random_key("07" * 32)
FAMILIES = [
    f"{first}{last}"
    for first in ("Torv", "Quell", "Lund", "Holm", "Karl")
    for last in ("und", "mark", "gren", "stad")
]
GIVEN = ("Ivo", "Ann", "Pia", "Bo", "Isak")


def people(document):
    """The entities of one of the documents: every one is in many of them."""
    return [f"{GIVEN[(document + at) % 5]} {FAMILIES[(document * 7 + at * 3) % 20]}" for at in range(4)]


def add(vault, case_name, document):
    """What a run does: who is known, pseudonyms for the others, all in one transaction."""
    names = dict(enumerate(dict.fromkeys(people(document))))
    with vault.case(case_name) as case:
        known = case.known()
        here = [Named(f"e{at}", "PERSON", (name,)) for at, name in names.items()]
        same = match(here, known)
        given = {each.entity: each for each in known}
        free = (f"WITNESS_{n}" for n in range(1, 10_000) if f"WITNESS_{n}" not in case.taken())
        entries = [
            given[same[each.entity]]
            if each.entity in same
            else Known(new_entity(), "PERSON", "WITNESS", each.forms, next(free))
            for each in here
        ]
        case.save(entries)
        twin = " ".join(each.pseudonym for each in entries).encode() + b" in document %d" % document
        original = " ".join(names.values()).encode() + b" in document %d" % document
        case.remember(twin, original, document=f"doc-{document}", entities=[each.entity for each in entries])
    return twin


def tell(*words):
    sys.stdout.write("\t".join(map(str, words)) + "\n")
    sys.stdout.flush()


def work(path, first, step, count):
    with open_vault(path, KEY) as vault:
        for document in range(int(first), int(count), int(step)):
            tell(document, add(vault, "case", document).decode())


def victims(path):
    """A child for each line that comes in, to be killed; then, for the next line, how it ended."""
    while sys.stdin.readline():
        child = os.fork()
        if not child:
            tell(os.getpid())
            grow(path)
        sys.stdin.readline()
        tell("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def grow(path):
    """Until it is killed: document after document, and now and then a new key for all of it."""
    document = 0
    with open_vault(path, KEY) as vault:
        tell("open")
        while True:
            with vault.case("case") as case:
                document = case.about.documents
            add(vault, "case", document)
            tell(document)
            if document % 5 == 4:
                change_key(vault, KEY)


def fill(path, limit):
    """Until the disk is full, which a limit on the size of files stands for."""
    import resource

    with open_vault(path, KEY) as vault:
        before = len(vault.known("case"))
        size = Path(path).stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(limit), size + int(limit)))
        try:
            with vault.case("case") as case:
                case.save(Known(f"v{n}", "PERSON", "WITNESS", (f"Name {n}",), f"W_{n}") for n in range(3000))
        except VaultError as error:
            tell(error)
        tell(len(vault.known("case")) - before)


if __name__ == "__main__":
    {"work": work, "victims": victims, "fill": fill}[sys.argv[1]](*sys.argv[2:])
