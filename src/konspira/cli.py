"""The command `konspira`. Whatever goes wrong is one clear sentence, never a traceback."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import secrets
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import konspira
from konspira import bots
from konspira.bots import command as arena_command
from konspira.engine import coverage, record, scenario
from konspira.engine.chance import Stream
from konspira.engine.contract import BadText
from konspira.engine.harness import simulate
from konspira.engine.texts import LANGUAGES, Texts
from konspira.games.kyoto.match import WINS_NEEDED, Match
from konspira.terminal import campaign as campaigns
from konspira.terminal import duet as duet_face
from konspira.terminal import kyoto as kyoto_face
from konspira.terminal import match as matches
from konspira.terminal import rogue as rogue_face
from konspira.terminal.paint import Paint
from konspira.terminal.table import Face, Table
from konspira.texts import house

GOOD, DIFFERS, BAD_INPUT = 0, 1, 2
LAST_PORT = 65535
ROOT = Path(konspira.__file__).resolve().parents[2]
FACES: dict[str, Any] = {"kyoto": kyoto_face, "rogue": rogue_face, "duet": duet_face}
Seats = dict[int, tuple[str, bots.Player]]


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without UTF-8 shows "?" instead
            stream.reconfigure(errors="replace")
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except BadText as error:
        print(f"konspira: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # the reader (a pager, `head`) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="konspira", description="A house for secret-agent board games."
    )
    top.add_argument("--version", action="version", version=f"konspira {_version()}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("game", nargs="?", help=f"one of: {', '.join(konspira.GAMES)}")
    play.add_argument("--lang", choices=LANGUAGES, help="language of the table")
    play.add_argument("--seat", help="your side, or sides at one screen: P1,P3")
    play.add_argument(
        "--bot", choices=bots.NAMES, help="who sits opposite (default: greedy)", default=None
    )
    play.add_argument("--hot-seat", action="store_true", help="people only, one screen")
    _add_options(play)
    play.add_argument(
        "--wins",
        type=int,
        choices=WINS_NEEDED,
        help="play a match until somebody has so many wins; sides are exchanged",
    )
    play.add_argument("--seed", help="the same seed deals the same cards")
    play.add_argument("--save", type=Path, metavar="FILE", help="keep the game in FILE as you play")
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    play.add_argument(
        "--campaign", type=Path, metavar="FILE", help="duet: the file of your group's missions"
    )
    play.add_argument("--no-colour", action="store_true", help="plain text")
    play.set_defaults(run=_play)

    serving = commands.add_parser("serve", help="open the house in the browser")
    serving.add_argument("--host", default="127.0.0.1", metavar="H")
    serving.add_argument("--port", type=_port, default=8000, metavar="N")
    serving.add_argument(
        "--data",
        type=Path,
        default=Path("konspira-data"),
        metavar="DIR",
        help="where games are kept",
    )
    serving.add_argument("--public-url", default="", metavar="URL", help="how guests reach it")
    serving.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=exec:COMMAND",
        help="a program that may be put in a seat (exec: JSON lines, text: plain text); "
        "see docs/bots.md",
    )
    serving.add_argument(
        "--bot-seconds",
        type=_seconds,
        default=120.0,
        metavar="S",
        help="how long a program may think about an answer before it forfeits",
    )
    serving.add_argument("--no-browser", action="store_true", help="do not open a browser")
    serving.set_defaults(run=_serve)

    arena = commands.add_parser("arena", help="let bots play each other and say who is stronger")
    arena_command.add(arena)
    _add_options(arena)
    arena.set_defaults(run=_arena)

    verify = commands.add_parser("verify", help="replay a record and check it")
    verify.add_argument("file", type=Path)
    verify.set_defaults(run=_verify)

    simulate = commands.add_parser("simulate", help="play random games and check everything")
    simulate.add_argument("game", help=f"one of: {', '.join(konspira.GAMES)}")
    simulate.add_argument("--games", type=_count, default=100, metavar="N")
    simulate.add_argument("--seed", default="1", metavar="S")
    _add_options(simulate)
    simulate.set_defaults(run=_simulate)

    scenarios = commands.add_parser("scenario", help="run scenarios and say what differs")
    scenarios.add_argument("files", type=Path, nargs="+", metavar="FILE")
    scenarios.set_defaults(run=_scenario)

    rules = commands.add_parser("rules", help="the ledger of rules: what is shown by what")
    rules.add_argument("game", nargs="?", choices=tuple(konspira.GAMES))
    rules.add_argument("--coverage", action="store_true", help="only the gaps; exit code 1 if any")
    rules.add_argument(
        "--root", type=Path, default=ROOT, help="the project's folder, with scenarios and tests"
    )
    rules.set_defaults(run=_rules)

    data = commands.add_parser("data", help="data files of a game")
    tasks = data.add_subparsers(title="tasks", required=True, metavar="TASK")
    check = tasks.add_parser("check", help="say what is wrong with a folder of data files")
    check.add_argument("folder", type=Path, metavar="DIR")
    check.add_argument("--game", choices=("kyoto", "rogue"), default="kyoto")
    check.set_defaults(run=_data_check)
    return top


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as equipment=true; may be repeated",
    )


def _version() -> str:
    return metadata.version("konspira")


# What games, options and files are named -----------------------------------------------------


def opened(key: str, words: Sequence[str]) -> Any:
    """A game with its options from texts such as `equipment=true`."""
    known = konspira.choices(key)
    chosen: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in known and not equals:
            raise BadText(f"option {name} needs a value, as in {name}=true")
        chosen[name] = _value(name, value, known.get(name, ()))
    return konspira.game(key, **chosen)


def _value(name: str, text: str, choices: tuple[object, ...]) -> object:
    by_text = {
        str(choice).lower() if isinstance(choice, bool) else str(choice): choice
        for choice in choices
    }
    if not choices:
        return text
    if text not in by_text:
        raise BadText(f"{name} is {' or '.join(by_text)}, not {text!r}")
    return by_text[text]


def recorded(found: record.Record) -> Any:
    """The game of a record."""
    return opened(found.tags["Game"], found.tags["Options"].split())


def text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadText(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadText(f"{path}: this is not a text file") from None


# The commands --------------------------------------------------------------------------------


def _play(options: argparse.Namespace) -> int:
    tags: dict[str, str] = {}
    if options.resume is not None:
        if options.option:
            raise BadText("a resumed game keeps its own game and options")
        game, state, tags = _resumed(options.resume)
        if options.game not in (None, game.key):
            raise BadText(f"{options.resume} is a game of {game.key}")
    else:
        game = opened(options.game or "kyoto", _spoken(options))
        state = game.start()
    paint = Paint(_colourful(options.no_colour))
    seats = _bots(game, options, tags)
    match = _match(game, options, tags, seats)

    def face(language: str) -> Face:
        words: Texts = house(_known(language)) | FACES[game.key].texts(language)
        made: Face = FACES[game.key].face(game, words, paint)
        return made

    luck = Stream(options.seed if options.seed is not None else secrets.token_hex(16))
    if sys.stdin.isatty() and seats:
        # Line editing; never with two people, for its memory would tell the other's moves.
        with contextlib.suppress(ImportError):
            import_module("readline")
    save = options.save or options.resume
    _into(save)
    language = _language(options.lang)
    if match is None:
        table = Table(game, state, seats, luck, face, language, paint, save)
        if options.campaign is None:
            table.run()
        else:
            campaigns.run(options.campaign, game, table)
        return GOOD
    bot = next(iter(seats.values()), None)

    def seated(match: Match, state: Any) -> Table:
        sitting = {} if bot is None else {1 - match.oni: bot}
        tag = {matches.TAG: matches.written(match)}
        return Table(game, state, sitting, luck, face, language, paint, save, tag)

    matches.run(match, seated(match, state), lambda after: seated(after, game.start()), luck)
    return GOOD


def _spoken(options: argparse.Namespace) -> list[str]:
    """The options of a game at the table: words lie on it in the table's language."""
    words: list[str] = options.option
    if options.game == "duet" and not any(word.startswith("lang=") for word in words):
        return [*words, f"lang={_language(options.lang)}"]
    return words


