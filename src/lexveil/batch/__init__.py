"""A corpus at once, of any size: the rows of tables and the documents of folders and archives.

`sources` says what the input is and reads it (`rows`, `archives`, `addresses`), `items` cuts it into parts,
`cases` brings together what belongs together, `worker` makes a part of the results (`results`), an engine
(`local`, `on_ray`) says what runs where, and `corpus` leads from the beginning to the end. Only `lasting`
knows the vault; `tally` counts, `summary` tells of the whole.
"""

from lexveil.batch.corpus import Corpus, run
from lexveil.batch.sources import Input, Reading, bad

__all__ = ["Corpus", "Input", "Reading", "bad", "run"]
