"""What the emulation asserts, a module each: `run(bench, report)`."""
