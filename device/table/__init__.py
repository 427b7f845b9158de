"""The loop at the table: presses to declarations, answers, pages and refreshes, and what else it minds."""
