"""The club: many tables and one hub. A box without a club loads nothing of this package."""
