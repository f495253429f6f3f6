"""The page frame, the styles and the one client script, which knows no game."""
