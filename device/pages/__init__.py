"""From a session to the page that shows it."""
