"""Floor 2: players. One module a game holds its built-in strategies; `strategies.load` reads specifications."""
