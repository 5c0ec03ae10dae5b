"""Pictures from outside: fetched once, made safe, scaled to print, painted.

`album` says what a script asks for and what became of it; `downloads` fetches; `untrusted` and `svg` turn bytes of
unknown origin into a picture or a reason; `store` caches; `scaling` and `drawn` put pictures on a page. `painted_icons`
paints art: `icon_shapes` is what is painted, `icon_effects` what is around and over it, `painting` puts it together.
Addresses: `clockwright:picture/<name>`, `clockwright:painted/<team>/<emblem or name>`.
"""
