"""The words of the beginner's guide and of the Storyteller's check list, on paper and in the app.

Every text is short and stands alone, without markup, so that it can be translated by itself: `N_` marks it for the
tools of gettext, and templates of the app translate it where they show it.
"""

from dataclasses import dataclass

from builder.language import N_


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know: a few words in bold, if any, and what they mean."""

    lead: str
    text: str
    #: How the bold words look: as a team's name, as a reminder token, or as any others.
    look: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading with its points."""

    name: str
    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One side of the guide."""

    name: str
    title: str
    #: Its topics, column by column.
    columns: tuple[tuple[Topic, ...], ...]

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics in the order in which they are read."""
        return tuple(topic for column in self.columns for topic in column)


@dataclass(frozen=True, slots=True)
class Checks:
    """A part of the check list; `again`: it comes round several times in a game."""

    name: str
    title: str
    steps: tuple[str, ...]
    again: bool = False


LEAD = N_(
    "A game for 5 to 20 players and a Storyteller, who runs it and knows everything. Each player secretly gets a "
    "character. Most are good. A few are evil, and act as if they were good. The good players talk, compare their "
    "stories and vote, to find the Demon and execute it. The evil players try to talk them out of it."
)
SCRIPT_HEAD = N_("On this script")
SCRIPT_NOTE = N_(
    "The characters on the script sheet are all that could be in the game. Each player gets one of them. The others "
    "are not in play, and nobody says which those are."
)
RULES_HEAD = N_("Special rules of this script")
RULES_NOTE = N_("Where they differ from this guide, the special rules win.")
COUNTS_HEAD = N_("How many of each")
COUNTS_NOTE = N_(
    "With 16 to 20 players, set up for 15; the others are Travellers. Some abilities change the numbers."
)

TEAMS = Topic(
    "teams",
    N_("The teams"),
    (
        Point(N_("Townsfolk"), N_("are good. Their abilities help to find the Demon."), "townsfolk"),
        Point(
            N_("Outsiders"), N_("are good, but their abilities are a burden to their own side."), "outsider"
        ),
        Point(N_("Minions"), N_("are evil. They protect the Demon and spread confusion."), "minion"),
        Point(
            N_("The Demon"),
            N_("is evil, and usually kills one player each night. Most games have one."),
            "demon",
        ),
        Point(
            N_("Travellers"),
            N_(
                "come late or leave early. Everybody knows their character, but only they and the Storyteller know "
                "their side."
            ),
            "traveller",
        ),
        Point(
            N_("Fabled and Loric"),
            N_("are not players. With them the Storyteller adds a rule for everybody."),
            "fabled",
        ),
    ),
)
WINNING = Topic(
    "winning",
    N_("Who wins"),
    (
        Point(N_("Good wins"), N_("once the Demon is dead.")),
        Point(N_("Evil wins"), N_("once only two players are alive. Travellers are not counted for this.")),
        Point(
            "",
            N_(
                "You win or lose with your team, whether you are alive or dead at the end. A few abilities add other "
                "ways to win."
            ),
        ),
    ),
)
BEGINNING = Topic(
    "beginning",
    N_("To begin"),
    (
        Point(
            "",
            N_(
                "Everybody draws a token from the bag and looks at it in secret. It shows your character and your "
                "ability. Find it on the sheet, and read who else there could be."
            ),
        ),
    ),
)
FIRST_NIGHT = Topic(
    "first-night",
    N_("The first night"),
    (
        Point(
            "",
            N_(
                "All eyes are closed. The Storyteller wakes players with a touch. Answer by pointing or nodding, and "
                "never make a sound."
            ),
        ),
        Point(
            N_("Evil meets."),
            N_(
                "With 7 players or more, the Minions and the Demon see who the others are. The Demon also sees three "
                "good characters that nobody has: safe ones to pretend to be."
            ),
        ),
        Point(N_("Abilities start."), N_("Some players wake and learn something, or choose somebody.")),
        Point("", N_("As a rule, nobody dies on this night.")),
    ),
)
DAY = Topic(
    "day",
    N_("The day"),
    (
        Point(N_("News."), N_("You open your eyes, and the Storyteller says who died in the night.")),
        Point(
            N_("Talk."),
            N_("Get up, walk around, talk in small groups or all together. It is the heart of the game."),
        ),
        Point(
            N_("Vote."), N_("When the day is nearly over, the Storyteller calls you all back to nominate.")
        ),
    ),
)
VOTING = Topic(
    "voting",
    N_("Nominations and votes"),
    (
        Point(
            N_("Nominate."),
            N_(
                "If you are alive, you may nominate one player a day: anybody, even yourself or the dead. Nobody is "
                "nominated twice a day. Say why. The other player answers."
            ),
        ),
        Point(
            N_("Vote."),
            N_(
                "The count goes around the circle once. A raised hand is a vote. The living may vote for every "
                "nominee."
            ),
        ),
        Point(
            N_("Enough votes:"),
            N_(
                "at least as many as half of the living players. With 9 alive, that is 5. Whoever has enough, and more "
                "than anybody else that day, is executed. If two are tied, nobody is."
            ),
        ),
        Point(
            N_("Execution."),
            N_(
                "One a day at most, and then the day is over. An executed player dies, as a rule. Nobody is told which "
                "character it was. You may let a day pass without one, but the Demon will be glad."
            ),
        ),
        Point(
            N_("The dead"),
            N_(
                "are not out of the game. They talk and listen like all others, but have lost their ability. They "
                "cannot nominate, and they have a single vote left for the rest of the game."
            ),
        ),
        Point(
            N_("Exile."),
            N_(
                "A Traveller is not executed but sent away. Anybody may ask for it, and everybody may raise a hand, "
                "even the dead, who lose no vote by it. It takes half of all players."
            ),
        ),
    ),
)
OTHER_NIGHTS = Topic(
    "other-nights",
    N_("All other nights"),
    (
        Point(
            "",
            N_(
                "Now the Demon attacks, and others wake to use their abilities. In the morning you hear who died, but "
                "not how or why."
            ),
        ),
        Point("", N_("Day follows night until one team has won.")),
    ),
)

