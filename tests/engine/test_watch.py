"""Watching files: once at the start, then after each change and only then."""

from __future__ import annotations

import os
from contextlib import suppress

from engine.watch import changes


def test_each_change_is_told_once(tmp_path):
    file, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    file.write_text("1")
    steps = {
        1: lambda: file.write_text("12"),
        3: lambda: os.utime(file, ns=(1, 1)),
        4: lambda: other.write_text("1"),
        6: other.unlink,
    }
    waits, told = 0, []

    def wait():
        nonlocal waits
        waits += 1
        if waits > 8:
            raise KeyboardInterrupt
        steps.get(waits, int)()

    with suppress(KeyboardInterrupt):
        for _ in changes(lambda: [file, other], wait):
            told.append(waits)
    assert told == [0, *steps]
