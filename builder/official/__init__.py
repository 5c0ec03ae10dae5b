"""The publisher's own wording and art, fetched by users for private use; we may not ship any of it.

`sync.bring` fetches their resources for toolmakers into the user's data folder, `edition` knows what is there,
`publisher_files` turns their files into characters, jinxes and night order, `merging` joins them with our own data.
"""
