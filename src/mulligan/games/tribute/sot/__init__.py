"""The two doors to Scripts of Tribute: our players as its bots, and its Python bots at our table.

Both speak the gRPC messages of the package `scripts-of-tribute`; docs/tribute-competition.md describes them for users.
"""
