"""`make club`: a whole club on this machine, played by simulated people."""
