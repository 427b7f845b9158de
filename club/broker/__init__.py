"""The connection of boxes and hub by an MQTT broker: its client, and the topics."""
