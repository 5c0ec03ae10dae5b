"""Creates the app: settings, services, templates, request hooks, pages."""

import importlib
import pkgutil
from typing import Any

import jinja2
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from builder import assets, settings as environment
from builder.artefacts import runner
from builder.artefacts.fingerprint import program
from builder.cache import DiskCache
from builder.game.character import bare
from builder.game.teams import Team
from builder.jinja_templates import TemplateCache
from builder.language import gettext as _
from builder.library import Library
from builder.object_store import ObjectStore
from builder.prose_lists import capital, cut
from builder.settings import Settings
from builder.web import routes
from builder.web.api.routes import api
from builder.web.infra import (
    compression,
    error_pages,
    guard,
    rate_limit,
    rights,
    samples,
    services,
    translations,
    upkeep,
)
from builder.web.infra.broker import Broker, Presence
from builder.web.infra.fair_press import FairPress
from builder.web.infra.render_cache import RenderCache
from builder.web.infra.script_store import ScriptStore
from builder.web.infra.services import Services
from builder.web.routes import importing, monitoring, static_files, theme
from builder.web.view_models import drawings, fragments, just_opened, thumbnail

MEGABYTE = 1 << 20
#: A script may have 2 MB; a form adds to that (line ends become two characters).
LARGEST_REQUEST = 4 * MEGABYTE
#: The limit for several files at once, on the addresses that open them (`routes.importing`).
LARGEST_UPLOAD = importing.LARGEST_UPLOAD
MOST_PARTS = importing.MOST_FILES + 10
#: Renders run at this niceness (at most 19), so that web pages stay fast.
NICENESS = 3


def create(settings: Settings | None = None, *, press: RenderCache | None = None) -> Flask:
    """Creates the app with everything it needs to handle requests."""
    settings = settings or environment.settings()
    app = Flask("builder.web", template_folder=str(assets.templates("web")), static_folder=None)
    app.jinja_environment = translations.Environment
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        MAX_FORM_PARTS=MOST_PARTS,
    )
    proxied: Any = app
    proxied.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, x_host=0)
    app.extensions[services.EXTENSION] = _services(settings, press)
    _prepare_templates(app, settings)
    compression.protect(app)
    translations.watch(app)
    guard.protect(app)
    rights.protect(app)
    rate_limit.watch(app)
    monitoring.watch(app)
    upkeep.watch(app)
    error_pages.explain(app)
    for module in pkgutil.iter_modules(routes.__path__, f"{routes.__name__}."):
        app.register_blueprint(importlib.import_module(module.name).pages)
    app.register_blueprint(api)
    return app


def _services(settings: Settings, press: RenderCache | None) -> Services:
    broker = Broker(settings.broker) if settings.broker else None
    library = Library.open(settings)
    samples.give(library, settings)
    return Services(
        settings=settings,
        store=ScriptStore(library),
        press=FairPress(press or _press(settings), hosted=settings.hosted),
        presence=Presence(broker),
        broker=broker,
    )


def _press(settings: Settings) -> RenderCache:
    makers = runner.start(settings.workers, settings, niceness=NICENESS)
    if settings.artefacts and not settings.broker:  # a farm stores its documents itself
        return RenderCache(makers, ObjectStore(f"{settings.artefacts}/documents"), fingerprint=program())
    return RenderCache(makers, settings.data_folder / "documents")


def _prepare_templates(app: Flask, settings: Settings) -> None:
    folder = settings.data_folder
    app.jinja_options = {
        "autoescape": True,
        "undefined": jinja2.StrictUndefined,
        "extensions": ["jinja2.ext.i18n"],
        "trim_blocks": True,
        "lstrip_blocks": True,
        "bytecode_cache": TemplateCache(DiskCache(folder / "templates", key=rights.secret_key(settings))),
    }
    translations.install(app)
    app.jinja_env.filters["short"] = short
    app.jinja_env.filters["capital"] = capital
    app.jinja_env.filters["bare"] = bare
    app.jinja_env.globals.update(
        static_url=static_files.CURRENT.address,
        mark=drawings.mark,
        team_mark=drawings.team_mark,
        team_label=team_label,
        theme_mark=drawings.theme_mark,
        emblem=thumbnail.drawn_emblem,
        has_import_report=lambda identifier: rights.library().has_import(identifier),
        has_wording_note=theme.has_wording_note,
        emblem_address=thumbnail.emblem_address,
        likeness=thumbnail.shown,
        cards=fragments.cards,
        rows=fragments.rows,
        night_rows=fragments.night_rows,
        jinx_rows=fragments.jinx_rows,
        setup_table=fragments.setup_table,
        findings=fragments.findings,
        just_opened=just_opened.just_opened,
    )
    app.context_processor(theme.context)


def team_label(team: str) -> str:
    """The name of a team, or that it is unknown."""
    return Team(team).label if team in {*Team} else _("Unknown")


def short(text: str, length: int = 120) -> str:
    """Cuts a text to a length that fits on a page."""
    return cut(text, length)
