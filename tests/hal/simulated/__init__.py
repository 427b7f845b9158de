"""A Raspberry Pi with an Inky on it, simulated at the wires: I2C, SPI, GPIO and the chips at their other end."""
