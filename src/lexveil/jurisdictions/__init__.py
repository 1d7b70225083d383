"""What belongs to a country's law and not to a language: legal forms, reporters. Always all on."""
