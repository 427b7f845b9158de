"""Every page of every game on every panel, as pictures to look at."""
