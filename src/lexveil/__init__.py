"""Pseudonymizes legal documents."""
