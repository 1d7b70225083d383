"""What outlives a run: the vault with the pseudonyms of each case, and the way back to the originals."""

from lexveil.store.case import About, Case, Known, WayBack, new_entity, way_back
from lexveil.store.keys import Key
from lexveil.store.vault import Original, Past, Vault, change_key, forget, open_vault

__all__ = [
    "About", "Case", "Key", "Known", "Original", "Past", "Vault", "WayBack", "change_key", "forget",
    "new_entity", "open_vault", "way_back",
]  # fmt: skip
