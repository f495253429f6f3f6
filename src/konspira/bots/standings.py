"""What an arena shows: the standings as values, as a table in the terminal, as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

from konspira.bots.arena import Arena, Played, Setting, won
from konspira.bots.ratings import elo, interval, strengths

FORFEITS: Final = 3  # reasons that are told


class Standing(msgspec.Struct, frozen=True):
    """One bot's figures over all its games."""

    bot: str
    games: int
    wins: float
    rate: float
    low: float  # the 95 % interval of the rate
    high: float
    elo: float
    by_seat: list[tuple[float, int]]  # wins and games in each seat
    kinds: dict[str, int]  # wins by how
    length: float  # answers of a game
    milliseconds: float  # of its process, for one answer
    slowest: float  # seconds of the clock on the wall
    forfeits: list[str]


def standings(arena: Arena) -> list[Standing]:
    """Best first."""
    played = arena.report.played
    names = arena.setting.bots
    points = strengths(names, _beaten(played))
    if len(names) == 2 and arena.seats == 2:
        both = [one for one in played if one.result.winners]
        rate = sum(won(one.result, names[0]) for one in both) / len(both) if both else 0.5
        points = {names[0]: elo(rate) / 2, names[1]: -elo(rate) / 2}
    found = [_standing(name, played, arena.seats, points[name]) for name in names]
    return sorted(found, key=lambda one: -one.elo)


def _beaten(played: Sequence[Played]) -> list[tuple[str, str]]:
    pairs = []
    for one in played:
        players = one.result.players
        winners = one.result.winners
        for seat in winners:
            for other, name in enumerate(players):
                if other not in winners and name != players[seat]:
                    pairs.append((players[seat], name))
    return pairs


def _standing(name: str, played: Sequence[Played], seats: int, points: float) -> Standing:
    by_seat = [[0.0, 0] for _ in range(seats)]
    kinds: Counter[str] = Counter()
    answers = games = decisions = 0
    wins = seconds = slowest = 0.0
    forfeits = []
    for one in played:
        result = one.result
        if name not in result.players:
            continue
        answers += result.answers
        games += 1
        wins += won(result, name)
        for seat, who in enumerate(result.players):
            if who != name:
                continue
            share = seat in result.winners
            by_seat[seat][0] += share / max(1, len(result.winners))
            by_seat[seat][1] += 1
            kinds[result.how] += share
            seconds += result.thought[seat]
            decisions += result.decisions[seat]
            slowest = max(slowest, result.slowest[seat])
        if result.reason.startswith(f"{name}: "):
            forfeits.append(result.reason)
    low, high = interval(wins, games)
    return Standing(
        name,
        games,
        wins,
        wins / games if games else 0.0,
        low,
        high,
        points,
        [(wins, int(count)) for wins, count in by_seat],
        {how: count for how, count in kinds.most_common() if count},
        answers / games if games else 0.0,
        1000 * seconds / decisions if decisions else 0.0,
        slowest,
        forfeits,
    )


class Kept(msgspec.Struct, frozen=True):
    """An arena as a file: a report, and the figures that follow from it."""

    setting: Setting
    standings: list[Standing]
    played: list[Played]


def kept(arena: Arena) -> str:
    found = Kept(arena.setting, standings(arena), arena.report.played)
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode()


def table(arena: Arena) -> list[str]:
    """Lines for a terminal."""
    width = max(12, *(len(name) for name in arena.setting.bots))
    seats = " ".join(f"{arena.game.seat_name(seat)[:7]:>7}" for seat in range(arena.seats))
    lines = [f"{'':<{width}} games   wins  rate   95 % interval    Elo {seats}   ms  won by"]
    for one in standings(arena):
        shares = " ".join(f"{_percent(*share):>7}" for share in one.by_seat)
        kinds = ", ".join(f"{how.lower()} {count}" for how, count in one.kinds.items())
        lines.append(
            f"{one.bot:<{width}} {one.games:>5} {one.wins:>6.4g} {one.rate:>5.1%}"
            f"  {one.low:>6.1%}–{one.high:<6.1%} {one.elo:>6.0f} {shares}"
            f" {one.milliseconds:>4.0f}  {kinds}"
        )
        lines += [f"{'':<{width}} forfeited: {reason}" for reason in one.forfeits[:FORFEITS]]
        if len(one.forfeits) > FORFEITS:
            lines.append(f"{'':<{width}} and {len(one.forfeits) - FORFEITS} more")
    lines.append(summary(arena))
    return lines


