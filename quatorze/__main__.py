"""``python -m quatorze``."""

from quatorze.cli import main

if __name__ == "__main__":
    main()
