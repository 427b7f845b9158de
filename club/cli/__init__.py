"""The commands of a club. The command line imports them by name, only when they are run."""
