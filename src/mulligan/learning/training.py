"""Training: rows and layers fitted to positions, by PyTorch.

Each number has rows of its own; a row is a slope times its place, which all rows of the number share, plus what is
special to it.  A linear model has the slopes alone.  Numbers of which a game says that more is never worse go straight
to the end, by steps that are never negative: so the model keeps to it exactly.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.nets import Features, Network, features_of
from mulligan.nets.network import KINDS

from .selfplay import Columns

if TYPE_CHECKING:
    import torch

START = 0.05  # of the slopes of a network, about
HELD_OUT = 8  # one game of so many is not learned from


@dataclass(frozen=True)
class Training:
    """How a network is fitted."""

    kind: str = "network"
    """`linear`, `additive` (a curve for each number), or a small `network`."""
    width: int = 32
    """Units of its first layer,"""
    second: int = 16
    """and of its second."""
    rate: float = 0.003
    """The learning rate of AdamW."""
    decay: float = 0.5
    """Its weight decay."""
    batch: int = 1024
    """Positions of a step, at most; with few positions they are fewer, so that an epoch has some thirty steps."""
    epochs: int = 60
    """At most; the best on held-out games counts, and after six that are no better it ends."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise unknown("kind of network", self.kind, KINDS)
        for name, low, high in (("width", 1, 256), ("second", 1, 256), ("batch", 1, 10**6), ("epochs", 1, 10_000)):
            if not low <= getattr(self, name) <= high:
                raise UsageError(f"{name}: {getattr(self, name)} should be from {low} to {high}")


@dataclass(frozen=True)
class Epoch:
    """What one pass through the data came to."""

    train: float
    """Log loss in bits of an answer, the least that the targets allow not taken off."""
    test: float
    """The same on games that are not learned from."""


@dataclass(frozen=True)
class Fitted:
    """A network with how it was fitted and how good it is on games that it was not fitted to."""

    net: Network
    epochs: tuple[Epoch, ...]
    best: int
    rows: int
    held_out: int
    """Positions that it was fitted to, and that it was not."""
    explained: float
    """The share of the variance of held-out targets that it explains."""
    calibration: tuple[tuple[float, float, int], ...]
    """In ten parts of held-out positions, by what it says: that, what they are worth, and how many there are."""
    seconds: float
    """CPU seconds."""

    def to_dict(self) -> dict[str, Any]:
        """All but the network as plain data."""
        return {
            "epochs": [asdict(epoch) for epoch in self.epochs],
            "best": self.best,
            "positions": self.rows,
            "held_out": self.held_out,
            "explained": self.explained,
            "calibration": [list(part) for part in self.calibration],
            "seconds": self.seconds,
        }


@dataclass
class _Sparse:
    """Positions as rows that are touched, and how much: one after the other."""

    rows: NDArray[np.int64]
    parts: NDArray[np.float32]
    starts: NDArray[np.int64]
    target: NDArray[np.float32]

    def batch(self, chosen: NDArray[np.int64]) -> tuple[torch.Tensor, ...]:
        """Some of the positions, for PyTorch."""
        import torch

        lengths = self.starts[chosen + 1] - self.starts[chosen]
        begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        at = np.repeat(self.starts[chosen] - begins, lengths) + np.arange(lengths.sum())
        found = (self.rows[at], begins, self.parts[at], self.target[chosen])
        return tuple(torch.from_numpy(np.ascontiguousarray(one)) for one in found)


