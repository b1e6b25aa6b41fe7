"""Orders and circles of graphs."""

from __future__ import annotations

import itertools
from graphlib import CycleError, TopologicalSorter

from hypothesis import given
from hypothesis import strategies as st

from rules.reader.circles import in_order

names = st.sampled_from("abcdef")
graphs = st.dictionaries(names, st.lists(names, max_size=3), max_size=6)


@given(graphs)
def test_there_is_a_circle_where_graphlib_finds_one(graph: dict[str, list[str]]) -> None:
    order, circles = in_order(graph)
    assert sorted(order) == sorted(graph)
    try:
        [*TopologicalSorter(graph).static_order()]
    except CycleError:
        assert circles
    else:
        assert not circles
        for name, others in graph.items():
            assert all(order.index(o) < order.index(name) for o in others if o in graph)
    for circle in circles:
        assert circle[0] == circle[-1]
        pairs = itertools.pairwise(circle)
        assert all(after in graph[before] for before, after in pairs)


def test_a_long_chain_does_not_recurse() -> None:
    chain = {str(n): [str(n + 1)] for n in range(20_000)}
    order, circles = in_order(chain)
    assert order[0] == "19999"
    assert not circles
    assert len(in_order({**chain, "20000": ["0"]})[1][0]) == 20_002
