"""What games came to, one by one and together, worked out from values: nothing here opens a journal."""
