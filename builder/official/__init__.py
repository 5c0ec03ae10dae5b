"""The publisher's own wording and art, fetched by a person for private use; none of it is ours to ship.

`sync.bring` fetches their resources for toolmakers into the user's data folder, `state` knows what is there, `reading`
turns their files into characters, jinxes and night order, `merging` joins them with what we know ourselves.
"""
