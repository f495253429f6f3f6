"""Sees to it that the real parts the tests need are here: a Chromium, and axe-core beside it.

`python -m tools.parts` installs what is missing where it may (Debian's package as root; npm into
build/). What cannot be had is an error in CI and a loud line elsewhere: its tests are skipped.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHELF = ROOT / "build" / "parts"
AXE = SHELF / "node_modules" / "axe-core" / "axe.min.js"
IN_CI = bool(os.environ.get("CI"))


# The same engine without a window's trimmings, which cost as much again where nobody looks.
SHELL = "chromium-headless-shell"


def chromium() -> str | None:
    """The browser of this machine."""
    return next(filter(None, map(shutil.which, (SHELL, "chromium", "chromium-browser"))), None)


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)


def _install_chromium() -> None:
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        _run("apt-get", "update")
        for package in (SHELL, "chromium"):
            if not chromium():
                _run("apt-get", "install", "-y", "--no-install-recommends", package, "fonts-dejavu")


def _install_axe() -> None:
    if npm := shutil.which("npm"):
        SHELF.mkdir(parents=True, exist_ok=True)
        _run(npm, "install", "--no-save", "--no-audit", "--prefix", str(SHELF), "axe-core@4")


def main() -> int:
    missing: list[str] = []
    if not chromium():
        _install_chromium()
        if not chromium():
            missing.append("Chromium")
    if not AXE.exists():
        _install_axe()
        if not AXE.exists():
            missing.append("axe-core")
    for part in missing:
        print(f"*** {part} IS MISSING: its tests {'FAIL' if IN_CI else 'ARE SKIPPED'} ***")
    return int(IN_CI and bool(missing))


if __name__ == "__main__":
    sys.exit(main())
