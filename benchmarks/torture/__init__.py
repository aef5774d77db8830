"""Torture: hours of kills, games, broken inputs and a hostile client, with every fault told so that it can be repeated.

`make torture MINUTES=60` runs all of it; docs/reliability.md says what is tried and what a long run gave.

- `ledger` counts what was tried and what went wrong, and keeps it in a log that several runs add up in.
- `mill` is the compiled loop that plays games and looks at every eighth position; `games` feeds it with all games.
- `mutate` breaks texts, `samples` has the valid ones, `readers` takes them in; `inputs` brings the three together.
- `stores` compares stores of results; `kills` kills the command that fills them.
- `client` lets a hostile client loose on a server.
- `lanes` shares the time among the parts, which run in processes of their own; `__main__` is the command.
"""
