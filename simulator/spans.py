"""How a range of deals is cut: at absolute multiples, so that a deal's place never depends on where a run began."""

from __future__ import annotations

from collections.abc import Iterator

#: Deals in a chunk, which is what is played, stored and summed at a time, and one part of a run folder.
CHUNK = 1 << 18
#: Deal k of match m is deal MATCH_DEALS*m + k; no match is longer.
MATCH_DEALS = 4096
#: Matches in a chunk, the part of a run of matches.
MATCHES_A_PART = 1 << 15


def part_size(matches: bool) -> int:
    """Return how many deals, or matches, a chunk and a part have."""
    return MATCHES_A_PART if matches else CHUNK


def ranges(first: int, count: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Cut `count` deals from `first` at the absolute multiples of `size`; yield (first, count)."""
    end = first + count
    while first < end:
        cut = min(end, (first // size + 1) * size)
        yield first, cut - first
        first = cut
