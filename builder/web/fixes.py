"""Buttons that mend a problem: the mended script has an address of its own; the old one stays."""

from flask import Blueprint, redirect, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

import builder
from builder.checks import fixes
from builder.errors import UnreadableScriptError
from builder.web import mistakes
from builder.web.script import opened
from builder.web.services import services

pages = Blueprint("fixes", __name__)


@pages.post("/s/<identifier>/fix")
def fix(identifier: str) -> Response:
    """Applies the fix of one problem, found by its number and code, and leads to the mended script."""
    script = opened(identifier)
    number = request.form.get("problem", type=int, default=-1)
    problem = script.problems[number] if 0 <= number < len(script.problems) else None
    if problem is None or problem.fix is None or problem.code != request.form.get("code"):
        raise BadRequest("This problem is not on the script (any more). Reload its page.")
    try:
        mended = fixes.apply(script.script, problem.fix.op)
        kept = services().store.put(builder.dump(mended).encode())
    except (LookupError, UnreadableScriptError):
        raise BadRequest(
            "With this fix the script could not be read any more. Mend the file by hand."
        ) from None
    except OSError:
        return mistakes.page(507)
    return redirect(f"/s/{kept.id}#problems", 303)
