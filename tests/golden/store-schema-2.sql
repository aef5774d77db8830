PRAGMA application_id = 1297435719;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE cell (
        experiment INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        label TEXT NOT NULL,
        contest INTEGER NOT NULL REFERENCES contest (id),
        goal INTEGER NOT NULL,
        PRIMARY KEY (experiment, number)
    ) WITHOUT ROWID;
INSERT INTO "cell" VALUES(1,0,'careful v uct:sims=5',1,8);
INSERT INTO "cell" VALUES(1,1,'careful v uniform',2,8);
INSERT INTO "cell" VALUES(1,2,'uct:sims=5 v uniform',3,8);
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
INSERT INTO "contest" VALUES(1,'{"deals":null,"game":"nim/1","oracles":[false,false],"players":["careful","search:sims=5,c=1.4"],"seed":1,"setup":"15-3"}','nim','nim/1','["careful", "uct:sims=5"]','["careful", "search:sims=5,c=1.4"]','[false, false]','15-3','1',NULL);
INSERT INTO "contest" VALUES(2,'{"deals":null,"game":"nim/1","oracles":[false,false],"players":["careful","uniform"],"seed":1,"setup":"15-3"}','nim','nim/1','["careful", "uniform"]','["careful", "uniform"]','[false, false]','15-3','1',NULL);
INSERT INTO "contest" VALUES(3,'{"deals":null,"game":"nim/1","oracles":[false,false],"players":["search:sims=5,c=1.4","uniform"],"seed":1,"setup":"15-3"}','nim','nim/1','["uct:sims=5", "uniform"]','["search:sims=5,c=1.4", "uniform"]','[false, false]','15-3','1',NULL);
CREATE TABLE experiment (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        spec TEXT NOT NULL,
        changed TEXT NOT NULL
    );
