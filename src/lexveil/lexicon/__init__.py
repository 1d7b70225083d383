"""What words are: titles, name lists, legal forms, places, and how letters fold. Data and look-ups only."""
