"""Tools of the workshop: building, proving. Not shipped with the package."""
