"""Games for programs that learn: thousands of them in one compiled call, or one behind the usual interfaces."""

from .batch import BatchEnv, Step

__all__ = ["BatchEnv", "Step"]
