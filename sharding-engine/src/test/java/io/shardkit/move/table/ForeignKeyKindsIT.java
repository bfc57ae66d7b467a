package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;

/** Each kind of foreign key is the same at the target as at the source, and is kept there. */
class ForeignKeyKindsIT {
    /**
     * A kind of foreign keys.
     *
     * @param tables the tables in the order in which they are made
     * @param made statements that make and fill them, with names in double quotes
     * @param refused statements that the foreign keys refuse
     */
    private record Kind(List<String> tables, List<String> made, List<String> refused) {}

    private static final String PARENT = "CREATE TABLE p (id INT NOT NULL PRIMARY KEY)";

    private static Kind child(String rest) {
        return new Kind(
                List.of("p", "c"),
                List.of(
                        PARENT,
                        "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, p INT, CONSTRAINT fk FOREIGN KEY (p) REFERENCES p (id)"
                                + rest + ")",
                        "INSERT INTO p VALUES (1), (2)",
                        "INSERT INTO c VALUES (1, 1), (2, NULL)"),
                List.of(
                        "INSERT INTO c VALUES (3, 3)",
                        "DELETE FROM p WHERE id = 1",
                        "UPDATE p SET id = 5 WHERE id = 1"));
    }

    private static List<Kind> kinds(TestDatabase database) {
        List<Kind> kinds = new ArrayList<>(List.of(
                child(""),
                child(" ON DELETE RESTRICT"),
                child(" ON DELETE NO ACTION ON UPDATE RESTRICT"),
                child(" ON DELETE NO ACTION ON UPDATE NO ACTION"),
                new Kind(
                        List.of("tree"),
                        List.of(
                                "CREATE TABLE tree (id INT NOT NULL PRIMARY KEY, parent_id INT,"
                                        + " FOREIGN KEY (parent_id) REFERENCES tree (id))",
                                "INSERT INTO tree VALUES (1, NULL)",
                                "INSERT INTO tree VALUES (2, 1)"),
                        List.of("INSERT INTO tree VALUES (3, 4)", "DELETE FROM tree WHERE id = 1")),
                new Kind(
                        List.of("p", "c"),
                        List.of(
                                PARENT,
                                "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, a INT, b INT,"
                                        + " FOREIGN KEY (a) REFERENCES p (id), FOREIGN KEY (b) REFERENCES p (id))",
                                "INSERT INTO p VALUES (1)",
                                "INSERT INTO c VALUES (1, 1, 1)"),
                        List.of("INSERT INTO c VALUES (3, 3, 1)", "INSERT INTO c VALUES (3, 1, 3)")),
                // The same twice.
                new Kind(
                        List.of("p", "c"),
                        List.of(
                                PARENT,
                                "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, a INT, CONSTRAINT one FOREIGN KEY (a)"
                                        + " REFERENCES p (id), CONSTRAINT two FOREIGN KEY (a) REFERENCES p (id))"),
                        List.of("INSERT INTO c VALUES (3, 3)")),
                // In the order of the key, which is not that of the columns.
                new Kind(
                        List.of("p", "c"),
                        List.of(
                                "CREATE TABLE p (a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b))",
                                "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, y INT, x INT,"
                                        + " CONSTRAINT fk FOREIGN KEY (x, y) REFERENCES p (a, b))",
                                "INSERT INTO p VALUES (1, 2)",
                                "INSERT INTO c VALUES (1, 2, 1)"),
                        List.of("INSERT INTO c VALUES (2, 1, 2)")),
                // Each refers to the other one.
                new Kind(
                        List.of("p", "c"),
                        List.of(
                                "CREATE TABLE p (id INT NOT NULL PRIMARY KEY, first INT)",
                                "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (id))",
                                "ALTER TABLE p ADD CONSTRAINT there FOREIGN KEY (first) REFERENCES c (id)",
                                "INSERT INTO p VALUES (1, NULL)",
                                "INSERT INTO c VALUES (1, 1)",
                                "UPDATE p SET first = 1"),
                        List.of("INSERT INTO c VALUES (2, 2)", "UPDATE p SET first = 2")),
                new Kind(
                        List.of("Parent (of) all", "Child, with FOREIGN KEY (x)"),
                        List.of(
                                "CREATE TABLE \"Parent (of) all\" (\"The Id\" INT NOT NULL PRIMARY KEY)",
                                "CREATE TABLE \"Child, with FOREIGN KEY (x)\" (id INT NOT NULL PRIMARY KEY,"
                                        + " \"a, (b) REFERENCES\" INT, CONSTRAINT \"My.Key, (1)\" FOREIGN KEY"
                                        + " (\"a, (b) REFERENCES\") REFERENCES \"Parent (of) all\" (\"The Id\"))",
                                "INSERT INTO \"Parent (of) all\" VALUES (1)",
                                "INSERT INTO \"Child, with FOREIGN KEY (x)\" VALUES (1, 1)"),
                        List.of(
                                "INSERT INTO \"Child, with FOREIGN KEY (x)\" VALUES (2, 2)",
                                "DELETE FROM \"Parent (of) all\""))));
        if (database == TestDatabase.POSTGRESQL) {
            kinds.addAll(List.of(
                    child(" MATCH FULL"),
                    child(" DEFERRABLE"),
                    child(" ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED"),
                    child(" ON UPDATE RESTRICT DEFERRABLE INITIALLY IMMEDIATE"),
                    new Kind(
                            List.of("p", "c"),
                            List.of(
                                    "CREATE TABLE p (id INT NOT NULL PRIMARY KEY, code TEXT UNIQUE)",
                                    "CREATE TABLE c (id INT NOT NULL PRIMARY KEY, \"über\" TEXT,"
                                            + " CONSTRAINT \"Größe\" FOREIGN KEY (\"über\") REFERENCES p (code))",
                                    "INSERT INTO p VALUES (1, 'a')",
                                    "INSERT INTO c VALUES (1, 'a')"),
                            List.of("INSERT INTO c VALUES (2, 'b')"))));
        }
        return kinds;
    }

