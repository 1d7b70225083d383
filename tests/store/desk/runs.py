"""What a test starts as a process of its own: `python runs.py TASK DATABASE …`."""

import signal
import sys

from lexveil.store import keys
from lexveil.store.desk import Taken, open_desk, setup

KEY = keys.random_key("07" * 32)


def tell(*words):
    sys.stdout.write("\t".join(map(str, words)) + "\n")
    sys.stdout.flush()


def grow(url, document):
    """Edit after edit until it is killed; says each number once it is acknowledged."""
    with open_desk(url, KEY) as desk:
        number = desk.document(document).number
        while True:
            number += 1
            audit = ("ann", "edit", {"number": number})
            desk.add_edit(document, number, "ann", "rename", b"record %d" % number, audit=audit)
            tell(number)


def compete(url, document, name, count):
    with open_desk(url, KEY) as desk:
        edit(desk, document, name, int(count))


def edit(desk, document, name, count):
    """So many edits of one author, each tried until it has a number."""
    for at in range(count):
        while True:
            number = desk.document(document).number + 1
            try:
                record = f"{name} {at}".encode()
                desk.add_edit(document, number, name, "rename", record, audit=(name, "edit", {"at": at}))
            except Taken:
                continue
            break


def start(url):
    """Wait for a line, so that several begin at once; then open, and say how the desk is known."""
    tell("here")
    sys.stdin.readline()
    with open_desk(url, KEY) as desk:
        desk.audit("ann", "started")
        tell(desk.crypt.mark("the same key").hex())


def rotate(url, new, when):
    """Stop, to be killed: when all is sealed anew and nothing committed, or right after the commit."""

    def stop(*_):
        tell("killed")
        signal.pause()

    if when == "before":
        setup.audit.append = stop  # the last thing before the commit
    else:
        setup._rewrite = stop
    setup.rotate(url, KEY, keys.random_key(new))


if __name__ == "__main__":
    {"grow": grow, "compete": compete, "start": start, "rotate": rotate}[sys.argv[1]](*sys.argv[2:])
