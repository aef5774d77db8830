#!/usr/bin/env python3
"""A program that plays any game by the protocol (docs/protocol.md), without a line of Mulligan: it plays at random.

mulligan match nim "ext:python3 ./examples/engine.py" random --pairs 10
"""

import json
import random
import sys


def say(**message):
    """One JSON object on a line."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "hello":
        say(type="hello", protocol=1, name="random in Python", version="1", options={})
    elif heard["type"] == "game":
        say(type="ready")
    elif heard["type"] == "view":
        move = random.Random(heard["seed"]).randrange(len(heard["moves"]))
        say(type="bestmove", id=heard["id"], move=move, thoughts={"text": heard["moves"][move]})
    elif heard["type"] == "quit":
        break
