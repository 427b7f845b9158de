"""What the machine around the table offers: its packages, what its terminals may be shown, what wakes its threads."""
