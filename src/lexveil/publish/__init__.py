"""Pseudonymized decisions as linked data, as Akoma Ntoso and as a site of static pages.

`publication` is what goes out of one decision, plain data; `triples` and `akn` and `site` make documents of
it; `folder` writes them, and only when nothing that had to go can be read in any of them.
"""
