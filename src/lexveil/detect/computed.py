"""What the model said of windows before, so that those that stand in many documents of a corpus (a form, a
caption, instructions on appeal) are computed once. A window is computed alone, so what it gives is the same
from here; there is room for so many, and the one not asked for longest goes first."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from lexveil.detect.iobes import Floats

MOST = 2000  # windows; of 128 pieces about 35 MB

Key = tuple[str, bytes]  # the model with its settings, and the pieces


class Computed:
    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._rows: OrderedDict[Key, Floats] = OrderedDict()
        self._lock = Lock()

    def rows(self, key: Key, compute: Callable[[], Floats]) -> Floats:
        """
        >>> import numpy as np
        >>> known, calls = Computed(most=1), []
        >>> def compute():
        ...     calls.append(1)
        ...     return np.zeros((1, 1), np.float32)
        >>> for pieces in (b"a", b"a", b"b", b"a"):
        ...     _ = known.rows(("en", pieces), compute)
        >>> len(calls)
        3
        """
        with self._lock:
            if key in self._rows:
                self._rows.move_to_end(key)
                return self._rows[key]
        found = compute()
        with self._lock:
            self._rows[key] = found
            while len(self._rows) > self._most:
                self._rows.popitem(last=False)
        return found
