"""Infrastructure that all pages use: access checks, limits, errors, logs, stores and jobs."""
