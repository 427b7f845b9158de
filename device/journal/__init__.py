"""The rows of every game in one file that survives power cuts, full disks and damage."""
