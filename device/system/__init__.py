"""Files, locks, exit codes and the installation: what every part may use."""
