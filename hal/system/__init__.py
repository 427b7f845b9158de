"""What the machine around the table offers: its packages, and what its terminals may be shown."""
