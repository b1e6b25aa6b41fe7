"""The four lessons 四課: two raised on the day stem's lodging palace, two on the day branch."""

from __future__ import annotations

from typing import NamedTuple

from facts.plates import heaven_over
from facts.symbols import BRANCH_ELEMENT, BRANCHES, LODGING, STEM_ELEMENT, STEMS, controls


class Lesson(NamedTuple):
    """One lesson 課: the upper god over the lower; branches as indices.

    ``lower`` is the seat of the upper god. In the first lesson the lower member is the day stem
    itself, ``lower_stem``, and the seat its lodging palace; elsewhere ``lower_stem`` is None.
    """

    upper: int
    lower: int
    lower_stem: int | None = None

    @property
    def lower_name(self) -> str:
        """Return the lower member as it is written: the day stem or a branch."""
        return BRANCHES[self.lower] if self.lower_stem is None else STEMS[self.lower_stem]

    @property
    def lower_element(self) -> int:
        """Return the element of the lower member; a day stem has its own, not its palace's."""
        if self.lower_stem is None:
            return BRANCH_ELEMENT[self.lower]
        return STEM_ELEMENT[self.lower_stem]

    @property
    def lower_controls_upper(self) -> bool:
        """Whether 下賊上: the lower member controls the god over it."""
        return controls(self.lower_element, BRANCH_ELEMENT[self.upper])

    @property
    def upper_controls_lower(self) -> bool:
        """Whether 上剋下: the upper god controls the member under it."""
        return controls(BRANCH_ELEMENT[self.upper], self.lower_element)


Lessons = tuple[Lesson, Lesson, Lesson, Lesson]


def four_lessons(day: int, offset: int) -> Lessons:
    """Return the four lessons of a day pillar (0-59) on a plate (0-11), in their order.

    The stem stands in its lodging palace 寄宮 (DQ-0009); the god over it is the stem's yang god
    日陽, the god over that the yin god 日陰, and so for the branch 辰陽 辰陰 (DQ-0404).
    """
    stem, branch = day % 10, day % 12
    over_stem = heaven_over(LODGING[stem], offset)
    over_branch = heaven_over(branch, offset)
    return (
        Lesson(over_stem, LODGING[stem], stem),
        Lesson(heaven_over(over_stem, offset), over_stem),
        Lesson(over_branch, branch),
        Lesson(heaven_over(over_branch, offset), over_branch),
    )
