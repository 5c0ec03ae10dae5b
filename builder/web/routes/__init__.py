"""Routes: one module per group of addresses, with its blueprint `pages`, which `app` finds here."""
