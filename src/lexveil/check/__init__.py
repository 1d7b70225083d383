"""Is the result safe? The written file is read again and searched for what had to go."""

from lexveil.check.leaks import leaks, spells

__all__ = ["leaks", "spells"]
