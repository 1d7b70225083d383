"""Measures how well a document was understood, against documents whose names are marked by hand."""
