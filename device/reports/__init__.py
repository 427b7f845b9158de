"""The past for people and other programs: lists, sheets, statistics and files, made from the journal."""
