"""Orders what names what, and finds its circles: definitions, concepts, overriding rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

MAX_CIRCLES = 100


def in_order(graph: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """The nodes, each after those that it names, and the circles, each ending where it began.

    Where nodes reach each other there is one circle at least. Names that are no nodes of the
    graph are passed over. Nothing recurses, so that long chains do no harm; after a hundred
    circles, which may be long, no more are given.
    """
    done: dict[str, None] = {}
    found: list[list[str]] = []
    for start in graph:
        path: dict[str, Iterator[str]] = {} if start in done else {start: iter(graph[start])}
        while path:
            name = next(reversed(path))
            following = next(path[name], None)
            if following is None:
                del path[name]
                done[name] = None
            elif following in path:
                if len(found) < MAX_CIRCLES:
                    nodes = list(path)
                    found.append([*nodes[nodes.index(following) :], following])
            elif following not in done and following in graph:
                path[following] = iter(graph[following])
    return list(done), found
