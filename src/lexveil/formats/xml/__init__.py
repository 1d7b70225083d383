"""XML documents (in the making)."""
