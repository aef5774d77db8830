"""Measuring players: deals and pairs, matches, statistics."""

from .match import MatchResult, Pair, Standing, run_match
from .runner import GameRunner, Played

__all__ = ["GameRunner", "MatchResult", "Pair", "Played", "Standing", "run_match"]
