"""The HTTP API: send a script, get a result. No login, and nothing of a script is stored.

A call (`calls`) is its path, the dataclass of its options and its return type. The routes, the parsing of
requests and the description at /api/openapi.json are generated from these three.
"""
