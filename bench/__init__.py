"""Speed, measured per CPU-second, beside the peers. Not shipped with the package."""
