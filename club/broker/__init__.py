"""How boxes and hub reach each other: an MQTT broker."""
