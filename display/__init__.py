"""The pages that people read: their vocabulary as plain data, and the code that draws them.

Knows no game and no hardware.
"""
