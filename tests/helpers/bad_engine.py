"""A program that speaks the protocol until it does something wrong: python bad_engine.py WAY."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any

WAY = sys.argv[1] if __name__ == "__main__" else ""
count = 0


def say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


if WAY == "preface":
    print("Bad engine 1.0, by nobody", flush=True)
if WAY == "mute":
    time.sleep(600)
for line in sys.stdin if __name__ == "__main__" else ():
    heard = json.loads(line)
    if heard["type"] == "hello":
        options = {"depth": {"default": 3}}
        say(type="hello", protocol=2 if WAY == "version" else 1, name="bad", options=options)
    elif heard["type"] == "options":
        print(heard["values"], file=sys.stderr, flush=True)
    elif heard["type"] == "game":
        say(type="thoughts" if WAY == "unready" else "error" if WAY == "error" else "ready", text="no such game")
        if WAY == "unasked":
            say(type="bestmove", id=0, move=0)
    elif heard["type"] == "view":
        count += 1
        if WAY == "crash":
            sys.exit("all is lost")
        elif WAY == "signal":
            print("out of luck", file=sys.stderr, flush=True)
            os.abort()
        elif WAY == "orphan":
            child = subprocess.Popen(["sleep", "600"])
            print("child", child.pid, file=sys.stderr, flush=True)
            os._exit(4)
        elif WAY == "flood":
            print("y" * 20_000_000 + "\nthe last word", file=sys.stderr, flush=True)
            say(type="bestmove", id=heard["id"], move=0)
        elif WAY == "garbage":
            print("take 1", flush=True)
        elif WAY == "long":
            print("x" * 3_000_000, flush=True)
        elif WAY == "huge":
            for _ in range(100):
                sys.stdout.write("x" * 1_000_000)
        elif WAY == "close":
            os.close(1)
            time.sleep(600)
        elif WAY == "illegal":
            say(type="bestmove", id=heard["id"], move=77)
        elif WAY == "id":
            say(type="bestmove", id=heard["id"] + 1, move=0)
        elif WAY == "slow":
            continue
        elif WAY == "chatter":
            while True:
                say(type="thoughts", text="hm")
        elif WAY == "sulk":
            time.sleep(600)
        elif WAY == "third" and count == 3:
            sys.exit(3)
        else:
            say(type="thoughts", text="hm")
            say(
                type="bestmove", id=heard["id"], move=0, thoughts={"moves": [{"move": 0, "visits": 9, "value": 0.4}, 7]}
            )
            if WAY == "twice":
                say(type="bestmove", id=heard["id"], move=0)
    elif heard["type"] == "stop":
        if WAY == "stopdead":
            sys.exit("stopped dead")
        if WAY in ("slow", "parrot"):
            say(type="bestmove", id=count, move=0)
    elif heard["type"] == "quit":
        if WAY != "deaf":
            sys.exit()
    elif WAY == "purist":
        sys.exit(f"what is {heard['type']}?")
if WAY in ("deaf", "endless"):
    time.sleep(600)
