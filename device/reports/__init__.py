"""What people and other programs are given of the past: lists, sheets, statistics, files, out of the journal."""
