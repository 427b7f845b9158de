"""Named tuples that are cheap to define, fields of JSON messages, and the common beginning of sequences."""