def _match(
    game: Any, options: argparse.Namespace, tags: dict[str, str], seats: Seats
) -> Match | None:
    """The match this game belongs to, if any."""
    if matches.TAG in tags:
        if options.wins:
            raise BadText("a resumed match keeps its own number of wins")
        return matches.read(tags[matches.TAG])
    if not options.wins or options.wins == 1:
        return None
    if game.seats != 2:
        raise BadText("a match is between two")
    return Match(options.wins, 1 if 0 in seats else 0)


def _resumed(path: Path) -> tuple[Any, Any, dict[str, str]]:
    try:
        found = record.parsed(text_of(path))
        game = recorded(found)
    except BadText as error:
        raise BadText(f"{path} cannot be resumed: {error}") from None
    if found.tags["Rules"] != str(game.version):
        raise BadText(
            f"{path} was played under rules version {found.tags['Rules']}, this is {game.version}"
        )
    state, _, differing = record.replayed(game, found)
    if differing:
        raise BadText(f"{path} cannot be resumed: {differing[0]}")
    return game, state, found.tags


def _bots(game: Any, options: argparse.Namespace, tags: dict[str, str]) -> Seats:
    """Who is a bot: as asked for, else as the saved game had it, else all but one."""
    names = [game.seat_name(seat) for seat in range(game.seats)]
    if options.hot_seat:
        if options.bot or options.seat:
            raise BadText("--hot-seat has no bot, and no seat to choose")
        return {}
    saved = dict(word.split("=", 1) for word in tags.get("Seats", "").split() if "=" in word)
    if saved and not options.bot and not options.seat:
        wrong = [who for who in saved.values() if who not in ("person", *bots.NAMES)]
        if wrong or set(saved) != set(names) or "person" not in saved.values():
            raise BadText(f"the record's seats cannot be read: {tags['Seats'][:60]!r}")
        return {
            names.index(name): (who, bots.player(who, game.key))
            for name, who in saved.items()
            if who != "person"
        }
    people = (options.seat or names[0]).upper().split(",")
    for seat in people:
        if seat not in names:
            raise BadText(f"there is no seat {seat!r}; there are: {', '.join(names)}")
    bot = options.bot or bots.usual(game.key)
    return {
        other: (bot, bots.player(bot, game.key))
        for other, name in enumerate(names)
        if name not in people
    }


