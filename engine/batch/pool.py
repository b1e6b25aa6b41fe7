"""Chunks done by several processes, each with a rule base of its own.

A process is given one chunk at a time over a pipe of its own, and ends when that pipe is closed:
when the run is killed, none of them stays behind.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from typing import Any

from engine.batch.chunks import Chunk
from engine.batch.job import Job
from engine.batch.parts import Counts
from engine.batch.work import Worker
from engine.rulebase import RuleBase, load


class Lost(Exception):
    """A process ended without a word."""


def done(job: Job, base: RuleBase, chunks: Iterable[Chunk], jobs: int) -> Iterator[Counts]:
    """Do chunks, in this process or in several; what became of each, in any order."""
    if jobs <= 1:
        worker = Worker(job, base)
        yield from map(worker.do, chunks)
        return
    chunks = iter(chunks)
    first = list(_taken(chunks, 2))
    if len(first) < 2:
        yield from done(job, base, first, 1)
        return
    with _Pool(job, jobs) as pool:
        yield from pool.map(_both(first, chunks))


def _taken(chunks: Iterator[Chunk], count: int) -> Iterator[Chunk]:
    for _, chunk in zip(range(count), chunks, strict=False):
        yield chunk


def _both(first: Iterable[Chunk], rest: Iterable[Chunk]) -> Iterator[Chunk]:
    yield from first
    yield from rest


@dataclass(slots=True)
class _Hand:
    process: Any
    pipe: Connection
    chunk: Chunk | None = None


class _Pool:
    def __init__(self, job: Job, jobs: int) -> None:
        self.job = job
        self.jobs = jobs
        self.hands: dict[Connection, _Hand] = {}

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for hand in self.hands.values():
            hand.pipe.close()
        for hand in self.hands.values():
            hand.process.join(timeout=5)
            if hand.process.is_alive():
                hand.process.terminate()

    def _hire(self) -> _Hand:
        context = get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.job), daemon=True)
        with _no_interrupt():
            process.start()
        theirs.close()
        hand = self.hands[mine] = _Hand(process, mine)
        return hand

    def map(self, chunks: Iterator[Chunk]) -> Iterator[Counts]:
        """What becomes of each chunk, as they are done."""
        free: list[_Hand] = []
        for chunk in chunks:
            if not free and len(self.hands) < self.jobs:
                free.append(self._hire())
            while not free:
                for hand in self._ready():
                    yield self._result(hand)
                    free.append(hand)
            hand = free.pop()
            hand.chunk = chunk
            with suppress(BrokenPipeError):  # its end is noticed when it is asked for the result
                hand.pipe.send(chunk)
        while any(hand.chunk is not None for hand in self.hands.values()):
            for hand in self._ready():
                yield self._result(hand)

    def _ready(self) -> list[_Hand]:
        busy = [pipe for pipe, hand in self.hands.items() if hand.chunk is not None]
        return [self.hands[pipe] for pipe in wait(busy) if isinstance(pipe, Connection)]

    def _result(self, hand: _Hand) -> Counts:
        chunk = hand.chunk
        assert chunk is not None
        hand.chunk = None
        try:
            result = hand.pipe.recv()
        except (EOFError, OSError):
            hand.process.join(timeout=5)
            last = chunk.first + chunk.rows - 1
            raise Lost(
                f"a process ended in rows {chunk.first} to {last} (exit code "
                f"{hand.process.exitcode}); what is done is kept: go on with --resume, perhaps "
                "with fewer --jobs"
            ) from None
        if isinstance(result, BaseException):
            raise result
        assert isinstance(result, Counts)
        return result


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C is the parent's affair while a process begins: it would be told of it by Python."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(pipe: Connection, job: Job) -> None:
    """Do the chunks that come over a pipe until it is closed."""
    from engine.packs import using

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with using(job.packs, with_installed=job.with_installed):
        worker = Worker(job, load())
        while True:
            try:
                chunk = pipe.recv()
            except (EOFError, OSError):  # the run is over, or was killed
                return
            try:
                result: Counts | Exception = worker.do(chunk)
            except Exception as error:
                result = error
            try:
                pipe.send(result)
            except OSError:
                return
