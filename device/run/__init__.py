"""Putting a table together: real hardware, mock, browser or terminal."""
