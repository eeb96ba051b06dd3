"""A wider network that begins as the narrow one that it is made from.

Every channel of the narrow network is a channel of the wide one and sees only what it
saw before; the further channels start at random and are seen by nobody yet. So training
goes on from what is known instead of from nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn
from ultralytics.nn.tasks import DetectionModel

Channels = list[int]


def widened(narrow: DetectionModel, wide: DetectionModel) -> DetectionModel:
    """Puts the weights of a narrow network into a wider one.

    Args:
        narrow: Trained network of ``build_network``.
        wide: Untrained one, at least as wide at each level; changed in place.

    Returns:
        ``wide``: it gives what ``narrow`` gives.
    """
    places: list[Channels] = []
    sizes: list[int] = []
    with torch.no_grad():
        for old, new in zip(narrow.model, wide.model, strict=True):
            kept, size = _filled(old, new, places, sizes)
            places.append(kept)
            sizes.append(size)
    return wide


def _filled(
    old: Any, new: Any, places: list[Channels], sizes: list[int]
) -> tuple[Channels, int]:
    """Fills one layer; returns where its old channels are now, of how many."""
    match type(old).__name__:
        case "Conv":
            before = places[old.f] if places else _first(3)
            return _fill_layer(old, new, before)
        case "C3k2":
            return _fill_blocks(old, new, places[old.f])
        case "SPPF":
            return _fill_pooling(old, new, places[old.f])
        case "Concat":
            first, second = old.f
            moved = [sizes[first] + place for place in places[second]]
            return places[first] + moved, sizes[first] + sizes[second]
        case "Upsample":
            return places[old.f], sizes[old.f]
        case _:
            _fill_head(old, new, places[old.f[0]])
            return [], 0


def _first(count: int) -> Channels:
    return list(range(count))


def _repeated(count: int, size: int, times: int) -> Channels:
    """Returns the first channels of each of some parts that lie side by side."""
    return [part * size + place for part in range(times) for place in range(count)]


def _fill_layer(
    old: Any, new: Any, before: Channels, after: Channels | None = None
) -> tuple[Channels, int]:
    after = _first(old.conv.out_channels) if after is None else after
    _fill_convolution(old.conv, new.conv, before, after)
    _fill_scales(old.bn, new.bn, after)
    return after, new.conv.out_channels


def _fill_convolution(old: Any, new: Any, before: Channels, after: Channels) -> None:
    if new.groups > 1:
        new.weight[after] = old.weight
    else:
        rows = torch.zeros(len(after), *new.weight.shape[1:])
        rows[:, before] = old.weight
        new.weight[after] = rows
    if old.bias is not None:
        new.bias[after] = old.bias


def _fill_scales(old: Any, new: Any, after: Channels) -> None:
    for name in ("weight", "bias", "running_mean", "running_var"):
        getattr(new, name)[after] = getattr(old, name)


def _fill_blocks(old: Any, new: Any, before: Channels) -> tuple[Channels, int]:
    small, large = old.c, new.c
    _fill_layer(old.cv1, new.cv1, before, _repeated(small, large, 2))
    for one, other in zip(old.m, new.m, strict=False):  # further blocks start unseen
        inner, _ = _fill_layer(one.cv1, other.cv1, _first(small))
        _fill_layer(one.cv2, other.cv2, inner)
    parts = _repeated(small, large, 2 + len(old.m))
    return _fill_layer(old.cv2, new.cv2, parts)


def _fill_pooling(old: Any, new: Any, before: Channels) -> tuple[Channels, int]:
    kept, size = _fill_layer(old.cv1, new.cv1, before)
    return _fill_layer(old.cv2, new.cv2, _repeated(len(kept), size, old.n + 1))


def _fill_head(old: Any, new: Any, before: Channels) -> None:
    for one, other in ((old.cv2[0], new.cv2[0]), (old.cv3[0], new.cv3[0])):
        place = before
        convolutions = zip(_all(one, nn.Conv2d), _all(other, nn.Conv2d), strict=True)
        scales = [
            *zip(_all(one, nn.BatchNorm2d), _all(other, nn.BatchNorm2d), strict=True),
            None,
        ]
        for (narrow, wide), pair in zip(convolutions, scales, strict=True):
            after = _first(narrow.out_channels)
            _fill_convolution(narrow, wide, place, after)
            if pair is not None:
                _fill_scales(*pair, after)
            place = after


def _all(part: nn.Module, kind: type[nn.Module]) -> Sequence[Any]:
    return [module for module in part.modules() if isinstance(module, kind)]
