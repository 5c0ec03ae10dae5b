"""`clockwright serve`, `worker`: the web app, and the jobs of the farm on this machine."""

import click

from builder.errors import ClockwrightError
from builder.language import gettext as _, join
from builder.settings import settings


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port.")
@click.option("--workers", type=click.IntRange(1, 64), help="How many documents to make in parallel.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(host: str, port: int, workers: int | None, *, no_browser: bool) -> None:
    """Open the web app and serve it until Ctrl-C."""
    from builder import web

    web.serve(host, port, workers, browser=not no_browser)


QUEUES = ("pages", "bulk")


@click.command("worker")
@click.option(
    "--queues",
    default=",".join(QUEUES),
    show_default=True,
    metavar="NAME,…",
    help="Which jobs to do: pages (somebody waits for them), bulk (print --farm).",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 64),
    metavar="N",
    help="How many documents to make in parallel.  [default: one per core]",
)
@click.option(
    "--metrics", type=click.IntRange(0, 65535), metavar="PORT", help="Serve numbers for Prometheus there."
)
def worker(queues: str, concurrency: int | None, metrics: int | None) -> None:
    """Make documents for the farm (CLOCKWRIGHT_BROKER) until Ctrl-C; those that are being made then are finished."""
    names = [name.strip() for name in queues.split(",") if name.strip()]
    for name in names:
        if name not in QUEUES:
            raise click.BadParameter(
                _("“%(name)s” is no queue; there are %(queues)s.") % {"name": name, "queues": join(QUEUES)},
                param_hint="--queues",
            )
    from builder import logs
    from builder.artefacts import runner
    from builder.press.workers import cores

    logs.begin(settings())
    runner.farm(settings()).close()  # says what is missing
    from builder.farm import worker

    try:
        worker.run(settings(), names or QUEUES, concurrency or cores(), metrics)
    except OSError as error:
        raise ClockwrightError(
            _("The port for --metrics cannot be used: %(strerror)s.") % {"strerror": error.strerror}
        ) from error
