"""Panels: what each kind is, how they are mounted, and the Inky ones."""
