"""What the Makefile runs besides the program itself."""
