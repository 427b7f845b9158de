"""The timeout for tests: far longer than needed, because the machine may be busy."""

PATIENCE_S = 60
