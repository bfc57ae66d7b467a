package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.FaultyPool;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;

/** Says each thing that stands in the way of a move, and what to do. */
class MoveCheckIT {
    private static final String PLAIN = "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v INT, w INT)";

    /**
     * A situation.
     *
     * @param error whether the table cannot move
     * @param text the finding; empty if there is none
     * @param atSource statements before it
     * @param after statements after it
     */
    private record Situation(boolean error, String text, List<String> atSource, List<String> after) {
        static Situation error(String text, String... atSource) {
            return new Situation(true, text, List.of(atSource), List.of());
        }

        static Situation warning(String text, String... atSource) {
            return new Situation(false, text, List.of(atSource), List.of());
        }

        Situation then(String... more) {
            return new Situation(error, text, atSource, List.of(more));
        }
    }

    private static List<Situation> situations(TestDatabase database, String catalog) {
        List<Situation> all = new ArrayList<>(List.of(
                Situation.error("the source does not have it"),
                Situation.error("the source has a table t__old_c", PLAIN, "CREATE TABLE t__old_c (id INT)")
                        .then("DROP TABLE t__old_c"),
                Situation.error("it has no primary key, and no unique key", "CREATE TABLE t (id INT NOT NULL, v INT)"),
                Situation.error(
                        "it has no primary key, and no unique key",
                        "CREATE TABLE t (id DOUBLE PRECISION NOT NULL PRIMARY KEY)"),
                Situation.error("the unique key", "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v REAL, UNIQUE (v))"),
                Situation.warning(
                        "column g is computed",
                        "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v INT, g INT GENERATED ALWAYS AS (v + 1)"
                                + (database == TestDatabase.H2 ? ")" : " STORED)")),
                new Situation(
                        database == TestDatabase.POSTGRESQL,
                        "the view t_view",
                        List.of(PLAIN, "CREATE VIEW t_view AS SELECT id FROM t"),
                        List.of("DROP VIEW t_view"))));
        if (database.speaksMysql()) {
            all.addAll(List.of(
                    Situation.error("its engine is MyISAM", PLAIN + " ENGINE=MyISAM"),
                    Situation.error(
                            "the trigger own would run",
                            PLAIN,
                            "CREATE TRIGGER own BEFORE INSERT ON t FOR EACH ROW SET NEW.v = 1"),
                    Situation.error(
                            "the trigger sk_other_00000000_i belongs to another move",
                            PLAIN,
                            "CREATE TRIGGER sk_other_00000000_i BEFORE INSERT ON t FOR EACH ROW SET NEW.v = 1"),
                    Situation.error(
                            "the unique key u",
                            "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v TEXT, UNIQUE KEY u (v(10)))"),
                    Situation.warning(
                                    "the routine r seems to name it",
                                    PLAIN,
                                    "CREATE PROCEDURE r() SELECT COUNT(*) FROM t")
                            .then("DROP PROCEDURE r")));
        }
        if (database == TestDatabase.POSTGRESQL) {
            all.addAll(List.of(
                    Situation.error("cannot be carried exactly", "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v oid)"),
                    Situation.error(
                                    "the default of column v, nextval",
                                    "CREATE SEQUENCE s",
                                    "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v int DEFAULT nextval('s'))")
                            .then("DROP TABLE t", "DROP SEQUENCE s", PLAIN),
                    Situation.error(
                            "it is partitioned", "CREATE TABLE t (id INT NOT NULL PRIMARY KEY) PARTITION BY HASH (id)"),
                    Situation.error("the rule ru", PLAIN, "CREATE RULE ru AS ON DELETE TO t DO INSTEAD NOTHING"),
                    Situation.error("the policy po", PLAIN, "CREATE POLICY po ON t USING (true)"),
                    Situation.warning("the rights", PLAIN, "GRANT SELECT ON t TO PUBLIC"),
                    Situation.error(
                                    "at the target the table cannot be made",
                                    "CREATE TYPE here AS ENUM ('a')",
                                    "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, v here)")
                            .then("DROP TABLE t", "DROP TYPE here", PLAIN),
                    Situation.error("the unique key u", PLAIN, "CREATE UNIQUE INDEX u ON t (v) WHERE w > 1"),
                    Situation.error(
                                    "the trigger own would run",
                                    PLAIN,
                                    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                                    "CREATE TRIGGER own AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()")
                            .then("DROP TABLE t", "DROP FUNCTION f", PLAIN),
                    Situation.warning(
                                    "the routine r seems to name it",
                                    PLAIN,
                                    "CREATE FUNCTION r() RETURNS bigint LANGUAGE sql AS 'SELECT COUNT(*) FROM t'")
                            .then("DROP FUNCTION r")));
        }
        all.addAll(foreignKeys(database, catalog));
        if (database == TestDatabase.H2) {
            all.add(Situation.error(
                    "it has no primary key, and no unique key",
                    "CREATE TABLE t (id VARCHAR_IGNORECASE(9) NOT NULL PRIMARY KEY)"));
            all.add(Situation.warning("with error 50000: run it again, or move while nothing writes", PLAIN));
        }
        return all;
    }

