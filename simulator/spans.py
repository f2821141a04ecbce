"""How a range of deals is cut: at absolute multiples, so that a deal's place never depends on where a run began."""

from __future__ import annotations

from collections.abc import Iterator

#: Deals in a chunk, which is what is played, stored and summed at a time, and one part of a run folder.
CHUNK = 1 << 18
#: The most deals in a match: deal k of match m is the deal MATCH_DEALS * m + k.
MATCH_DEALS = 4096
#: Matches in one part of a run folder, and in what is played at a time.
MATCHES_A_PART = 1 << 15


def ranges(first: int, count: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Cut `count` deals (or matches) from `first` at the absolute multiples of `size`; yield (first, count)."""
    end = first + count
    while first < end:
        cut = min(end, (first // size + 1) * size)
        yield first, cut - first
        first = cut
