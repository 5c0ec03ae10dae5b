"""`python -m builder.cli` is the command line, too."""

from builder.cli import main

main()
