"""The rule players of Magic: Expert, Reduced and those beside them, each as a style with a number."""

from .advice import advise
from .styles import act

__all__ = ["act", "advise"]
