"""The networks: where a table is, and where the edges of its rails are."""

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from calibration.edge_network import CHANNELS, PIECES, RAILS
from calibration.rail_windows import COLUMNS

_CHANNELS = (20, 32, 56, 96)
_EDGE_CHANNELS = 40


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
    """Maps of surface, corner pockets and centre pockets at half the resolution.

    Where somebody hides a corner the rest of the table tells where it is, so the
    coarsest layers see the whole picture.
    """

    def __init__(self) -> None:
        """Build the layers."""
        super().__init__()
        one, two, three, four = _CHANNELS
        self.e1 = nn.Sequential(_plane(3, one, 2), _plane(one, one))
        self.e2 = nn.Sequential(_plane(one, two, 2), _plane(two, two))
        self.e3 = nn.Sequential(
            _plane(two, three, 2), _PlaneBlock(three), _PlaneBlock(three, 2)
        )
        self.e4 = nn.Sequential(
            _plane(three, four, 2), *(_PlaneBlock(four, reach) for reach in (1, 2, 3))
        )
        self.whole = nn.Sequential(nn.Conv2d(four, four, 1), nn.ReLU(inplace=True))
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
        d = d + self.whole(d.mean(dim=(2, 3), keepdim=True))
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

    def __init__(self, channels: int, reach: int = 1) -> None:
        super().__init__()
        self.a = _row(channels, channels, 3, reach)
        self.b = nn.Sequential(
            nn.Conv2d(channels, channels, (1, 3), 1, (0, 1), bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        return nnf.relu(x + self.b(self.a(x)))


class RailEdge(nn.Module):  # type: ignore[misc]  # torch counts as untyped
    """Logits of every column, (n, columns), from pieces (n, CHANNELS, columns).

    The pieces come rail by rail, the rails table by table. What the pieces of a rail
    have in common tells an edge from a shadow that a single one may show, and what the
    rails of a table have in common tells how its cushions look; so each piece also
    hears the averages of its rail and of its table.
    """

    def __init__(self) -> None:
        """Build the layers."""
        super().__init__()
        wide = _EDGE_CHANNELS
        blocks = [_RowBlock(wide, reach) for reach in (2, 4, 8, 4)]
        self.b = nn.Sequential(_row(CHANNELS, wide, 7), *blocks)
        self.r = nn.Sequential(_row(2 * wide, wide, 3), _RowBlock(wide, 4))
        self.m = nn.Conv2d(wide, wide, 1)
        self.t = nn.Sequential(_RowBlock(wide, 2), _RowBlock(wide))
        self.h = nn.Conv2d(wide, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return logits (n, columns)."""
        rails = x.reshape(-1, PIECES, CHANNELS, COLUMNS).permute(0, 2, 1, 3)
        return self.of_rails(rails)

    def of_rails(self, rails: Tensor) -> Tensor:
        """Return logits (n, columns) of rails (4 m, CHANNELS, pieces, columns)."""
        pieces = self.b(rails)
        rail = pieces.mean(dim=2, keepdim=True)
        table = rail.reshape(-1, RAILS, *rail.shape[1:]).mean(dim=1, keepdim=True)
        table = table.expand(-1, RAILS, -1, -1, -1).reshape(rail.shape)
        heard = self.m(self.r(torch.cat((rail, table), dim=1)))
        logits = self.h(self.t(pieces + heard))
        return torch.as_tensor(logits.reshape(-1, COLUMNS))
