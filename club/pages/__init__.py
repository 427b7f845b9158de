"""What a hub shows in a browser, and what directors change by it. Who may is for `hub` to say."""
