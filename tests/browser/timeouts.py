"""The timeout for tests: far longer than needed, because the machine may be busy."""

TIMEOUT_S = 60
