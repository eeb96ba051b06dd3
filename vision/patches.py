"""Square patches around balls, all at one scale: what the small networks read."""

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]


def cut_patches(
    image_bgr: Bytes, uv: Floats, radius_px: Floats, *, side_px: int, reach: float
) -> Bytes:
    """Cut a square patch around each ball and bring all to one scale.

    Args:
        image_bgr: Picture, uint8 (h, w, 3).
        uv: Centres of the patches, pixels, (n, 2).
        radius_px: Ball radii, pixels, (n,); at least 1 is taken.
        side_px: Side of a patch, pixels of the patch.
        reach: Half the side of a patch over the radius of the ball.

    Returns:
        Patches, uint8 (n, side, side, 3); beyond the picture its border repeats.
    """
    patches = np.empty((len(uv), side_px, side_px, 3), np.uint8)
    for patch, (u, v), radius in zip(patches, uv, radius_px, strict=True):
        step = 2 * reach * max(float(radius), 1.0) / side_px
        offset = (side_px - 1) / 2 * step
        image_from_patch = np.array([[step, 0, u - offset], [0, step, v - offset]])
        cv2.warpAffine(
            image_bgr,
            image_from_patch,
            (side_px, side_px),
            dst=patch,
            flags=cv2.WARP_INVERSE_MAP
            | (cv2.INTER_AREA if step > 1 else cv2.INTER_LINEAR),
            borderMode=cv2.BORDER_REPLICATE,
        )
    return patches


def network_input(patches: Bytes) -> NDArray[np.float32]:
    """Return patches as networks read them: (n, 3, side, side), 0 to 1."""
    return np.ascontiguousarray(
        patches.transpose(0, 3, 1, 2).astype(np.float32) / 255.0
    )
