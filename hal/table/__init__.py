"""The table as one stream of events, with all that it can show."""
