"""Konspira: a house for secret-agent board games."""
