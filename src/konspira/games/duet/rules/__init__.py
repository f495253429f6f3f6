"""The rules of Codenames Duet: one module per chapter, compiled as one group."""