    @ParameterizedTest
    @OnDatabases(
            always = {TestDatabase.MYSQL, TestDatabase.MARIADB_CONNECTOR_J},
            except = TestDatabase.H2)
    void eachKindIsTheSameAtTheTarget(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("kinds", 0);
                HikariDataSource target = database.create("kinds", 1);
                Connection connection = source.getConnection()) {
            Dialect dialect = Dialect.of(connection.getMetaData());
            int number = 0;
            for (Kind each : kinds(database)) {
                move(
                        each,
                        String.valueOf(++number),
                        dialect,
                        new TablePlace(source, null),
                        new TablePlace(target, null));
            }
        }
    }

    /** Otherwise transactions would wait for as long as it takes to read all rows. */
    @ParameterizedTest
    @OnDatabases(always = TestDatabase.MYSQL, except = TestDatabase.H2)
    void noRowIsReadToMakeThem(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("kinds", 0);
                HikariDataSource target = database.create("kinds", 1);
                Connection connection = source.getConnection()) {
            Dialect dialect = Dialect.of(connection.getMetaData());
            TablePlace here = new TablePlace(source, null);
            TablePlace there = new TablePlace(target, null);
            execute(here, dialect, child("").made());
            List<TableMove> moves =
                    List.of(TableMove.of("n", dialect, here, there, "p"), TableMove.of("n", dialect, here, there, "c"));
            for (TableMove each : moves) {
                new TargetTables(each).create();
            }
            TableMove child = moves.get(1);
            TableMoveIT.execute(target, "INSERT INTO " + child.target().filled() + " VALUES (1, 99)");
            new ForeignKeys(moves).create(child, Progress.take(child));
            assertThatThrownBy(() -> TableMoveIT.execute(
                            target, "INSERT INTO " + child.target().filled() + " VALUES (2, 99)"))
                    .isInstanceOf(SQLException.class);
        }
    }

    private static void move(Kind kind, String id, Dialect dialect, TablePlace source, TablePlace target)
            throws SQLException {
        List<String> names = kind.tables();
        execute(source, dialect, kind.made());
        List<String> before = definitions(source, dialect, names);
        assertThat(before).as("%s", kind).isNotEmpty();
        List<TableMove> moves = names.stream()
                .map(each -> TableMove.of("f" + id, dialect, source, target, each))
                .toList();
        ForeignKeys keys = new ForeignKeys(moves);
        List<Progress> progress = new ArrayList<>();
        boolean isKeyed = false;
        for (TableMove each : moves) {
            assertThat(MoveCheck.run(each, keys).errors()).isEmpty();
            new TargetTables(each).create();
            new Journal(each).create();
            progress.add(Progress.take(each));
            assertThat(new Copy(each, progress.get(progress.size() - 1))
                            .some(10)
                            .done())
                    .isTrue();
            isKeyed |= keys.isKeyed(each);
        }
        assertThat(isKeyed).isTrue();
        // A second time as after an attempt whose outcome was not known, and anew as after one that was undone.
        create(keys, moves, progress);
        create(keys, moves, progress);
        for (int i = 0; i < moves.size(); i++) {
            ForeignKeys.drop(moves.get(i), progress.get(i));
        }
        assertThat(definitions(
                        target,
                        dialect,
                        moves.stream().map(each -> each.target().filled()).toList()))
                .isEmpty();
        create(keys, moves, progress);
        for (TableMove each : moves) {
            Fence.publish(List.of(each));
        }
        List<TableMove> backs = names.stream()
                .map(each -> TableMove.of("b" + id, dialect, target, source, each))
                .toList();
        assertThat(new ForeignKeys(backs).validate()).isEmpty();
        assertThat(definitions(target, dialect, names)).isEqualTo(before);
        for (String each : kind.refused()) {
            assertThatThrownBy(() -> execute(target, dialect, List.of(each)))
                    .as(each)
                    .isInstanceOfSatisfying(SQLException.class, failure -> assertThat(failure.getSQLState())
                            .startsWith("23"));
        }
        drop(source, dialect, names);
        drop(target, dialect, names);
    }

    private static void create(ForeignKeys keys, List<TableMove> moves, List<Progress> progress) throws SQLException {
        for (int i = 0; i < moves.size(); i++) {
            keys.create(moves.get(i), progress.get(i));
        }
    }

    /** Statements have their names in double quotes. */
    private static void execute(TablePlace place, Dialect dialect, List<String> statements) throws SQLException {
        for (String each : statements) {
            TableMoveIT.execute(place.pool(), dialect == Dialect.POSTGRESQL ? each : each.replace('"', '`'));
        }
    }

    private static void drop(TablePlace place, Dialect dialect, List<String> names) throws SQLException {
        String all = names.stream().map(dialect::quoted).collect(Collectors.joining(", "));
        TableMoveIT.execute(
                place.pool(),
                dialect == Dialect.POSTGRESQL
                        ? new String[] {"DROP TABLE " + all + " CASCADE"}
                        : new String[] {"SET foreign_key_checks = 0", "DROP TABLE " + all, "SET foreign_key_checks = 1"
                        });
    }

    /** Returns what the database says of the foreign keys of tables. */
    private static List<String> definitions(TablePlace place, Dialect dialect, List<String> tables)
            throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = place.pool().getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                String query = dialect == Dialect.POSTGRESQL
                        ? "SELECT 0, k.conname || ' ' || pg_get_constraintdef(k.oid) FROM pg_constraint k"
                                + " JOIN pg_class t ON t.oid = k.conrelid WHERE k.contype = 'f' AND t.relname = "
                                + dialect.literal(table) + " ORDER BY 2"
                        : "SHOW CREATE TABLE " + dialect.quoted(table);
                try (ResultSet rows = statement.executeQuery(query)) {
                    while (rows.next()) {
                        rows.getString(2)
                                .lines()
                                .filter(line -> line.contains(" FOREIGN KEY ") && line.contains(" REFERENCES "))
                                .map(line -> table + ": " + line.strip().replaceFirst(",$", ""))
                                .forEach(all::add);
                    }
                }
            }
        }
        return all;
    }
}
