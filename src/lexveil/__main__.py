"""`python -m lexveil`: the command line."""

from lexveil.cli import main

if __name__ == "__main__":
    main()
