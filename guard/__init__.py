"""The guard before the house's web servers: who may come and by which name, how many, for how long, and how much they
may send. It knows no page and no room.

The web framework is imported by `server` and `error_pages` only, which are loaded only if pages are served.
"""
