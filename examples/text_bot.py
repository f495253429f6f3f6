"""Stands in for a language model: `konspira arena kyoto random "text:python examples/text_bot.py"`.

It reads a prompt up to the line with the question mark alone and answers with one line. Put a call
to your model where `answer` is.
"""

import sys


def answer(prompt: str) -> str:
    """The last move of the list, by its number."""
    heads = [line.split(".")[0] for line in prompt.splitlines()]
    numbers = [head for head in heads if head.isdecimal()]
    return numbers[-1] if numbers else "1"


def main() -> None:
    prompt: list[str] = []
    for line in sys.stdin:
        if line.strip() != "?":
            prompt.append(line)
            continue
        print(answer("".join(prompt)), flush=True)
        prompt = []


if __name__ == "__main__":
    main()
