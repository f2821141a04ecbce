"""The built-in strategies of Piquet."""

from strategies.piquet.cavendish import Cavendish
from strategies.piquet.greedy import Greedy
from strategies.piquet.random import Random

__all__ = ["Cavendish", "Greedy", "Random"]
