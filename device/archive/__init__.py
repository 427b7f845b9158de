"""From the journal to what people ask of the past."""
