"""Is the result safe? The written file is opened again from the disk and searched for what had to go."""

from lexveil.check.leaks import Checked, Leak, leaks, leaks_in_rows, spells

__all__ = ["Checked", "Leak", "leaks", "leaks_in_rows", "spells"]
