"""A run over many charts: its chunks done, then joined; begun anew, gone on with, or in shares."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engine.batch.chunks import Chunk
from engine.batch.job import Job
from engine.batch.parts import Counts, Parts, joined
from engine.batch.pool import done
from engine.batch.sources import Source
from engine.batch.text import opening
from engine.batch.work import REJECTS, Worker
from engine.packs import in_use
from engine.rulebase import RuleBase
from rules import ROOT


class Refused(Exception):
    """A run that is not begun; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a run beside its job: where its results go and how it is done.

    ``share`` is which of how many shares of the chunks is to be done (1 of 1: all).
    """

    out: Path
    rejects: Path
    jobs: int = 1
    share: tuple[int, int] = (1, 1)
    resume: bool = False
    force: bool = False

    @property
    def shared(self) -> bool:
        """Whether this run does a share only, and leaves the joining to another."""
        return self.share[1] > 1


def parts_of(out: Path) -> Path:
    """The folder of the parts of a result."""
    return out.with_name(f"{out.name}.parts")


def check(wanted: Wanted) -> Counts | None:
    """Refuse to write over what is there; what a run that is finished but for its parts counted."""
    parts, out = Parts(parts_of(wanted.out)), wanted.out
    going_on = wanted.resume or wanted.shared
    if not wanted.shared:  # other shares may begin just now
        parts.tidy()
    if parts.there and going_on:
        finished = parts.finished(out)
        if finished is not None:
            parts.remove()
            return finished
    if out.exists() and not wanted.force:
        hint = ": it is whole" if going_on and not parts.there else ""
        raise Refused(f"{out} is there already{hint}; --force writes it anew")
    if parts.there and not going_on and not wanted.force:
        raise Refused(
            f"{parts.folder} holds an interrupted run: --resume goes on with it, "
            "--force begins anew"
        )
    if wanted.rejects.exists() and not (wanted.force or parts.there):
        raise Refused(f"{wanted.rejects} is there already; --force writes it anew")
    return None


def run(
    job: Job,
    base: RuleBase,
    source: Source,
    wanted: Wanted,
    tell: Callable[[Counts], None] = lambda _: None,
) -> Counts:
    """Do a run, or its share; ``tell`` hears what became of each chunk. OtherRun, Refused."""
    if source.identity is None and (wanted.resume or wanted.shared):
        raise Refused(
            "standard input cannot be read again: save it in a file for --resume and --part"
        )
    parts = Parts(job.folder)
    if wanted.force and not (wanted.resume or wanted.shared):
        parts.remove()
    parts.begin(manifest(job, source))
    total = Counts()
    number = 0

    def todo() -> Iterator[Chunk]:
        nonlocal total, number
        for chunk in source.chunks:
            number += 1
            if chunk.index % wanted.share[1] != wanted.share[0] - 1:
                tell(Counts(chunk.rows))
                continue
            known = parts.done(chunk.index)
            if known is None:
                yield chunk
            else:
                total += known
                tell(known)

    for counts in done(job, base, todo(), wanted.jobs):
        total += counts
        tell(counts)
    if not wanted.shared:
        _join(job, base, parts, wanted, number, total)
    return total


def _join(
    job: Job, base: RuleBase, parts: Parts, wanted: Wanted, number: int, total: Counts
) -> None:
    """Join the chunks to the result: the rejects first, so that the result comes last."""
    rejects = parts.names(number, REJECTS)
    if rejects:
        temporary = parts.folder / "joined-rejects.tmp"
        joined(rejects, temporary, "")
        temporary = _beside(temporary, wanted.rejects)
        temporary.replace(wanted.rejects)
    else:
        wanted.rejects.unlink(missing_ok=True)
    temporary = parts.folder / f"joined.{job.suffix}.tmp"
    files = parts.names(number, f".{job.suffix}")
    worker = Worker(job, base)
    if job.suffix == "parquet":
        from engine.batch.tables import join_tables

        join_tables(files, temporary, worker.schema)
    else:
        joined(files, temporary, opening(job, worker.questions))
    parts.place(temporary, wanted.out, total)
    parts.remove()


def _beside(temporary: Path, target: Path) -> Path:
    """The file on the disk of its target, where it can be renamed."""
    import shutil

    moved = target.with_name(f".{target.name}.tmp")
    shutil.move(temporary, moved)
    return moved


def manifest(job: Job, source: Source) -> dict[str, Any]:
    """What makes a run this one and no other."""
    found = {
        "bingzhan": version("bingzhan"),
        "input": source.identity,
        "options": job.options(),
        "rules": rules_digest(),
    }
    return found | ({"pyarrow": version("pyarrow")} if "parquet" in (job.kind, job.suffix) else {})


def rules_digest() -> str:
    """The content of all files of the edition and of the packs in use."""
    own = sorted(path for path in ROOT.rglob("*.yaml"))
    digest = hashlib.sha256()
    for path in (*own, *in_use().files):
        text = path.read_bytes()
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
        digest.update(f"{name} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()
