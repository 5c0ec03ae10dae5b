"""`clockwright serve`: the web app."""

import click


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port.")
@click.option("--workers", type=click.IntRange(1, 64), help="How many documents to make in parallel.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(host: str, port: int, workers: int | None, *, no_browser: bool) -> None:
    """Open the web app and serve it until Ctrl-C."""
    from builder import web

    web.serve(host, port, workers, browser=not no_browser)
