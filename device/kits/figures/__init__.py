"""Games by figures: in each round everybody says a figure or several, as on a score sheet."""
