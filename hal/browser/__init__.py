"""The desktop: the table in a browser.

A small web server shows the panel, accepts presses, and sends every change to all connected browsers. It works in a
thread of its own: the loop that serves the table only passes values to it, and never waits for a browser. The web
framework is imported by `web` and `server` only, which are loaded when a desk is opened.
"""
