"""What games have in common, above the contract: from the description of a game follows the game."""