TERMS = Topic(
    "terms",
    N_("Words to know"),
    (
        Point(
            N_("Drunk, poisoned:"),
            N_(
                "Your ability does not work, and you are not told. The Storyteller goes on as if it did. What you "
                "learn may be wrong."
            ),
        ),
        Point(
            N_("Sober, healthy:"),
            N_("Not drunk, not poisoned: your ability works, and what you learn is right, as a rule."),
        ),
        Point(
            N_("Mad:"),
            N_(
                "You have to convince the others of something, such as being another character. Really try. If the "
                "Storyteller sees that you do not, the ability says what happens."
            ),
        ),
        Point(
            N_("Registers as:"),
            N_(
                "Some players look like something else to abilities: evil though they are good, or another character. "
                "The Storyteller chooses when."
            ),
        ),
        Point(
            N_("Alignment:"),
            N_(
                "Good or evil. It may change while your character stays, or the other way around. You will be told."
            ),
        ),
        Point(
            N_("Neighbors:"),
            N_("The two players who sit next to you. For living neighbors, skip the dead."),
        ),
        Point(
            N_("Grimoire:"),
            N_("The Storyteller’s box, in which every player’s token lies. Players never look into it."),
        ),
    ),
)
MARKS = Topic(
    "marks",
    N_("Marks on tokens and sheets"),
    (
        Point(N_("Each night"), N_("Every night, including the first.")),
        Point(N_("Each night*"), N_("The star means: not on the first night.")),
        Point(
            N_("Once per game"),
            N_("One use, when you choose. It is used up even if you are drunk or poisoned."),
        ),
        Point(
            N_("[+1 Outsider]"),
            N_("Brackets are for the setup. They change who is in the game before anybody draws."),
        ),
        Point(
            N_("Poisoned"),
            N_("A round reminder token. The Storyteller places it next to a character so as not to forget."),
            "token",
        ),
        Point(
            N_("Jinx"),
            N_(
                "Two characters who do not go well together. The sheet says what is different if both are in play."
            ),
        ),
    ),
)
TALKING = Topic(
    "talking",
    N_("What you may say"),
    (
        Point(
            N_("Anything."),
            N_(
                "You may lie about who you are, what you know and which team you are on. So may everybody else."
            ),
        ),
        Point(N_("In private."), N_("You may take others aside and whisper. That is half of the game.")),
        Point(N_("Your token:"), N_("Never show it to anybody. Your word has to be enough.")),
        Point(
            N_("Ask."),
            N_("The Storyteller explains any rule, in private if you like. That answer is always true."),
        ),
    ),
)
FAIR_PLAY = Topic(
    "fair-play",
    N_("Fair play"),
    (
        Point("", N_("At night, keep your eyes closed and stay silent, whatever you hear.")),
        Point(
            "",
            N_("Lying is part of the game. Lie with a smile, and hold nothing against anybody afterward."),
        ),
        Point("", N_("If you have to leave, tell the Storyteller, who will find a way.")),
    ),
)
ADVICE = Topic(
    "advice",
    N_("First advice"),
    (
        Point(
            N_("You are good:"),
            N_(
                "Tell at least one player what you are and what you know, or name three characters, one of them yours. "
                "What dies with you helps nobody. Look for stories that cannot both be true."
            ),
        ),
        Point(
            N_("You are evil:"),
            N_(
                "Choose a good character early, and think of what it would have learned. Talk to many people. Find "
                "your team in private. Doubt others out loud, but vote with the crowd now and then."
            ),
        ),
        Point(
            N_("You are dead:"),
            N_(
                "You still play, and your team still needs you. People trust the dead more: ask, compare, say what you "
                "think. Save your last vote for the day when it matters most."
            ),
        ),
        Point(
            N_("You are lost:"),
            N_("Say so. Ask your neighbors what they make of it all, or have a word with the Storyteller."),
        ),
    ),
)

