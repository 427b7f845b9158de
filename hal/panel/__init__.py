"""Panels: the table of their kinds, rotated and mirrored ones, and drivers of Inkys and of controllers."""