def _percent(wins: float, games: int) -> str:
    return f"{wins / games:.0%}" if games else "–"


def summary(arena: Arena) -> str:
    played = arena.report.played
    lengths = sorted(one.result.answers for one in played)
    if not lengths:
        return "no game yet"
    first = sum(0 in one.result.winners for one in played) / len(played)
    middle = lengths[len(lengths) // 2]
    words = [
        f"{len(played)} of {len(arena.all)} games",
        f"{arena.game.seat_name(0)} won {first:.0%}",
        f"length {lengths[0]}–{lengths[-1]} answers, half up to {middle}",
    ]
    for number, meeting in enumerate(arena.meetings):
        verdict = arena.verdict(number)
        if verdict and arena.setting.sprt is not None:
            low, high = arena.setting.sprt
            proved = f"at least {high:.0%}" if verdict == "high" else f"at most {low:.0%}"
            words.append(f"{meeting[0]} – {meeting[1]}: decided, {proved}")
    return "; ".join(words)


# A picture -----------------------------------------------------------------------------------

WIDTH: Final = 760
ROW: Final = 46
LEFT: Final = 170
SPAN: Final = 540
COLOURS: Final = ("#1f4e79", "#b5482f", "#5b7f3b", "#8a5a9e", "#b08a2e", "#3c8c8c", "#777777")


def picture(arena: Arena) -> str:
    """Win rates with their intervals, and wins by kind, as SVG."""
    rows = standings(arena)
    kinds = sorted({how for one in rows for how in one.kinds})
    colour = {how: COLOURS[at % len(COLOURS)] for at, how in enumerate(kinds)}
    height = 96 + ROW * len(rows) + 24
    setting = arena.setting
    title = f"{setting.game}: {len(arena.report.played)} games, {setting.seconds:g} s an answer"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="13" fill="#222">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="16" y="28" font-size="16">{escape(title)}</text>',
    ]
    bottom = 56 + ROW * len(rows)
    for tenth in range(0, 11, 2):
        x = LEFT + SPAN * tenth / 10
        parts.append(f'<path d="M{x:.0f} 48V{bottom}" stroke="#ddd"/>')
        label = f'<text x="{x:.0f}" y="{bottom + 16}" text-anchor="middle">{tenth * 10} %</text>'
        parts.append(label)
    for at, one in enumerate(rows):
        parts += _row(one, 56 + ROW * at, colour)
    x = 16
    for how in kinds:
        parts.append(
            f'<rect x="{x}" y="{height - 26}" width="12" height="12" fill="{colour[how]}"/>'
        )
        parts.append(f'<text x="{x + 17}" y="{height - 15}">{escape(how.lower())}</text>')
        x += 40 + 8 * len(how)
    return "\n".join([*parts, "</svg>\n"])


def _row(one: Standing, y: int, colour: dict[str, str]) -> list[str]:
    parts = [f'<text x="16" y="{y + 20}">{escape(one.bot[:22])}</text>']
    x = float(LEFT)
    for how, count in one.kinds.items():
        wide = SPAN * count / one.games
        parts.append(
            f'<rect x="{x:.1f}" y="{y + 6}" width="{wide:.1f}" height="18" '
            f'fill="{colour[how]}" fill-opacity="0.75"/>'
        )
        x += wide
    low, high, middle = (LEFT + SPAN * share for share in (one.low, one.high, one.rate))
    parts.append(
        f'<path d="M{low:.1f} {y + 15}H{high:.1f}M{low:.1f} {y + 10}v10M{high:.1f} {y + 10}v10" '
        'stroke="#000" stroke-width="2" fill="none"/>'
    )
    parts.append(f'<circle cx="{middle:.1f}" cy="{y + 15}" r="4"/>')
    words = f"{one.rate:.1%}, Elo {one.elo:+.0f}"
    parts.append(f'<text x="{LEFT}" y="{y + 38}" font-size="11">{words}</text>')
    return parts