def _colourful(refused: bool) -> bool:
    return not refused and "NO_COLOR" not in os.environ and sys.stdout.isatty()


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise KeyError(language)
    return language


def _language(chosen: str | None) -> str:
    if chosen:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            code = os.environ[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def _serve(options: argparse.Namespace) -> int:
    # Imported here: the other commands start faster without it.
    serving: Any = import_module("konspira.server.serving")
    public_url = serving.public_url(options.public_url)
    claim = serving.claimed(options.data)
    listening = serving.bound(options.host, options.port)
    host, port = listening.getsockname()[:2]
    url = public_url or f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
    house = serving.House(
        options.data,
        public_url=public_url,
        programs=serving.named(options.bot),
        program_seconds=options.bot_seconds,
    )

    def ready() -> None:
        print(f"Konspira is open: {url}", flush=True)
        if not options.no_browser:
            serving.show(url)

    serving.serve(house, listening, ready)
    claim.close()
    return GOOD


def _arena(options: argparse.Namespace) -> int:
    chosen = opened(options.game, options.option).options()
    _into(options.out)
    _into(options.plot)
    return arena_command.run(options, chosen, text_of, _kept)


def _into(path: Path | None) -> None:
    """Said before anything is played, not when it is to be written."""
    if path is not None and not path.absolute().parent.is_dir():
        raise BadText(f"{path}: there is no such folder")


def _kept(path: Path, text: str) -> None:
    """Written as a whole: a reader sees the old file or the new one."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, "utf-8")
        beside.replace(path)
    except OSError as error:
        raise BadText(f"{path}: {error.strerror or error}") from None


def _verify(options: argparse.Namespace) -> int:
    found, problems = record.verified(text_of(options.file), recorded)
    for problem in problems:
        print(f"{options.file}: {problem}")
    if problems:
        return DIFFERS
    result = found.tags.get("Result", "*")
    ended = "not finished" if result == "*" else result
    checked = "moves, positions and chance" if "Secret" in found.tags else "moves and positions"
    print(f"{options.file}: ok, {len(found.lines) - 1} entries, {ended}; {checked} checked")
    return GOOD


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1, not {text!r}")
    return int(text)


def _port(text: str) -> int:
    port = _count(text)
    if port > LAST_PORT:
        raise argparse.ArgumentTypeError(f"ports end at {LAST_PORT}")
    return port


def _simulate(options: argparse.Namespace) -> int:
    tally = simulate(opened(options.game, options.option), options.games, options.seed, print)
    print(tally)
    return DIFFERS if tally.problems else GOOD


def _scenario(options: argparse.Namespace) -> int:
    loaded = [found for path in options.files for found in scenario.load(text_of(path), str(path))]
    failed = 0
    for one in loaded:
        differences = scenario.run(one, konspira.game)
        failed += bool(differences)
        for difference in differences:
            print(difference)
    print(f"{len(loaded) - failed} of {len(loaded)} scenarios hold")
    return DIFFERS if failed else GOOD


def _rules(options: argparse.Namespace) -> int:
    scenarios, tests = options.root / "scenarios", options.root / "tests"
    if not scenarios.is_dir() or not tests.is_dir():
        raise BadText(f"{options.root}: no scenarios and tests here; --root names their folder")
    cited: dict[str, set[str]] = {}
    for path in sorted(scenarios.rglob("*.yaml")):
        name = str(path.relative_to(options.root))
        for one in scenario.load(text_of(path), name):
            cited.setdefault(name, set()).update(one.rules)
    for path in sorted(tests.rglob("test_*.py")):
        cited[str(path.relative_to(options.root))] = coverage.cited(text_of(path))
    found = 0
    for key in [options.game] if options.game else konspira.GAMES:
        ledger = coverage.ledger(import_module(f"konspira.games.{key}.load").rules(), key)
        problems = coverage.enter(ledger, cited) + coverage.gaps(ledger)
        found += len(problems)
        for line in problems if options.coverage else coverage.lines(ledger):
            print(line)
        shown = sum(bool(rule.shown_by) for rule in ledger)
        listed = sum(bool(rule.not_shown) for rule in ledger)
        print(
            f"{key}: {len(ledger)} rules, {shown} shown, {listed} listed with a reason, "
            f"{len(problems)} problems"
        )
    return DIFFERS if found else GOOD


def _data_check(options: argparse.Namespace) -> int:
    if not options.folder.is_dir():
        raise BadText(f"{options.folder}: there is no such folder")
    data = import_module(f"konspira.games.{options.game}.load")
    wrong, notes = data.check_folder(options.folder)
    for note in notes:
        print(f"note: {note}")
    for problem in wrong:
        print(problem)
    if wrong:
        return DIFFERS
    print(f"{options.folder}: ok")
    return GOOD


if __name__ == "__main__":
    sys.exit(main())
