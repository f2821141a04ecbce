"""How fast it is here: nanoseconds a deal of the bare kernel, of a run, and of a run that is kept; side by side.

Usage: ``python benchmarks/run.py [deals]`` (2,000,000 by default). Each figure is the median of five rounds; in a
round all are measured one after the other, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq

from quatorze import planning, running
from simulator.batch import CHUNK, ranges

ROUNDS = 5


def timed(function: Callable[[], object]) -> float:
    """Return the seconds that `function` takes."""
    begun = time.perf_counter()
    function()
    return time.perf_counter() - begun


def main() -> None:
    deals = int(float(sys.argv[1])) if len(sys.argv) > 1 else 2_000_000
    place = Path(tempfile.mkdtemp(prefix="quatorze-bench-"))
    print(f"{deals:,} deals a figure, one worker, median of {ROUNDS} rounds; nanoseconds a deal\n")
    print(f"{'strategies':20} {'kernel':>8} {'run':>8} {'kept':>8} {'written bare':>13} {'kernel/run':>11}")
    try:
        for seats in ("greedy", "random"):
            request = planning.plan("piquet", strategies=seats, deals=deals, seed=1, workers=1)
            engine = request.chunk().engine()
            table = request.game.columns.table(engine.play(1, engine.jobs([(0, min(deals, CHUNK))])))

            def kernel() -> None:
                for first, count in ranges(0, deals):
                    engine.play(1, engine.jobs([(first, count)]))  # noqa: B023

            def kept() -> None:
                shutil.rmtree(place / "run", ignore_errors=True)
                running.play(request, place / "run")  # noqa: B023

            def bare() -> None:
                for _ in ranges(0, deals):
                    pq.write_table(table, place / "bare.parquet", compression="zstd")  # noqa: B023

            measures: list[Callable[[], object]] = [kernel, lambda: running.play(request), kept, bare]  # noqa: B023
            rounds = [[timed(measure) for measure in measures] for _ in range(ROUNDS)]
            medians = [statistics.median(times) / deals * 1e9 for times in zip(*rounds, strict=True)]
            share = statistics.median(times[0] / times[1] for times in rounds)
            figures = " ".join(f"{value:8.0f}" for value in medians[:3])
            print(f"{seats:20} {figures} {medians[3]:13.0f} {share:11.2f}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
