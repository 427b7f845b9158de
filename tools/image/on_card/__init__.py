"""What is on the card besides Debian and the program. Nothing here needs more than Python's standard library."""
