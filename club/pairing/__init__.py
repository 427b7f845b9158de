"""Who sits where next. Pure: names and counts go in, tables come out."""
