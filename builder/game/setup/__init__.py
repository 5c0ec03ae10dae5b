"""Who may be in play together: setup effects, allowed numbers, legal tables, deals (game-facts §3).

summary.setups(script, rules).rows[7].allowed                what the script can do with 7 players
legality.check_table(script, rules, 7, ids).violations       is this table legal?
dealing.deal(script, rules, 7, seed=1).bag                   a legal setup, with all that a Storyteller does

`rules` is `catalogue.rules()`, or another table of rules. Every one of them raises a `rules.SetupError` (a
ValueError whose text is meant for a person) for a question without an answer.
"""
