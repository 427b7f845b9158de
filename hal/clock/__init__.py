"""Time: the clock that everything is timed by, the date where the machine knows it, and quiet hours."""
