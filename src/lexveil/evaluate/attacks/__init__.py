"""Attacks on what was published: how well people are hidden, measured by trying to find them."""
