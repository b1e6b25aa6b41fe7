"""The two plates 天盤 地盤: which heaven branch stands over which earth palace.

The earth plate never moves. The heaven plate is one number, the *offset* 0-11: the branch that
stands over earth 子. All functions take and give branch indices (子 = 0) and are plain
arithmetic, so that they serve integers and numpy arrays alike.
"""

from __future__ import annotations


def offset_of(month_general: int, hour: int) -> int:
    """Offset of the plate with the month general laid on the hour 月將加時 (DQ-0638, DQ-0697)."""
    return (month_general - hour) % 12


def heaven_over(earth: int, offset: int) -> int:
    """Heaven branch over the earth palace 上神."""
    return (earth + offset) % 12


def seat_of(heaven: int, offset: int) -> int:
    """Earth palace on which the heaven branch has landed 所臨之地."""
    return (heaven - offset) % 12
