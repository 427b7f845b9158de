"""Keys: the edges of their contacts, and the presses and holds that debouncing makes of them."""
