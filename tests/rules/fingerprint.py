"""Prints whether the rules are compiled, and a fingerprint of random games."""

import json
import sys

import konspira
from konspira.engine import chance
from konspira.engine.harness import digest

games, seed, *options = sys.argv[1:]
compiled = not chance.__file__.endswith(".py")
fingerprints = [
    digest(konspira.game("kyoto", **json.loads(chosen)), int(games), seed) for chosen in options
]
print(json.dumps({"compiled": compiled, "fingerprints": fingerprints}))
