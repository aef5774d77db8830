"""The tables of a store, and how an older store gets those that it lacks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

# Each script takes a store from one version of its schema to the next; a new store goes through all of them.
SCRIPTS = (
    """
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        started TEXT NOT NULL,
        command TEXT NOT NULL,
        mulligan TEXT NOT NULL,
        python TEXT NOT NULL,
        numba TEXT NOT NULL,
        numpy TEXT NOT NULL,
        machine TEXT NOT NULL,
        workers TEXT NOT NULL
    );
    CREATE TABLE contest (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        version TEXT NOT NULL,
        agents TEXT NOT NULL,
        players TEXT NOT NULL,
        oracles TEXT NOT NULL,
        setup TEXT NOT NULL,
        seed TEXT NOT NULL,
        deals TEXT
    );
    CREATE TABLE game (
        contest INTEGER NOT NULL REFERENCES contest (id) ON DELETE CASCADE,
        pair INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        dealer INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        score REAL NOT NULL,
        turns INTEGER NOT NULL,
        decisions_1 INTEGER NOT NULL,
        decisions_2 INTEGER NOT NULL,
        cpu_1 REAL NOT NULL,
        cpu_2 REAL NOT NULL,
        simulations_1 INTEGER NOT NULL,
        simulations_2 INTEGER NOT NULL,
        cpu REAL NOT NULL,
        run INTEGER NOT NULL REFERENCES run (id),
        PRIMARY KEY (contest, pair, seat)
    ) WITHOUT ROWID;
    CREATE TABLE experiment (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        spec TEXT NOT NULL,
        changed TEXT NOT NULL
    );
    CREATE TABLE cell (
        experiment INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        label TEXT NOT NULL,
        contest INTEGER NOT NULL REFERENCES contest (id),
        goal INTEGER NOT NULL,
        PRIMARY KEY (experiment, number)
    ) WITHOUT ROWID;
    """,
    # The totals of each contest, kept up by the store itself: nobody has to count a million games to show a table.
    """
    CREATE TABLE tally (
        contest INTEGER PRIMARY KEY REFERENCES contest (id) ON DELETE CASCADE,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        points REAL NOT NULL,
        turns INTEGER NOT NULL,
        decisions_1 INTEGER NOT NULL,
        decisions_2 INTEGER NOT NULL,
        cpu_1 REAL NOT NULL,
        cpu_2 REAL NOT NULL,
        simulations_1 INTEGER NOT NULL,
        simulations_2 INTEGER NOT NULL,
        cpu REAL NOT NULL,
        cpu_squares REAL NOT NULL,
        last_pair INTEGER NOT NULL
    );
    INSERT INTO tally
        SELECT contest, count(*), sum(score >= 1), sum(score > 0 AND score < 1), sum(score <= 0), sum(score),
            sum(turns), sum(decisions_1), sum(decisions_2), sum(cpu_1), sum(cpu_2), sum(simulations_1),
            sum(simulations_2), sum(cpu), sum(cpu * cpu), max(pair)
        FROM game GROUP BY contest;
    CREATE TRIGGER counted AFTER INSERT ON game BEGIN
        INSERT INTO tally VALUES (new.contest, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1) ON CONFLICT DO NOTHING;
        UPDATE tally SET games = games + 1,
            wins = wins + (new.score >= 1),
            draws = draws + (new.score > 0 AND new.score < 1),
            losses = losses + (new.score <= 0),
            points = points + new.score,
            turns = turns + new.turns,
            decisions_1 = decisions_1 + new.decisions_1,
            decisions_2 = decisions_2 + new.decisions_2,
            cpu_1 = cpu_1 + new.cpu_1,
            cpu_2 = cpu_2 + new.cpu_2,
            simulations_1 = simulations_1 + new.simulations_1,
            simulations_2 = simulations_2 + new.simulations_2,
            cpu = cpu + new.cpu,
            cpu_squares = cpu_squares + new.cpu * new.cpu,
            last_pair = max(last_pair, new.pair)
        WHERE contest = new.contest;
    END;
    """,
    # Which state of Mulligan's own code a run played a contest with; that of other packages is part of the contest.
    """
    CREATE TABLE origin (
        contest INTEGER NOT NULL REFERENCES contest (id) ON DELETE CASCADE,
        run INTEGER NOT NULL REFERENCES run (id),
        code TEXT NOT NULL,
        PRIMARY KEY (contest, run)
    ) WITHOUT ROWID;
    """,
    # Games in which a gauge measured something: apart from the others, whose times they must not change.
    """
    CREATE TABLE measured (
        contest INTEGER NOT NULL REFERENCES contest (id) ON DELETE CASCADE,
        gauge TEXT NOT NULL,
        pair INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        dealer INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        score REAL NOT NULL,
        turns INTEGER NOT NULL,
        decisions_1 INTEGER NOT NULL,
        decisions_2 INTEGER NOT NULL,
        cpu_1 REAL NOT NULL,
        cpu_2 REAL NOT NULL,
        simulations_1 INTEGER NOT NULL,
        simulations_2 INTEGER NOT NULL,
        cpu REAL NOT NULL,
        found TEXT NOT NULL,
        run INTEGER NOT NULL REFERENCES run (id),
        PRIMARY KEY (contest, gauge, pair, seat)
    ) WITHOUT ROWID;
    ALTER TABLE cell ADD COLUMN gauge TEXT NOT NULL DEFAULT '';
    """,
    # Of games of more than two sides, `score` does not say who was paid what; `seat` is the number of the rotation.
    """
    ALTER TABLE game ADD COLUMN payoffs TEXT NOT NULL DEFAULT '';
    ALTER TABLE measured ADD COLUMN payoffs TEXT NOT NULL DEFAULT '';
    """,
    # Which pairs a part of an experiment was to play: so it can be told which parts are missing.
    """
    CREATE TABLE part (
        parts INTEGER NOT NULL,
        number INTEGER NOT NULL,
        contest INTEGER NOT NULL REFERENCES contest (id) ON DELETE CASCADE,
        gauge TEXT NOT NULL,
        first INTEGER NOT NULL,
        stop INTEGER NOT NULL,
        PRIMARY KEY (parts, number, contest, gauge)
    ) WITHOUT ROWID;
    """,
    # Why a player from outside has lost a game without playing it to the end.
    """
    ALTER TABLE game ADD COLUMN forfeit TEXT NOT NULL DEFAULT '';
    ALTER TABLE measured ADD COLUMN forfeit TEXT NOT NULL DEFAULT '';
    ALTER TABLE tally ADD COLUMN forfeits INTEGER NOT NULL DEFAULT 0;
    DROP TRIGGER counted;
    CREATE TRIGGER counted AFTER INSERT ON game BEGIN
        INSERT INTO tally VALUES (new.contest, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0) ON CONFLICT DO NOTHING;
        UPDATE tally SET games = games + 1,
            wins = wins + (new.score >= 1),
            draws = draws + (new.score > 0 AND new.score < 1),
            losses = losses + (new.score <= 0),
            points = points + new.score,
            turns = turns + new.turns,
            decisions_1 = decisions_1 + new.decisions_1,
            decisions_2 = decisions_2 + new.decisions_2,
            cpu_1 = cpu_1 + new.cpu_1,
            cpu_2 = cpu_2 + new.cpu_2,
            simulations_1 = simulations_1 + new.simulations_1,
            simulations_2 = simulations_2 + new.simulations_2,
            cpu = cpu + new.cpu,
            cpu_squares = cpu_squares + new.cpu * new.cpu,
            last_pair = max(last_pair, new.pair),
            forfeits = forfeits + (new.forfeit != '')
        WHERE contest = new.contest;
    END;
    """,
)
SCHEMA = len(SCRIPTS)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: SQLite's own `executescript` would end our transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
