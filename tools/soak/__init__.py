"""`make soak`: thousands of games by keys while panel, disk, pods, clock and power fail; no point may be lost."""
