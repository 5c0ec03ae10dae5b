"""The farm: renders on several machines, with Celery over Redis. Imported only if CLOCKWRIGHT_BROKER is set.

`client` hands jobs in and waits for them, `worker` does them, `jobs` is what both know. See docs/farm.md.
"""
