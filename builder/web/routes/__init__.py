"""Pages and answers: a module each group of addresses, with its blueprint `pages`, which `app` finds here."""