INSERT INTO "experiment" VALUES(1,'tournament/nim-3accd426','Tournament of nim','{"about": "", "also": [], "anova": null, "base": "", "claims": [], "controls": [], "cost": null, "deals": "", "design": {"kind": "round_robin", "name": "{player}", "players": ["careful", "uct:sims=5", "uniform"]}, "game": "nim", "games": 8, "margin": 5.0, "measure": "rate", "paper": {"effects": {}, "games": null, "values": {}}, "plot": {"average": false, "kind": "none", "line": false, "log": false, "x": ""}, "points": "player", "seed": 1, "setup": "", "table": {"across": []}, "title": "Tournament of nim", "why": ""}','2026-11-18T03:45:43Z');
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
INSERT INTO "game" VALUES(1,0,0,1,0,0.0,6,3,2,3.56330000000348867672e-05,0.000227209000000006,0,10,0.000384494000000013,1);
INSERT INTO "game" VALUES(1,0,1,1,0,0.0,7,3,3,3.40810000000191237745e-05,3.68679999999954599587e-04,0,15,5.87356000000038847019e-04,1);
INSERT INTO "game" VALUES(1,1,0,1,1,0.0,6,3,3,3.9888999999959651177e-05,0.000296522999999993,0,15,4.71031999999982353699e-04,1);
INSERT INTO "game" VALUES(1,1,1,1,1,1.0,6,3,3,2.9945000000031196663e-05,2.78404999999981583869e-04,0,15,4.14207999999971487881e-04,1);
INSERT INTO "game" VALUES(1,2,0,1,2,1.0,5,3,2,3.0334999999992451336e-05,1.89711999999953029316e-04,0,10,3.09239999999988413037e-04,1);
INSERT INTO "game" VALUES(1,2,1,1,2,0.0,7,3,3,2.9333999999991977603e-05,2.7225599999997074363e-04,0,15,4.15049000000000667398e-04,1);
INSERT INTO "game" VALUES(1,3,0,1,3,1.0,5,3,2,4.08510000000084083637e-05,2.25867000000046225238e-04,0,10,0.000391693999999998,1);
INSERT INTO "game" VALUES(1,3,1,1,3,1.0,6,3,3,3.65050000000199936778e-05,3.05025000000014312462e-04,0,15,4.7805200000000658278e-04,1);
INSERT INTO "game" VALUES(2,0,0,1,0,0.0,6,3,3,3.79169999999984241867e-05,0.0,0,0,1.26718999999997361527e-04,1);
INSERT INTO "game" VALUES(2,0,1,1,0,1.0,6,3,3,2.80520000000006319851e-05,0.0,0,0,9.00140000000271278679e-05,1);
INSERT INTO "game" VALUES(2,1,0,1,1,0.0,6,3,3,3.9028999999912716845e-05,0.0,0,0,1.30834999999995815755e-04,1);
INSERT INTO "game" VALUES(2,1,1,1,1,1.0,6,3,3,2.80220000000164226605e-05,0.0,0,0,9.33489999999648212281e-05,1);
INSERT INTO "game" VALUES(2,2,0,1,2,1.0,7,4,3,4.49969999999910719168e-05,0.0,0,0,1.1854700000002438287e-04,1);
INSERT INTO "game" VALUES(2,2,1,1,2,1.0,6,3,3,2.67499999999643023329e-05,0.0,0,0,8.53469999999578732285e-05,1);
INSERT INTO "game" VALUES(2,3,0,1,3,1.0,7,4,3,3.51420000000435273079e-05,0.0,0,0,1.02453000000002347746e-04,1);
INSERT INTO "game" VALUES(2,3,1,1,3,1.0,6,3,3,4.76519999999536203461e-05,0.0,0,0,1.03063999999986055655e-04,1);
INSERT INTO "game" VALUES(3,0,0,1,0,1.0,7,3,3,3.51203999999938343279e-04,0.0,15,0,4.52814999999995304591e-04,1);
INSERT INTO "game" VALUES(3,0,1,1,0,0.0,7,3,4,2.5176599999987558931e-04,0.0,15,0,3.21989999999994225277e-04,1);
INSERT INTO "game" VALUES(3,1,0,1,1,1.0,7,4,3,3.89751000000049252491e-04,0.0,20,0,4.94357000000000823547e-04,1);
INSERT INTO "game" VALUES(3,1,1,1,1,1.0,8,3,4,3.02781999999945927726e-04,0.0,15,0,3.84193000000032647278e-04,1);
INSERT INTO "game" VALUES(3,2,0,1,2,1.0,7,4,3,4.55908999999976582984e-04,0.0,20,0,5.44441000000006614101e-04,1);
INSERT INTO "game" VALUES(3,2,1,1,2,1.0,8,3,4,2.68400999999973688403e-04,0.0,15,0,3.49181000000031716012e-04,1);
INSERT INTO "game" VALUES(3,3,0,1,3,1.0,7,4,3,4.37141000000085266918e-04,0.0,20,0,5.56470000000031106424e-04,1);
INSERT INTO "game" VALUES(3,3,1,1,3,0.0,7,3,4,2.46868000000011189598e-04,0.0,15,0,3.13567999999986302128e-04,1);
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
INSERT INTO "run" VALUES(1,'2026-11-18T03:45:44Z','mulligan tournament nim careful uct:sims=5 uniform --pairs 4 --store old2.sqlite --workers 1 -q','0.1.0','3.11.7','0.68.1','2.4.6','Linux x86_64, 2 processors','1 local process');
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
INSERT INTO "tally" VALUES(1,8,4,0,4,4.0,48,24,21,2.76573000000057689362e-04,2.16367699999991947024e-03,0,105,3.45112499999999933208e-03,1.53611507340101328435e-06,3);
INSERT INTO "tally" VALUES(2,8,6,0,2,6.0,50,26,24,2.87560999999880717581e-04,0.0,0,0,8.50327999999955785881e-04,9.24483651059927620356e-08,3);
INSERT INTO "tally" VALUES(3,8,6,0,2,6.0,58,27,28,2.70382199999985584071e-03,0.0,135,0,3.41701500000007873936e-03,1.52703921378907323371e-06,3);
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
COMMIT;
