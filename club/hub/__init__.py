"""The hub: hears the boxes of a club, has what they say judged and kept, and answers."""
