"""The commands of a club, which the command line finds by their names: a box without a club loads nothing of them."""
