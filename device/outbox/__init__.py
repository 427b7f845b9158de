"""What leaves a box for its club: games as revisions, and the small protocol by which they travel."""
