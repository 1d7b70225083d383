"""What names are: titles, given and family names, places, names of things."""
