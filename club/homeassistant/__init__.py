"""Each table of a club as a device of Home Assistant, by its MQTT discovery."""
