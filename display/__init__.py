"""What people read: a vocabulary of plain data, and the code that draws it.

Knows no game and no hardware.
"""
