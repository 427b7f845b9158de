"""The folder that the workers of one run of the tests share; it goes when the run ends."""

SHARED = "TABLEKEEPER_TEST_SHARED"
"""The environment's name for it. Whoever runs the tests in one process has none."""
