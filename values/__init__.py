"""Values that are cheap to define, for every room."""
