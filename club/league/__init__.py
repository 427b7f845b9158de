"""Results over many games of a club: league tables, tallies, travellers; and the current position of a game."""
