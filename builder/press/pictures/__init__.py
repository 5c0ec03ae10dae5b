"""Pictures of scripts: downloaded once, made safe, scaled for print, painted.

`album` lists the pictures of a script and what is wrong with them; `downloads` fetches; `untrusted` turns
bytes of unknown origin into a picture or an error; `store` caches; `scaling` puts pictures on a page.
`painted_icons` paints art: `icon_shapes` prepares the shape, `painting` adds border, shadow and texture.
Addresses: `clockwright:picture/<name>`, `clockwright:painted/<team>/<emblem or name>`.
"""
