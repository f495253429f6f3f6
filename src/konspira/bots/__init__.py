"""Players without a body. A player is a function of what its seat knows."""

from konspira.bots.players import Budget, Candidate, Choice, Player
from konspira.bots.roster import LEVELS, NAMES, offered, player, usual
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
    "offered",
    "player",
    "think",
    "usual",
]
