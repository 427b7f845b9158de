"""The hub's database: every game of every box, checked by the rules; evenings, scores, and messages to tables."""
