"""What the machine around the table offers: its service manager, its packages, its terminals."""
