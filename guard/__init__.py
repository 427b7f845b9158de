"""Protection of the program's web servers: checks of names and origins, limits on connections and bytes, timeouts.

It knows nothing of the pages. The web framework is imported by `server` and `error_pages` only, which are loaded only
if pages are served.
"""
