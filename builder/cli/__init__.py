"""The command line: `clockwright print my-script.json`.

Each command is in a module of its own, imported when it is called. Answers go to standard output, messages
to standard error; with `--json` standard output contains one JSON value and nothing else.
"""

__all__ = ["main"]


def main() -> None:
    """Runs the command line and ends the process with its exit status."""
    from builder.cli.program import program

    program.main(prog_name="clockwright")
