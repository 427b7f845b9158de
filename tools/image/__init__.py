"""`make image`: a card to flash, out of Debian's packages, and what proves it."""
