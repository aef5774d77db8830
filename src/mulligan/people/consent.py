"""What somebody is told before the first game of a study, in plain words; a change of them is a change of TERMS."""

from __future__ import annotations

QUESTION = "May we keep your games for a study?"
ABOUT = (
    "Games of people against the computer are counted here, to find out how well it plays. You can take part, or play "
    "just the same without."
)
KEPT = (
    "your moves, the result, your seat and the opponent",
    "which game and setup it was, the seed of its cards, and when it began and ended",
    "whether you took moves back, asked for hints or looked at the opponent's thoughts: you may, such games are "
    "counted apart",
    "a name that you choose, or a random one: it need not be yours",
    "a mark by which the study knows you again, made of this browser's cookie (at the keyboard, of that name)",
)
NOT_KEPT = "Neither the address of your computer nor anything else about you is kept."
WHO = "Whoever runs this server can read all of it. Others see only totals of several people."
WITHDRAW = "You can withdraw whenever you like: then your name and all your games are deleted from the study."
