"""The rules of Shadows in Kyoto, one module per chapter of the rulebook, compiled as one group."""
