"""A group's campaign at the terminal: a file that remembers completed missions."""

from __future__ import annotations

from pathlib import Path

from konspira.engine.contract import BadText, Game
from konspira.games.duet import Duet, load
from konspira.games.duet.campaign import STANDARD, Campaign, read
from konspira.terminal import files
from konspira.terminal.table import Table


def opened(path: Path, game: Game) -> tuple[Campaign, Duet]:
    """The campaign of a file, or a new one; BadText if this mission is not open yet."""
    if not isinstance(game, Duet):
        raise BadText("only duet has a campaign")
    if not path.absolute().parent.is_dir():
        raise BadText(f"{path}: there is no such folder")
    campaign = Campaign(load.missions(), path.stem)
    if path.exists():
        try:
            campaign = read(files.text(path), load.missions())
        except (OSError, UnicodeDecodeError):
            raise BadText(f"{path}: this file cannot be read") from None
        except BadText as error:
            raise BadText(f"{path}: {error}") from None
    mission = game.mission.name if game.mission else STANDARD
    if mission not in campaign.open_missions():
        raise BadText(f"{mission} is not open yet; open are: {', '.join(campaign.open_missions())}")
    return campaign, game


def run(path: Path, game: Game, table: Table) -> None:
    """One game of the campaign; its end is written into the file."""
    campaign, duet = opened(path, game)
    outcome = table.run()
    if outcome is None:
        return
    mission = duet.mission.name if duet.mission else None
    won = bool(outcome.winners)
    if campaign.enter(mission, duet.tokens, won, outcome.how.name):
        files.write(path, campaign.text())
        if won:
            name = table.words.say(f"mission.{mission or STANDARD}")
            table.tell_wrapped(table.words.say("campaign.won", mission=name))
    names = [table.words.say(f"mission.{name}") for name in campaign.open_missions()]
    table.tell_wrapped(table.words.say("campaign.open", missions=", ".join(names)))
