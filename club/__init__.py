"""The club: many tables, one hub. Nothing of it is loaded by a box without a club."""
