"""A table with nobody at the keyboard: lines are piped in, what is printed is kept."""

import contextlib
import io
from collections.abc import Callable, Iterable

import pytest

from konspira.cli import main

Sitting = Callable[..., tuple[int, str, str]]


def sat(lines: Iterable[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of one run."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", typed)
        patch.setenv("COLUMNS", "80")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(arguments)
            except SystemExit as leaving:
                code = int(leaving.code or 0)
    return code, out.getvalue(), err.getvalue()
