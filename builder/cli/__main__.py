"""Makes `python -m builder.cli` run the command line, too."""

from builder.cli import main

main()
