"""Keys: what their contacts do, and the presses and holds that come of it."""
