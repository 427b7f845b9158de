"""The table in a terminal: the panel drawn in characters, its words where there is no room for that, and keys typed.

Works over ssh and on a bare console; needs nothing but the standard library and Pillow.
"""
