"""What every page stands on: guards, limits, errors, logs, stores and jobs."""
