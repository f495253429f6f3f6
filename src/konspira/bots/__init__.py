"""Players without a body. A player is a function of what its seat knows."""

from konspira.bots.players import (
    GREEDY,
    NAMES,
    SECONDS,
    Candidate,
    Choice,
    Player,
    player,
    usual,
)
from konspira.bots.thought import Thought, considered, think

__all__ = [
    "GREEDY",
    "NAMES",
    "SECONDS",
    "Candidate",
    "Choice",
    "Player",
    "Thought",
    "considered",
    "player",
    "think",
    "usual",
]
