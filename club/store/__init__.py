"""What a hub keeps: every game of every box, judged, in a database."""
