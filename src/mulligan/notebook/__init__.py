"""Working in Python, with a notebook or without: experiments in one call, frames of results, figures."""
