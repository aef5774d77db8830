"""Networks: what was learned of a game, as a file, and compiled.  Nothing here learns."""

from .features import Features, features_of, make_sense, sense_rooms
from .files import find_net, is_net, nets_directory, read_net, write_net
from .inference import Shape, fill_weights, make_estimate, shape_of, weights_layout
from .network import Network
from .notes import numbers_of

__all__ = [
    "Features",
    "Network",
    "Shape",
    "features_of",
    "fill_weights",
    "find_net",
    "is_net",
    "make_estimate",
    "make_sense",
    "nets_directory",
    "numbers_of",
    "read_net",
    "sense_rooms",
    "shape_of",
    "weights_layout",
    "write_net",
]
