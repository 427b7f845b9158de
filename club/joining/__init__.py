"""How a box joins a club: by eight digits that the hub shows and somebody types at the box."""
