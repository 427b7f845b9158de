"""The hub: receives the messages of boxes, has them checked and stored, and answers; and serves the pages."""
