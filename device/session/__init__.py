"""One game from power-on to its final sheet: rows, records, set-up, prompts, replay, scores."""
