"""The desktop: the table in a browser.

A small web server shows the panel, takes presses, and pushes every change to all browsers that look on.
It works in a thread of its own: the loop that serves the table hands values over and never waits for a browser.
The web framework is imported by `web` and `server` only, which are loaded when a desk is opened.
"""
