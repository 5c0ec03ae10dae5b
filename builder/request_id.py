"""The id of the request that this thread works for, by which the log lines of several machines belong together."""

from contextvars import ContextVar

#: Empty if the work is for no request. The web app sets it, runners pass it on with their jobs.
CURRENT: ContextVar[str] = ContextVar("request_id", default="")
