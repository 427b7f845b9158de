"""Who the people are behind the names that were played under."""
