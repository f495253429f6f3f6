"""`python -m bench [NAME…]`: runs the named measurements, or all the short ones, games first."""

import importlib
import pkgutil
import sys
from collections.abc import Sequence

import bench

LAST = "peers"  # after ours, for comparison
LONG = ("strength",)  # more than an hour: only if it is named


def names() -> list[str]:
    found = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    return sorted((name for name in found if name[0] != "_"), key=lambda name: (name == LAST, name))


def main(arguments: Sequence[str]) -> int:
    known = names()
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(f"no measurement called {unknown[0]}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    for name in arguments or [name for name in known if name not in LONG]:
        importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
