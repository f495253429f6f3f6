"""The rules of Rogue Agent, one module per chapter, compiled as one group."""
