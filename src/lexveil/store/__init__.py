"""What outlives a run: the vault with the pseudonyms of each case, and the way back to the originals."""

from lexveil.store.case import About, Case, Known, new_entity
from lexveil.store.keys import Key
from lexveil.store.vault import Original, Vault, open_vault

__all__ = ["About", "Case", "Key", "Known", "Original", "Vault", "new_entity", "open_vault"]
