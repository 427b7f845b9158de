"""How long tests wait for what must happen: far longer than it takes, for the machine may have much else to do."""

PATIENCE_S = 60