def scales(features: Features, numbers: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """For each number: where its rows begin, how far they are apart, and which value is the usual one."""
    low, step, base = (np.zeros(len(features.rows), np.int64) for _ in range(3))
    for i, count in enumerate(features.rows):
        column = numbers[:, i].astype(np.int64)
        if features.exact(i):
            low[i], step[i] = features.low[i], 1
        else:
            low[i], high = np.quantile(column, [0.001, 0.999]).astype(np.int64)
            step[i] = max(1, -(-(int(high) - int(low[i])) // (count - 1)))
        values, times = np.unique(column, return_counts=True)
        base[i] = values[times.argmax()]
    return {"low": low, "step": step, "base": base}


def touched(features: Features, scale: dict[str, NDArray[np.int64]], data: Columns) -> _Sparse:
    """Positions as the rows that they touch."""
    numbers = data["numbers"]
    found: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]] = []
    first = 0
    for i, count in enumerate(features.rows):
        column = numbers[:, i].astype(np.int64)
        at = np.flatnonzero(column != scale["base"][i])
        place = np.clip((column[at] - scale["low"][i]) / scale["step"][i], 0, count - 1)
        below = np.minimum(place.astype(np.int64), max(0, count - 2))
        part = (place - below).astype(np.float32)
        found += [(at[part < 1], first + below[part < 1], 1 - part[part < 1])]
        found += [(at[part > 0], first + below[part > 0] + 1, part[part > 0])]
        first += count
    positions = np.concatenate([one[0] for one in found])
    order = np.argsort(positions, kind="stable")
    starts = np.searchsorted(positions[order], np.arange(len(numbers) + 1))
    rows, parts = (np.concatenate([one[k] for one in found])[order] for k in (1, 2))
    return _Sparse(rows, parts.astype(np.float32), starts, data["target"])


def require() -> Any:
    """PyTorch, or a word on how to have it."""
    try:
        import torch
    except ImportError:
        raise UsageError("learning needs PyTorch: pip install 'mulligan[learn]'") from None
    return torch


def fit(
    game: Game,
    setup: str,
    data: Columns,
    how: Training,
    history: dict[str, Any],
    progress: Callable[[float], None] = lambda share: None,
) -> Fitted:
    """Fit a network to positions; the same data and settings give the same network on the same machine."""
    torch = require()
    torch.set_num_threads(1)  # with several, sums come in another order
    torch.manual_seed(how.seed)
    started = time.process_time()
    features = features_of(game)
    scale = scales(features, data["numbers"])
    held = data["game"] % HELD_OUT == 0
    train, test = ({key: column[which] for key, column in data.items()} for which in (~held, held))
    if not len(train["target"]) or not len(test["target"]):
        raise UsageError("too few games to learn from: some are held out, and some have to be left")
    sets = touched(features, scale, train), touched(features, scale, test)
    model = _model(features, scale, how, float(train["target"].mean()))
    optimizer = torch.optim.AdamW(model.groups(how.decay), lr=how.rate)
    rng = np.random.default_rng(how.seed)
    batch = max(32, min(how.batch, len(train["target"]) // 32))
    epochs, best, kept = list[Epoch](), 0, model.kept()
    for number in range(how.epochs):
        if number:
            _pass(model, optimizer, sets[0], batch, rng)
        epochs.append(Epoch(_loss(model, sets[0], 20_000), _loss(model, sets[1], 20_000)))
        if epochs[-1].test < epochs[best].test - 1e-6:
            best, kept = number, model.kept()
        progress((number + 1) / how.epochs)
        if number - best >= 6:
            break
    net = Network(game.id, setup, features.print, how.kind, _arrays(kept, scale, features), history)
    said = net.predict(features, test["numbers"].astype(np.int64))
    target = test["target"].astype(np.float64)
    spread = float(((target - train["target"].mean()) ** 2).mean())
    explained = 1.0 - float(((target - said) ** 2).mean()) / spread if spread else 0.0
    told = _calibration(said, target)
    return Fitted(
        net, tuple(epochs), best, len(train["target"]), len(target), explained, told, time.process_time() - started
    )


def _calibration(said: NDArray[np.float64], target: NDArray[np.float64]) -> tuple[tuple[float, float, int], ...]:
    """In ten parts by what was said: that, what was right, and how many there are."""
    parts = np.array_split(np.argsort(said, kind="stable"), 10)
    return tuple((float(said[p].mean()), float(target[p].mean()), len(p)) for p in parts if len(p))


def _pass(model: Any, optimizer: Any, data: _Sparse, batch: int, rng: np.random.Generator) -> None:
    order = rng.permutation(len(data.target))
    for first in range(0, len(order), batch):
        optimizer.zero_grad()
        model.loss(data.batch(order[first : first + batch])).backward()
        optimizer.step()


def _loss(model: Any, data: _Sparse, most: int) -> float:
    torch = require()
    count = min(len(data.target), most)
    with torch.no_grad():
        return float(model.loss(data.batch(np.arange(count))))


def _model(features: Features, scale: dict[str, NDArray[np.int64]], how: Training, mean: float) -> Any:
    """The model to be fitted."""
    torch = require()
    counts = np.array(features.rows)
    owner = np.repeat(np.arange(len(counts)), counts)
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    place = (np.arange(len(owner)) - firsts[owner]) / np.maximum(1, counts[owner] - 1)
    at = np.clip((scale["base"] - scale["low"]) / scale["step"], 0, counts - 1)
    based = at / np.maximum(1, counts - 1)
    below = firsts + np.minimum(at.astype(np.int64), np.maximum(0, counts - 2))
    above = np.minimum(below + 1, firsts + counts - 1)
    part = torch.from_numpy((at - (below - firsts)).astype(np.float32))
    sign = np.array(features.rising)[owner]
    width = 1 + (how.width if how.kind == "network" else 0)

    class Model(torch.nn.Module):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            super().__init__()
            rows = len(owner)
            self.slopes = torch.nn.Parameter(torch.zeros(len(counts), width))
            self.special = torch.nn.Parameter(torch.zeros(rows, width), requires_grad=how.kind != "linear")
            self.steps = torch.nn.Parameter(torch.full((rows,), -3.0))
            self.bias = torch.nn.Parameter(torch.zeros(width))
            second = how.second if how.kind == "network" else 0
            self.second = torch.nn.Parameter(torch.zeros(width - 1, second))
            self.second_bias = torch.nn.Parameter(torch.zeros(second))
            self.last = torch.nn.Parameter(torch.zeros(second))
            self.register_buffer("place", torch.from_numpy(place - based[owner]).float()[:, None])
            self.register_buffer("sign", torch.from_numpy(sign).float())
            with torch.no_grad():
                odds = min(max(mean, 0.01), 0.99)
                self.bias[0] = float(np.log(odds / (1 - odds)))
                if second:
                    self.slopes[:, 1:].normal_(0, START)
                    self.second.normal_(0, (2 / how.width) ** 0.5)
                    self.last.normal_(0, (1 / second) ** 0.5)

        def table(self) -> Any:
            """All rows."""
            rows = self.slopes[owner] * self.place + self.special
            if not sign.any():
                return rows
            steps = torch.nn.functional.softplus(self.steps)
            steps = steps * torch.from_numpy((place > 0).astype(np.float32))
            ladder = torch.cumsum(steps, 0)
            # The usual value adds nothing, so the steps are counted from there.
            usual = ladder[below] * (1.0 - part) + ladder[above] * part
            ladder = (ladder - usual[owner]) * self.sign
            straight = torch.where(self.sign != 0, ladder, rows[:, 0])[:, None]
            return torch.cat([straight, torch.where(self.sign[:, None] != 0, 0.0, rows[:, 1:])], 1)

        def loss(self, batch: tuple[Any, ...]) -> Any:
            rows, starts, parts, target = batch
            table = self.table()
            bag = torch.nn.functional.embedding_bag
            sums = self.bias + bag(rows, table, starts, per_sample_weights=parts, mode="sum")
            answer = sums[:, 0]
            if how.kind == "network":
                hidden = torch.relu(sums[:, 1:]) @ self.second + self.second_bias
                answer = answer + torch.relu(hidden) @ self.last
            return torch.nn.functional.binary_cross_entropy_with_logits(answer, target)

        def groups(self, decay: float) -> list[dict[str, Any]]:
            """What is learned, and what of it is kept small."""
            layers = how.kind == "network"
            small = [self.special, self.second, *([self.slopes] if layers else [])]
            others = [self.steps, self.bias, self.second_bias, self.last, *([] if layers else [self.slopes])]
            return [{"params": small, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]

        def kept(self) -> dict[str, NDArray[np.float32]]:
            """A copy of what was learned so far."""
            with torch.no_grad():
                found = {"rows": self.table()}
                found |= {name: getattr(self, name) for name in ("bias", "second", "second_bias", "last")}
                return {name: one.detach().clone().numpy().astype(np.float32) for name, one in found.items()}

    return Model()


def _arrays(
    kept: dict[str, NDArray[np.float32]], scale: dict[str, NDArray[np.int64]], features: Features
) -> dict[str, NDArray[Any]]:
    """The arrays of a network, in which the usual value of each number adds nothing and need not be looked at."""
    return {**scale, **kept}
