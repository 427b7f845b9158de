"""What a game is, and how a question at the table becomes key codes."""
