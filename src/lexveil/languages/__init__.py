"""What a language contributes, as data."""