PAGES = (
    Page(
        "game",
        N_("How to Play"),
        ((TEAMS, WINNING, BEGINNING, FIRST_NIGHT), (DAY, VOTING, OTHER_NIGHTS)),
    ),
    Page("terms", N_("Good to Know"), ((TALKING, FAIR_PLAY, MARKS), (TERMS, ADVICE))),
)

CHECKS_TITLE = N_("Storyteller’s Checklist")
SETUP_TITLE = N_("Setup on this script")
SETUP_NOTE = N_("For the characters in play:")
JINX_STEP = N_("Tell everybody about the jinxes of this script.")
RULES_STEP = N_("Explain this script’s special rules to everybody.")
GUESTS_STEP = N_("Show the Fabled and Loric that are in play, and say what they do.")
BEFORE = Checks(
    "before",
    N_("Before the game"),
    (
        N_("Give everybody a character sheet. Explain the rules to whoever is new."),
        N_("Count the players without Travellers. Look up how many of each team are in play."),
        N_("Choose the Demon first, then Minions, Outsiders and Townsfolk."),
        N_("Follow the setup instructions of those characters."),
        N_("Put the tokens in the bag, shake it, and count them once more."),
        N_("Let everybody draw. Note who is who, and lay out the Grimoire in the order of the seats."),
        N_("Place the reminder tokens that start in play."),
        N_("Choose bluffs for the Demon: three good characters that nobody has."),
    ),
)
FIRST_NIGHT_CHECKS = Checks(
    "first-night",
    N_("First night"),
    (
        N_("Have everybody close their eyes. Wait until it is quiet."),
        N_(
            "With 7 players or more: show the Minions and the Demon to each other, and show the Demon the bluffs."
        ),
        N_("Go down the first-night sheet. Check off each row as you finish it."),
        N_("For drunk and poisoned players, think of false answers that could be true."),
        N_("Look over the Grimoire once more, then let everybody wake up."),
    ),
)
DAY_CHECKS = Checks(
    "day",
    N_("Each day"),
    (
        N_("Say who died in the night, and nothing more."),
        N_("Let people talk, a little shorter every day. Be there for private questions."),
        N_("Watch for abilities that are used by day, and for players who have to be mad."),
        N_("Call everybody together and open nominations."),
        N_("Count votes aloud. Remember the highest number, and whose it was."),
        N_("Take the vote token of each dead player who votes."),
        N_("Execute at most one player. Say who it is, and whether they die."),
        N_("Ask yourself whether a team has won."),
    ),
    again=True,
)
NIGHT_CHECKS = Checks(
    "night",
    N_("Each night"),
    (
        N_("Eyes closed. Take away the reminder tokens that end at dusk."),
        N_("Go down the sheet for the other nights."),
        N_("With each row: are they alive, sober and healthy? Is the ability used up?"),
        N_("Mark who dies, and who has lost their ability."),
        N_("Before dawn: has a team won?"),
    ),
    again=True,
)
END_CHECKS = Checks(
    "end",
    N_("The end"),
    (
        N_(
            "The Demon is dead, or only two players are alive? See whether an ability says that the game goes on."
        ),
        N_("Say which team has won."),
        N_("Open the Grimoire. Tell what happened at night, and let everybody say who they were."),
        N_("Put the tokens back, and thank the players."),
    ),
)
CHECKS = (BEFORE, FIRST_NIGHT_CHECKS, DAY_CHECKS, NIGHT_CHECKS, END_CHECKS)
