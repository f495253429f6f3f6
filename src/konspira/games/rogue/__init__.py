"""Rogue Agent."""
