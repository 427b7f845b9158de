"""A table without hardware: scripted keys on a virtual clock."""
