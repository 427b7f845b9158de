"""People, and the names under which each of them has played."""
