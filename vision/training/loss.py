"""The loss of the detector: ultralytics' own, blind where labels say nothing.

A ball behind a hand and a ball down a pocket are neither right nor wrong to report. The
cells of the network inside such a region teach nothing, unless a labelled ball claims
them.
"""

from __future__ import annotations

from typing import Any

import torch
from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils.loss import v8DetectionLoss


class BlindLoss(v8DetectionLoss):  # type: ignore[misc]  # ultralytics has no types
    """Detection loss that skips cells in the batch's ``blind`` mask."""

    bce: Any

    def __init__(self, model: DetectionModel) -> None:
        """Takes strides and gains from the network.

        Args:
            model: The network, with one head.
        """
        super().__init__(model)
        self._plain = self.bce
        self._seen: torch.Tensor | None = None
        self.bce = self._seen_only

    def get_assigned_targets_and_loss(
        self, preds: dict[str, torch.Tensor], batch: dict[str, Any], **options: Any
    ) -> tuple[Any, ...]:
        """Computes the loss as ultralytics does, less the blind cells.

        Args:
            preds: Output of the network in training.
            batch: As collated; ``blind`` is (n, cells) bool, True where labels say
                nothing.
            **options: Of the assignment.

        Returns:
            As ultralytics.
        """
        self._seen = (~batch["blind"]).float().unsqueeze(-1)
        result: tuple[Any, ...] = super().get_assigned_targets_and_loss(
            preds, batch, **options
        )
        return result

    def _seen_only(self, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        each: torch.Tensor = self._plain(logits, targets)
        return each if self._seen is None else each * torch.maximum(self._seen, targets)


def blind_cells(boxes_px: torch.Tensor, side_px: int, stride: int) -> torch.Tensor:
    """Tells which cells of one crop lie in boxes that teach nothing.

    Args:
        boxes_px: (n, 4) u, v, width, height; (0, 0) the centre of the first pixel.
        side_px: Side of the crop.
        stride: Pixels a cell.

    Returns:
        (cells,) bool, row by row.
    """
    place = (torch.arange(side_px // stride) + 0.5) * stride - 0.5
    low = boxes_px[:, :2] - boxes_px[:, 2:] / 2
    high = boxes_px[:, :2] + boxes_px[:, 2:] / 2
    columns = (place >= low[:, :1]) & (place <= high[:, :1])
    rows = (place >= low[:, 1:]) & (place <= high[:, 1:])
    return (rows[:, :, None] & columns[:, None, :]).any(dim=0).reshape(-1)
