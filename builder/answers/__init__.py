"""What other programs are told, as JSON values: `clockwright … --json` and the HTTP API give the same.

`scripts` answers about one script, `lists` says what there is; their return types, in `shapes`, are the shapes of
the answers. `news` tells people, on the command line and on the page alike, what a sync changed.
"""
