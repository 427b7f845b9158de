"""What remains of games: results, and what all of them come to."""
