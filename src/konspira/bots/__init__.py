"""Players without a body. A player is a function of what its seat knows."""

from konspira.bots.players import Budget, Candidate, Choice, Player
from konspira.bots.roster import LEVELS, NAMES, levels, offered, player, usual
from konspira.bots.thought import Thought, considered, think

__all__ = [
    "LEVELS",
    "NAMES",
    "Budget",
    "Candidate",
    "Choice",
    "Player",
    "Thought",
    "considered",
    "levels",
    "offered",
    "player",
    "think",
    "usual",
]
