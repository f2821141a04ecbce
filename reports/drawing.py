"""The sheet of paper that all figures are drawn on: size, colours, letters, and the way into a page or into files.

A figure is drawn once, in the colours of the light page. Inside a page those few colours become CSS variables, so that
the same picture is readable in the dark; ids are renamed, so that many pictures can stand on one page.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports.words import minus, short
from simulator.errors import RequestError

WIDTH = 5.0  # inches: 360 units, about the width of a phone, so that letters stay readable there
INK, FAINT, GRID = "#1d1c1a", "#6b6864", "#d9d5cc"
# Okabe and Ito, Color Universal Design, 2008: told apart by every kind of colour vision.
ROLES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
MARKERS = ("o", "s", "^", "D", "v")
NEUTRAL, NOBODY = "#a3a09a", "#e4e0d8"
ON = "#fffffe"  # letters on a role's colour
VARIABLES = {
    INK: "currentColor",
    FAINT: "var(--faint)",
    GRID: "var(--grid)",
    NEUTRAL: "var(--neutral)",
    NOBODY: "var(--nobody)",
    ON: "var(--on)",
    **{colour: f"var(--role-{seat})" for seat, colour in enumerate(ROLES)},
}
FORMATS = ("png", "svg", "pdf")
NO_DATES = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "pdf": {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None},
}
STYLE = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that every machine lays a figure out alike
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.edgecolor": FAINT,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "pdf.fonttype": 42,
    "svg.hashsalt": "quatorze",
}


@dataclass(frozen=True)
class Picture:
    """One figure, and what is said of it.

    Attributes
    ----------
    key : str
        Letters, digits and hyphens: its name in ids and files.
    title, caption : str
        The title (also drawn) and what stands beneath: what is shown and of how many deals.
    label : str
        The same in words for who cannot see it.
    figure : Figure
        The drawing.
    leads : bool
        Whether it begins a new line where figures stand side by side.
    """

    key: str
    title: str
    caption: str
    label: str
    figure: Figure
    leads: bool = False


@contextmanager
def style(fonttype: str = "none") -> Iterator[None]:
    """Hold matplotlib's settings to the house's for a while; `fonttype` says whether an SVG has text or outlines."""
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()  # a user's matplotlibrc must not change our bytes
        mpl.rcParams.update({**STYLE, "svg.fonttype": fonttype})
        warnings.filterwarnings("ignore", message="Glyph .* missing from")  # a name may hold any letter
        yield


def sheet(title: str, height: float, rows: int = 1) -> tuple[Figure, list[Any]]:
    """Return a figure with its title and `rows` axes one above the other that share their x axis."""
    layout = ConstrainedLayoutEngine(h_pad=0.04, w_pad=0.04, hspace=0.05)
    figure = Figure(figsize=(WIDTH, height), layout=layout)
    figure.suptitle(short(title, 58), x=0.01, ha="left", fontsize=10.5, fontweight="bold")
    return figure, list(figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0])


def role_colour(seat: int) -> str:
    """Return the colour of the role in that place."""
    return ROLES[seat % len(ROLES)]


def marker(seat: int) -> str:
    """Return the marker of the role in that place: colours are not all that tells roles apart."""
    return MARKERS[seat % len(MARKERS)]


def percent(number: float) -> str:
    r"""Write a share as a label on a bar: at most two digits that matter, ``<0.1`` for less.

    Examples
    --------
    >>> [percent(x).replace("\u202f", " ") for x in (0.544, 0.0213, 0.0002, 0.0)]
    ['54 %', '2.1 %', '<0.1 %', '0 %']
    """
    if 0 < number < 0.0005:
        return "<0.1\u202f%"
    tenths = number * 100 < 9.95 and number != 0
    return f"{number * 100:.1f}\u202f%" if tenths else f"{number * 100:.0f}\u202f%"


def tick(number: float) -> str:
    """Write a tick that stands at `number` percent."""
    return f"{number:.6g}\u202f%" if number else "0"


def decades(values: list[float]) -> tuple[float, float] | None:
    """Return the powers of ten around all positive values, None without any."""
    positive = [value for value in values if value > 0 and math.isfinite(value)]
    if not positive:
        return None
    return 10.0 ** math.floor(math.log10(min(positive))), 10.0 ** max(
        math.ceil(math.log10(max(positive))), math.floor(math.log10(min(positive))) + 1
    )


def svg(picture: Picture, prefix: str) -> str:
    """Return a figure as inline SVG: scaled by the page, in the page's colours and letters, its ids after `prefix`.

    Parameters
    ----------
    picture : Picture
    prefix : str
        Letters, digits and hyphens; different for every picture on the page.
    """
    buffer = io.StringIO()
    with style():
        picture.figure.savefig(buffer, format="svg", transparent=True, metadata=NO_DATES["svg"])
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    for pattern in (r"<metadata>.*?</metadata>", r"<style\b.*?</style>", r"<!--.*?-->"):  # its style rule is global
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    box = re.search(r'viewBox="([\d. ]+)"', text)
    body = text[text.index(">") + 1 :]
    used = dict.fromkeys(re.findall(r'(?:url\(#|xlink:href="#)([^")]+)', "".join(re.findall(r"<[^>]*>", body))))
    names = {name: f"{prefix}-{number}" for number, name in enumerate(used)}
    body = re.sub(r"<[^>]*>", lambda tag: _restyled(tag[0], names), body)
    body = re.sub(r">\s+<", "><", body).strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="{box[1] if box else "0 0 360 216"}"'
        f' role="img" aria-label="{escape(picture.label)}">{body}'
    )


def save(picture: Picture, directory: Path | str, prefix: str = "") -> list[Path]:
    """Write a figure as PNG (200 dots an inch), SVG (letters as outlines) and PDF, on white; return the files.

    Raises
    ------
    RequestError
        When the folder does not exist or cannot be written.
    """
    folder = Path(directory)
    files = []
    for kind in FORMATS:
        file = folder / f"{prefix}{picture.key}.{kind}"
        try:
            with style("path"):
                picture.figure.savefig(file, format=kind, dpi=200, facecolor="white", metadata=NO_DATES[kind])
        except OSError as error:
            raise RequestError(
                f"cannot write {str(file)!r}: {error.strerror or error}; give a folder that can be written"
            ) from None
        files.append(file)
    return files


def signed(number: float) -> str:
    """Write a whole number on an axis, with a true minus sign."""
    return minus(f"{number:g}")


def _restyled(tag: str, names: dict[str, str]) -> str:
    """Return one tag of an SVG for a page: shared colours and letters, only the ids that something refers to."""
    tag = re.sub(r"font-family: [^;\"]*(; )?", "", tag)
    for colour, variable in VARIABLES.items():
        tag = tag.replace(colour, variable)
    tag = re.sub(r' id="([^"]*)"', lambda found: f' id="{names[found[1]]}"' if found[1] in names else "", tag)
    tag = re.sub(r'(url\(#|href="#)([^")]+)', lambda found: found[1] + names[found[2]], tag)
    tag = tag.replace("xlink:href=", "href=")
    tag = re.sub(r' transform="rotate\(-0 [^"]*"', "", tag)
    tag = re.sub(r"(\d\.\d\d)\d+", r"\1", tag)
    return re.sub(r"\s+", " ", tag)
