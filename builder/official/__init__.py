"""The publisher's own wording and art, fetched by users for private use; we may not ship any of it.

`sync.bring` fetches their resources for toolmakers into the user's data folder, `state` knows what is there, `reading`
turns their files into characters, jinxes and night order, `merging` joins them with what we know ourselves.
"""
