"""Button pods on USB serial: finds them, speaks their protocol, and turns their edges into presses."""
