"""The pages of a hub, and the changes that directors make by their forms. `club.hub` checks who may."""
