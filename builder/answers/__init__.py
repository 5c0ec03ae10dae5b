"""The answers for other programs, as JSON values: the same for `clockwright … --json` and the HTTP API.

`scripts` and `wording` answer about one script, `lists` lists what is available; their return types are in `shapes`.
`sync_report` describes what a sync changed, for the command line and the settings page.
"""
