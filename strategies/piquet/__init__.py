"""The built-in strategies of Piquet, from the weakest to the strongest."""

from strategies.piquet.cavendish import Cavendish
from strategies.piquet.greedy import Greedy
from strategies.piquet.random import Random

STRATEGIES = (Random, Greedy, Cavendish)
