"""Measuring players: deals and pairs, matches, statistics."""

from .match import MatchResult, Pair, Standing, run_match
from .table import Played, Table

__all__ = ["MatchResult", "Pair", "Played", "Standing", "Table", "run_match"]
