"""The games of the house, one folder each, the same rooms in every folder."""
