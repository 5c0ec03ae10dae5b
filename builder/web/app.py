"""Puts the app together: settings, shared parts, templates, guards, pages."""

from pathlib import Path
from typing import Any

import jinja2
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from builder import artefacts, assets
from builder import settings as environment
from builder.artefacts import icon_work
from builder.cache import DiskCache
from builder.library import Library
from builder.press.pool import RenderPool
from builder.settings import Settings
from builder.template_cache import TemplateCache
from builder.web import (
    almanac,
    bloodstar,
    build,
    characters,
    compression,
    deal,
    documents,
    drawings,
    export,
    fragments,
    guard,
    health,
    history,
    icon_batch,
    icon_files,
    icons,
    importing,
    library,
    likeness,
    limits,
    look,
    metrics,
    mistakes,
    night,
    ornaments,
    preferences,
    printing,
    prints,
    proof,
    publish,
    rights,
    samples,
    saving,
    saying,
    script,
    services,
    sets,
    share,
    static,
    upkeep,
)
from builder.web.api.routes import api
from builder.web.fair_press import FairPress
from builder.web.services import Services
from builder.web.store import ScriptStore

MEGABYTE = 1 << 20
#: A script may have 2 MB; what a form wraps around it (line ends become two characters) comes on top.
LARGEST_REQUEST = 4 * MEGABYTE
#: Many files at once, where they are opened (`importing.bring`).
LARGEST_UPLOAD = importing.LARGEST_UPLOAD
MOST_PARTS = importing.MOST_FILES + 10
PAGES = (
    library.pages,
    importing.pages,
    bloodstar.pages,
    build.pages,
    icons.pages,
    icon_files.pages,
    icon_batch.pages,
    characters.pages,
    saving.pages,
    night.pages,
    prints.pages,
    proof.pages,
    sets.pages,
    deal.pages,
    history.pages,
    share.pages,
    export.pages,
    almanac.pages,
    publish.pages,
    preferences.pages,
    script.pages,
    documents.pages,
    drawings.pages,
    look.pages,
    health.pages,
    metrics.pages,
    api,
    static.pages,
)


def create(settings: Settings | None = None, *, press: RenderPool | None = None) -> Flask:
    """The app, ready to answer."""
    settings = settings or environment.settings()
    app = Flask("builder.web", template_folder=str(assets.templates("web")), static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        MAX_FORM_PARTS=MOST_PARTS,
    )
    proxied: Any = app
    proxied.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, x_host=0)
    services.attach(app, _services(settings, press))
    _prepare_templates(app, settings.data_folder)
    compression.protect(app)
    guard.protect(app)
    rights.protect(app)
    limits.watch(app)
    metrics.watch(app)
    upkeep.watch(app)
    mistakes.explain(app)
    for pages in PAGES:
        app.register_blueprint(pages)
    return app


def _services(settings: Settings, press: RenderPool | None) -> Services:
    library = Library.open(settings)
    samples.give(library, settings)
    return Services(
        settings=settings,
        store=ScriptStore(library),
        press=FairPress(press or _pool(settings), hosted=settings.hosted),
    )


def _pool(settings: Settings) -> RenderPool:
    return RenderPool(
        artefacts.make,
        settings.data_folder / "documents",
        fingerprint=printing.fingerprint(),
        bring=printing.bring,
        workers=settings.workers,
        seconds=settings.render_seconds,
        memory_mb=settings.render_memory_mb,
        pictures={icon_work.READ.kind, icon_work.PAINT.kind},
    )


def _prepare_templates(app: Flask, folder: Path) -> None:
    app.jinja_options = {
        "autoescape": True,
        "undefined": jinja2.StrictUndefined,
        "extensions": ["jinja2.ext.i18n"],
        "trim_blocks": True,
        "lstrip_blocks": True,
        "bytecode_cache": TemplateCache(DiskCache(folder / "templates", key=rights.secret_key(folder))),
    }
    saying.install(app)
    app.jinja_env.filters["short"] = short
    app.jinja_env.globals.update(
        static_url=static.CURRENT.address,
        mark=ornaments.mark,
        team_mark=ornaments.team_mark,
        theme_mark=ornaments.theme_mark,
        emblem=drawings.emblem,
        likeness=likeness.shown,
        cards=fragments.cards,
        rows=fragments.rows,
        night_rows=fragments.night_rows,
        jinx_rows=fragments.jinx_rows,
        setup_table=fragments.setup_table,
        findings=fragments.findings,
    )
    app.context_processor(look.context)


def short(text: str, length: int = 120) -> str:
    """A text cut to a length that a page can bear."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
