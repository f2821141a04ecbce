"""How fast it is here, side by side: the kernel beside a C program of the same work, a run beside the bare kernel.

Usage: ``python benchmarks/run.py [deals]`` (1,000,000 by default). In every round all are measured one after the other,
so that a machine that slows down slows all of them; a ratio is the median of the ratios of the rounds.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.yardstick import MissingError, Yardstick, machine
from quatorze import planning, running
from simulator.batch import Rows
from simulator.spans import CHUNK, ranges

ROUNDS = 7


def timed(function: Callable[[], object]) -> float:
    """Return the seconds that `function` takes."""
    begun = time.perf_counter()
    function()
    return time.perf_counter() - begun


def rounds(measures: dict[str, Callable[[], object]], count: int) -> dict[str, list[float]]:
    """Return the nanoseconds a deal of each measure in each round; every other round goes backwards."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(ROUNDS):
        for name in list(measures) if number % 2 == 0 else reversed(measures):
            found[name].append(timed(measures[name]) / count * 1e9)
    return found


def ratio(found: Mapping[str, list[float]], one: str, other: str) -> float:
    """Return the median over the rounds of how many times as long one takes as the other."""
    return statistics.median(a / b for a, b in zip(found[one], found[other], strict=True))


def told(name: str, value: float, least: bool, target: float) -> None:
    """Print a ratio beside its target."""
    met = value >= target if least else value <= target
    print(f"  {name:44} {value:6.2f}   target {'>=' if least else '<='} {target:g}: {'met' if met else 'missed'}")


def against_c(deals: int) -> None:
    """Print the kernel beside the C program, greedy against greedy under the rules ``seed``."""
    engine = planning.plan("piquet", "seed", "greedy", deals, seed=1).chunk().engine()
    try:
        yardstick = Yardstick(engine)
    except MissingError as problem:
        print(f"the C program is left out: {problem}\n")
        return
    yardstick.check(1, 100_000)
    measures: dict[str, Callable[[], object]] = {
        "C, policy inlined": lambda: yardstick.play(1, 0, deals, pointers=False),
        "C, function pointers": lambda: yardstick.play(1, 0, deals, pointers=True),
        "C, bare": lambda: yardstick.bare(1, 0, deals),
        "kernel": lambda: engine.play(1, engine.jobs([(0, deals)])),
    }
    found = rounds(measures, deals)
    print("greedy under seed, one core, the same rows byte for byte; nanoseconds a deal (median)")
    for name, values in found.items():
        print(f"  {name:44} {statistics.median(values):6.0f}")
    told("kernel / C with function pointers", ratio(found, "kernel", "C, function pointers"), False, 1.2)
    told("kernel / C inlined", ratio(found, "kernel", "C, policy inlined"), False, 1.8)
    print()


def of_runs(deals: int, place: Path) -> None:
    """Print what summing and storing cost beside playing, one worker."""
    for seats in ("greedy", "random", "cavendish"):
        count = deals // 20 if seats == "cavendish" else deals
        request = planning.plan("piquet", "seed", seats, count, seed=1, workers=1)
        engine = request.chunk().engine()
        part = engine.play(1, engine.jobs([(0, min(count, CHUNK))]))
        table = request.game.columns.table(part)

        def kernel() -> None:
            for first, size in ranges(0, request.deals):  # noqa: B023
                engine.play(1, engine.jobs([(first, size)]))  # noqa: B023

        def kept() -> None:
            shutil.rmtree(place / "run", ignore_errors=True)
            running.play(request, place / "run")  # noqa: B023

        def bare() -> None:
            for _ in ranges(0, request.deals):  # noqa: B023
                pq.write_table(table, place / "bare.parquet", compression="zstd")  # noqa: B023

        def summed() -> None:
            for _ in ranges(0, request.deals):  # noqa: B023
                running.measure(request.game, running.summaries(request), Rows(part, None))  # noqa: B023

        def run() -> None:
            running.play(request)  # noqa: B023

        found = rounds(
            {"kernel": kernel, "run": run, "run --out": kept, "bare write_table": bare, "sums": summed}, count
        )
        print(f"{seats} under seed, one worker; nanoseconds a deal (median)")
        for name, values in found.items():
            print(f"  {name:44} {statistics.median(values):6.0f}")
        storing = [a - b for a, b in zip(found["run --out"], found["run"], strict=True)]
        if seats == "greedy":
            told("kernel / run", ratio(found, "kernel", "run"), True, 0.7)
            told(
                "storing / bare write_table",
                ratio({**found, "storing": storing}, "storing", "bare write_table"),
                False,
                1.3,
            )
            told("summing, microseconds a row", statistics.median(found["sums"]) / 1000, False, 0.3)
        print()


def main() -> None:
    deals = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    place = Path(tempfile.mkdtemp(prefix="quatorze-bench-"))
    print(f"{machine()}; {ROUNDS} rounds of {deals:,} deals\n")
    try:
        against_c(deals)
        of_runs(deals, place)
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