    private static final String PARENT = "CREATE TABLE p (id INT NOT NULL PRIMARY KEY)";

    private static String referring(String table, String parent, String rest) {
        return "CREATE TABLE " + table
                + " (id INT NOT NULL PRIMARY KEY, v INT, CONSTRAINT fk FOREIGN KEY (v) REFERENCES " + parent + " (id)"
                + rest + ")";
    }

    private static List<Situation> foreignKeys(TestDatabase database, String catalog) {
        boolean isH2 = database == TestDatabase.H2;
        List<Situation> all = new ArrayList<>(List.of(
                Situation.error(
                                isH2
                                        ? "does not move on H2"
                                        : "the foreign key fk refers to table p, which does not move",
                                PARENT,
                                referring("t", "p", ""))
                        .then("DROP TABLE t", "DROP TABLE p", PLAIN),
                Situation.error(
                                isH2
                                        ? "another table refers to it, and would go on"
                                        : "the foreign key fk of table c, which does not move along, refers to it",
                                PLAIN,
                                referring("c", "t", ""))
                        .then("DROP TABLE c"),
                new Situation(
                        isH2,
                        isH2 ? "does not move on H2" : "",
                        List.of(referring("t", "t", ""), "INSERT INTO t VALUES (1, 1)"),
                        List.of())));
        if (isH2) {
            return all;
        }
        for (String each : List.of("ON DELETE CASCADE", "ON DELETE SET NULL", "ON UPDATE CASCADE")) {
            all.add(Situation.error(
                            "the foreign key fk (" + each + ") changes rows when others change",
                            PARENT,
                            referring("t", "p", " " + each))
                    .then("DROP TABLE t", "DROP TABLE p", PLAIN));
        }
        all.add(Situation.error(
                        "the foreign key fk refers to a table of another schema",
                        "CREATE SCHEMA sk_far",
                        "CREATE TABLE sk_far.p (id INT NOT NULL PRIMARY KEY)",
                        referring("t", "sk_far.p", ""))
                .then("DROP TABLE t", "DROP TABLE sk_far.p", "DROP SCHEMA sk_far", PLAIN));
        all.add(Situation.error(
                        "the foreign key fk of a table of another schema, which does not move along, refers to it",
                        PLAIN,
                        "CREATE SCHEMA sk_far",
                        referring("sk_far.c", database.speaksMysql() ? catalog + ".t" : "t", ""))
                .then("DROP TABLE sk_far.c", "DROP SCHEMA sk_far"));
        if (database == TestDatabase.POSTGRESQL) {
            all.add(Situation.error(
                    "the foreign key fk is not valid for all rows",
                    PLAIN,
                    "ALTER TABLE t ADD CONSTRAINT fk FOREIGN KEY (v) REFERENCES t (id) NOT VALID"));
        }
        return all;
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void foreignKeysBetweenTablesThatMoveTogetherPass(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("checked", 0);
                HikariDataSource target = database.create("checked", 1);
                Connection connection = source.getConnection()) {
            Dialect dialect = Dialect.of(connection.getMetaData());
            TableMoveIT.execute(source, PARENT, referring("t", "p", " ON DELETE RESTRICT"));
            List<TableMove> moves = new ArrayList<>();
            for (String each : List.of("p", "t")) {
                moves.add(TableMove.of("c", dialect, new TablePlace(source, null), new TablePlace(target, null), each));
            }
            ForeignKeys together = new ForeignKeys(moves);
            for (TableMove each : moves) {
                assertThat(MoveCheck.run(each, together).errors()).isEmpty();
                assertThat(MoveCheck.run(each).errors()).hasSize(1);
            }
            // One that comes from another place, or goes to another one, does not move along.
            TableMove elsewhere =
                    TableMove.of("c", dialect, new TablePlace(source, null), new TablePlace(source, null), "p");
            assertThat(MoveCheck.run(moves.get(1), new ForeignKeys(List.of(moves.get(1), elsewhere)))
                            .errors())
                    .singleElement()
                    .asString()
                    .contains("refers to table p, which does not move along");
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL)
    void eachSituationIsFound(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("checked", 0);
                HikariDataSource target = database.create("checked", 1);
                Connection connection = source.getConnection()) {
            TableMove move = TableMove.of(
                    "c",
                    Dialect.of(connection.getMetaData()),
                    new TablePlace(source, null),
                    new TablePlace(target, null),
                    "t");
            TableMoveIT.execute(source, PLAIN);
            assertThat(MoveCheck.run(move).errors()).isEmpty();
            TableMoveIT.execute(target, PLAIN);
            assertThat(MoveCheck.run(move).errors())
                    .containsExactly("table t: the target has a table t already: drop or rename that");
            TableMoveIT.execute(target, "DROP TABLE t");
            TableMoveIT.execute(source, "DROP TABLE t");
            for (Situation each : situations(database, connection.getCatalog())) {
                TableMoveIT.execute(source, each.atSource().toArray(String[]::new));
                MoveCheck.Checked checked = MoveCheck.run(move);
                if (!each.text().isEmpty()) {
                    assertThat(checked.findings())
                            .as(each.toString())
                            .anyMatch(finding -> finding.error() == each.error()
                                    && finding.text().contains(each.text()));
                }
                assertThat(checked.errors().isEmpty()).as(checked.toString()).isNotEqualTo(each.error());
                TableMoveIT.execute(source, each.after().toArray(String[]::new));
                TableMoveIT.execute(source, "DROP TABLE IF EXISTS t");
            }
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL)
    void aLockThatPassesIsNoLackOfRights(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("checked", 0);
                HikariDataSource target = database.create("checked", 1);
                Connection connection = source.getConnection()) {
            TableMoveIT.execute(source, PLAIN);
            Set<String> held = new HashSet<>();
            FaultyPool faulty = new FaultyPool(target, (sql, run) -> {
                if (!run && sql.contains("sk_c") && held.add(sql)) {
                    throw new SQLException("held", "40001");
                }
            });
            TableMove move = TableMove.of(
                    "c",
                    Dialect.of(connection.getMetaData()),
                    new TablePlace(source, null),
                    new TablePlace(faulty.dataSource(), null),
                    "t");
            assertThat(MoveCheck.run(move).errors()).isEmpty();
            assertThat(held).isNotEmpty();
        }
    }

    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL)
    void namesMustNotBeTooLong(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("checked", 0);
                HikariDataSource target = database.create("checked", 1);
                Connection connection = source.getConnection()) {
            String name = "t".repeat(database == TestDatabase.H2 ? 250 : 60);
            TableMoveIT.execute(source, "CREATE TABLE " + name + " (id INT NOT NULL PRIMARY KEY)");
            TableMove move = TableMove.of(
                    "c",
                    Dialect.of(connection.getMetaData()),
                    new TablePlace(source, null),
                    new TablePlace(target, null),
                    name);
            assertThat(MoveCheck.run(move).errors()).hasSize(2).allMatch(text -> text.contains("is longer than the"));
        }
    }
}
