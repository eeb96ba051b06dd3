"""The networks: where a table is, and where the edges of its rails are."""

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from calibration.edge_network import PIECES
from calibration.rail_windows import COLUMNS

_CHANNELS = (16, 24, 40, 64)
_EDGE_CHANNELS = 32


def _plane(inside: int, outside: int, stride: int = 1, reach: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, reach, reach, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _PlaneBlock(nn.Module):  # type: ignore[misc]  # torch counts as untyped
    """Two convolutions around which the input passes too."""

    def __init__(self, channels: int, reach: int = 1) -> None:
        super().__init__()
        self.a = _plane(channels, channels, 1, reach)
        self.b = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return nnf.relu(x + self.b(self.a(x)))


class Where(nn.Module):  # type: ignore[misc]  # torch counts as untyped
    """Maps of surface, corner pockets and centre pockets at half the resolution."""

    def __init__(self) -> None:
        """Build the layers."""
        super().__init__()
        one, two, three, four = _CHANNELS
        self.e1 = nn.Sequential(_plane(3, one, 2), _plane(one, one))
        self.e2 = nn.Sequential(_plane(one, two, 2), _plane(two, two))
        self.e3 = nn.Sequential(_plane(two, three, 2), _PlaneBlock(three))
        self.e4 = nn.Sequential(
            _plane(three, four, 2), _PlaneBlock(four, 2), _PlaneBlock(four, 3)
        )
        self.l3, self.d3 = nn.Conv2d(four, three, 1), _plane(three, three)
        self.l2, self.d2 = nn.Conv2d(three, two, 1), _plane(two, two)
        self.l1, self.d1 = nn.Conv2d(two, one, 1), _plane(one, one)
        self.h = nn.Conv2d(one, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return logits (n, 3, h / 2, w / 2)."""
        a = self.e1(x)
        b = self.e2(a)
        c = self.e3(b)
        d = self.e4(c)
        c = self.d3(c + _doubled(self.l3(d)))
        b = self.d2(b + _doubled(self.l2(c)))
        a = self.d1(a + _doubled(self.l1(b)))
        return torch.as_tensor(self.h(a))


def _doubled(x: Tensor) -> Tensor:
    return nnf.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)


def _row(inside: int, outside: int, size: int, reach: int = 1) -> nn.Sequential:
    """Return a convolution along rows: every piece of a rail is one, by itself."""
    around = (0, reach * (size // 2))
    return nn.Sequential(
        nn.Conv2d(inside, outside, (1, size), 1, around, (1, reach), bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _RowBlock(nn.Module):  # type: ignore[misc]  # torch counts as untyped
    """Two convolutions along rows around which the input passes too."""

    def __init__(self, channels: int, reach: int) -> None:
        super().__init__()
        self.a = _row(channels, channels, 3, reach)
        self.b = nn.Sequential(
            nn.Conv2d(channels, channels, (1, 3), 1, (0, 1), bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return nnf.relu(x + self.b(self.a(x)))


class RailEdge(nn.Module):  # type: ignore[misc]  # torch counts as untyped
    """Logits of every column, (n, columns), from pieces of rail (n, 4, columns).

    The pieces come rail by rail. What they have in common tells an edge from a shadow
    that a single piece may show, so each also hears the average of its rail.
    """

    def __init__(self) -> None:
        """Build the layers; at first the rail says nothing."""
        super().__init__()
        blocks = [_RowBlock(_EDGE_CHANNELS, reach) for reach in (2, 4, 8, 4)]
        self.b = nn.Sequential(_row(4, _EDGE_CHANNELS, 7), *blocks)
        self.r = _RowBlock(_EDGE_CHANNELS, 4)
        self.m = nn.Conv2d(_EDGE_CHANNELS, _EDGE_CHANNELS, 1)
        self.t = _RowBlock(_EDGE_CHANNELS, 2)
        self.h = nn.Conv2d(_EDGE_CHANNELS, 1, 1)
        for silent in (self.m.weight, self.m.bias, self.t.b[1].weight):
            nn.init.zeros_(silent)

    def forward(self, x: Tensor) -> Tensor:
        """Return logits (n, columns)."""
        return self.of_rails(x.reshape(-1, PIECES, 4, COLUMNS).permute(0, 2, 1, 3))

    def of_rails(self, rails: Tensor) -> Tensor:
        """Return logits (n, columns) of rails (m, 4, pieces, columns)."""
        pieces = self.b(rails)
        heard = self.m(self.r(pieces.mean(dim=2, keepdim=True)))
        logits = self.h(self.t(pieces + heard))
        return torch.as_tensor(logits.reshape(-1, COLUMNS))
