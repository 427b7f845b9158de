"""Seating draws: the tables of the next round, from names and numbers alone, without database or clock."""
