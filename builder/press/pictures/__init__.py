"""Pictures from outside: fetched once, made safe, scaled to print, painted.

`wishes` says what a script asks for and what became of it; `gathering` fetches; `reading` and `vector` turn bytes of
unknown origin into a picture or a reason; `store` keeps; `scaling` and `drawn` put them on a page; `painting` paints.
Addresses: `clockwright:picture/<name>`, `clockwright:painted/<team>/<emblem or name>`.
"""
