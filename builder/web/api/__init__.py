"""The HTTP API: a script in, an answer out. No login, and nothing of a script is kept.

A call (`calls`) is its path, the dataclass of its options and the type of its answer. The routes, the reading of
what is asked and the description at /api/openapi.json are made from these three.
"""
