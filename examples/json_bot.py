"""A player for an arena in thirty lines.

    konspira arena kyoto greedy "exec:python examples/json_bot.py"

It takes the longest step forward it can, and else anything. Every line on stdin is a frame as JSON;
for each frame that asks, it answers with a frame of its own.
"""

import json
import random
import sys


def rows_gained(move: str, seat: int) -> int:
    """`red c2 b3` goes from row 2 to row 3."""
    words = move.split()
    cells = [word for word in words if len(word) == 2 and word[0] in "abcde" and word[1].isdigit()]
    if len(cells) < 2:
        return 0
    gained = int(cells[1][1]) - int(cells[0][1])
    return gained if seat == 0 else -gained


def main() -> None:
    seat = 0
    for line in sys.stdin:
        frame = json.loads(line)
        if frame["t"] == "hello":
            seat = frame["seat"]
        elif frame["t"] == "table":
            ask = frame["ask"]
            moves = ask["moves"]
            best = max(rows_gained(move, seat) for move in moves)
            move = random.choice([move for move in moves if rows_gained(move, seat) == best])
            answer = {"t": "move", "decision": ask["decision"], "moves": [move]}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
