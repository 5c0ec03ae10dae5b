"""The publisher's own wording and art, fetched by users for private use; we may not ship any of it.

`sync.bring` fetches their resources for toolmakers into the user's data folder, `publisher_files` turns them into
characters, jinxes and night order, `edition` knows what is there and joins it with our own data.
"""
