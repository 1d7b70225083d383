"""The shape of an encoder: numbers only, so that a graph can be written without torch."""

from dataclasses import dataclass

LEVELS = 127  # of the weights on each side of zero


@dataclass
class Shape:
    vocabulary: int
    hidden: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 514
    offset: int = 2  # where RoBERTa starts to count positions; 0 for BERT
    epsilon: float = 1e-12
    buckets: int = 0  # MPNet: learnt bias by distance between pieces
    shapes: bool = False  # uncased vocabulary: the lost capitals come back as an embedding of their own
    begin: int = 0
    pad: int = 1
    end: int = 2
    mask: int = 3
