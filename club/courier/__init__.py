"""The courier: carries what a box has to say to its hub, and back. It has the network, and nothing else."""
