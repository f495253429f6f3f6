"""The house on the net: rooms, their log on disk, and one live connection for each viewer."""
