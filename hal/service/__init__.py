"""What a service manager, such as systemd, is told of a table that it has started."""
