"""What is done with letters, of any language: folding, spelling, searching."""
