"""The figures of `make bench`: ratios taken side by side in one run."""
