"""Joining a club: a box gets credentials by eight digits that the hub shows and somebody types at the box."""
