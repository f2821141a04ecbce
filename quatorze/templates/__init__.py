"""A strategy to start from for each game: real files, which the tests play."""
