"""The network for looks: each ball by itself, then beside the others of its picture.

The colour that a camera gives a ball depends on lamps, exposure and white balance as
much as on its paint. These are the same for all balls of a picture, so that each ball
is marked by itself first, and then told with what the marks of all have in common.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from vision.appearance import APPEARANCES, MARKS

SHARED = 64
"""Numbers that each ball adds to what is shared."""

_LEAST_LIGHT = 0.03
_CORE, _RIM = 1.2, 2.1
"""Width of the middle of a patch and begin of its rim, cells of the last layer."""


class LookNetwork(nn.Module):  # type: ignore[misc]  # torch counts as untyped
    """Log-odds of looks from patches of one or more pictures."""

    core: Tensor
    rim: Tensor

    def __init__(self) -> None:
        """Build it with random weights."""
        super().__init__()
        self.body = nn.Sequential(
            *_layer(6, 24, 2),
            *_layer(24, 40, 2),
            *_layer(40, 64, 1),
            *_layer(64, 96, 2),
        )
        away = torch.arange(5) - 2.0
        far = torch.hypot(away[:, None], away[None, :])
        self.register_buffer("core", _shares(torch.exp(-((far / _CORE) ** 2))))
        self.register_buffer("rim", _shares((far > _RIM).float()))
        self.embed = nn.Sequential(nn.Linear(3 * 96, MARKS), nn.ReLU())
        self.g1 = nn.Sequential(nn.Linear(MARKS, SHARED), nn.ReLU())
        self.h1 = nn.Sequential(nn.Linear(MARKS + 2 * SHARED, MARKS), nn.ReLU())
        self.g2 = nn.Sequential(nn.Linear(MARKS, SHARED), nn.ReLU())
        self.out = nn.Sequential(
            nn.Linear(2 * MARKS + 2 * SHARED, MARKS),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(MARKS, len(APPEARANCES)),
        )

    def marks(self, patches: Tensor) -> Tensor:
        """Return what is kept of each patch, (n, 96).

        Args:
            patches: (n, 3, 40, 40), BGR, 0 to 1.
        """
        light = torch.log(patches + _LEAST_LIGHT) * 0.5 + 1
        seen = self.body(torch.cat([patches, light], 1))
        inside, outside = (seen * self.core).sum((2, 3)), (seen * self.rim).sum((2, 3))
        strongest = seen[:, :, 1:4, 1:4].amax((2, 3))
        result: Tensor = self.embed(torch.cat([inside, outside, strongest], 1))
        return result

    def told(self, marks: Tensor, share: Callable[[Tensor], Tensor]) -> Tensor:
        """Return log-odds (n, k) of marked balls.

        Args:
            marks: (n, 96).
            share: Gives each ball what the balls of its picture have in common.
        """
        among = self.h1(torch.cat([marks, share(self.g1(marks))], 1))
        shared = share(self.g2(among))
        result: Tensor = self.out(torch.cat([marks, among, shared], 1))
        return result

    def forward(self, patches: Tensor, owner: Tensor) -> Tensor:
        """Return log-odds (n, k).

        Args:
            patches: (n, 3, 40, 40), BGR, 0 to 1.
            owner: Number of the picture that each patch is of, (n,), from 0.
        """
        return self.told(self.marks(patches), lambda rows: _by_picture(rows, owner))


class ServedLooks(nn.Module):  # type: ignore[misc]
    """The network as it is run: balls of one picture beside others known before."""

    def __init__(self, network: LookNetwork) -> None:
        """Take a trained network."""
        super().__init__()
        self.network = network

    def forward(self, patches: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
        """Return log-odds (n, k) and marks (n, 96).

        Args:
            patches: (n, 3, 40, 40), BGR, 0 to 1.
            others: Marks of further balls of the table, (m, 96), m may be 0.
        """
        marks = self.network.marks(patches)
        everybody = torch.cat([marks, others], 0)
        told = self.network.told(everybody, _of_all)
        return told[: patches.shape[0]], marks


def _layer(inside: int, outside: int, stride: int) -> list[nn.Module]:
    return [
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    ]


def _shares(weight: Tensor) -> Tensor:
    return (weight / weight.sum()).reshape(1, 1, *weight.shape)


def _of_all(rows: Tensor) -> Tensor:
    both = torch.cat([rows.mean(0, keepdim=True), rows.amax(0, keepdim=True)], 1)
    return both.expand(rows.shape[0], -1)


def _by_picture(rows: Tensor, owner: Tensor) -> Tensor:
    pictures = int(owner.max()) + 1
    empty = torch.zeros(pictures, rows.shape[1])
    count = torch.bincount(owner, minlength=pictures).clamp(min=1).float()[:, None]
    mean = empty.index_add(0, owner, rows) / count
    index = owner[:, None].expand_as(rows)
    most = empty.scatter_reduce(0, index, rows, "amax", include_self=True)
    return torch.cat([mean, most], 1)[owner]
