"""The courier: a process of the box that passes messages between the table and the hub, over the network."""
