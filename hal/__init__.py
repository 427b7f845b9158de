"""What the table can touch: keys, panel, signal, and the clock that times them.

Knows no game and no page.
"""
