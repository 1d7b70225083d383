"""Many short texts at once: the rows of JSON Lines and CSV files, of any size, over several processes.

`rows` reads them one after the other, `worker` makes a part of the results from a part of the rows, `local`
says what runs where and what is done already, `summary` tells of the whole.
"""

from lexveil.batch.local import Corpus, run

__all__ = ["Corpus", "run"]
