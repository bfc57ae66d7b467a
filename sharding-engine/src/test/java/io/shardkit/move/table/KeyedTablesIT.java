package io.shardkit.move.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/** Moves small tables with keys and columns of their own kinds, which change in each step of the move. */
class KeyedTablesIT {
    /**
     * A table {@code t}.
     *
     * @param columns its definition
     * @param rows inserted before the move, without parentheses
     * @param changes made after the copy
     */
    private record Case(String columns, List<String> rows, List<String> changes) {
        static Case of(String columns, String... rows) {
            return new Case(columns, List.of(rows), List.of());
        }

        Case then(String... more) {
            return new Case(columns, rows, List.of(more));
        }

        /** Returns true if the table counts. */
        boolean counts() {
            return rows.stream().allMatch(row -> row.startsWith("DEFAULT"));
        }
    }

    private static Stream<Case> all(boolean stored) {
        return Stream.of(
                Case.of(
                                "k VARCHAR(20) NOT NULL PRIMARY KEY, v INT",
                                "'a', 1",
                                "'it''s', 2",
                                "'', 3",
                                "'\uD83D\uDE00', 4")
                        .then(
                                "UPDATE t SET k = 'A' WHERE k = 'a'",
                                "DELETE FROM t WHERE k = ''",
                                "UPDATE t SET v = 5 WHERE v = 4"),
                Case.of("k CHAR(5) NOT NULL PRIMARY KEY, v INT", "'a', 1", "'b  ', 2", "'', 3")
                        .then("UPDATE t SET v = 9", "UPDATE t SET k = 'c ' WHERE v = 9 AND k = 'b'"),
                Case.of(
                                "a INT NOT NULL, b VARCHAR(10) NOT NULL, c DATE NOT NULL, v INT, PRIMARY KEY (b, c, a)",
                                "1, 'x', '2024-02-29', 1",
                                "1, 'x', '1999-12-31', 2",
                                "2, 'x', '1999-12-31', 3",
                                "2, '', '1999-12-31', 4")
                        .then("UPDATE t SET a = 7 WHERE v = 3", "DELETE FROM t WHERE v = 2"),
                Case.of(
                                "k NUMERIC(20, 5) NOT NULL, o INT, UNIQUE (k), UNIQUE (o)",
                                "-0.00001, 1",
                                "123456789012345.5, NULL",
                                "0, NULL")
                        .then(
                                "UPDATE t SET o = NULL WHERE o = 1",
                                "UPDATE t SET o = 1 WHERE k = 0",
                                "INSERT INTO t VALUES (2.5, 3)"),
                Case.of(
                                "id BIGINT NOT NULL PRIMARY KEY, v INT, g INT GENERATED ALWAYS AS (v * 2)"
                                        + (stored ? " STORED" : ""),
                                "1, 4, DEFAULT",
                                "2, 5, DEFAULT")
                        .then("UPDATE t SET v = 6 WHERE id = 1"),
                Case.of(
                                "k TIMESTAMP(6) NOT NULL PRIMARY KEY, v INT",
                                "'2024-03-31 02:30:00.000001', 1",
                                "'2001-01-01', 2")
                        .then("UPDATE t SET v = 3 WHERE v = 1"),
                Case.of("k BOOLEAN NOT NULL, v INT, PRIMARY KEY (k)", "TRUE, 1", "FALSE, 2")
                        .then("DELETE FROM t WHERE k = TRUE"));
    }

    private static Stream<Case> ofMysql(TestDatabase database) {
        String unpadded = database.sql("utf8mb4_nopad_bin");
        return Stream.of(
                Case.of("k VARCHAR(20) CHARACTER SET latin1 NOT NULL PRIMARY KEY, v INT", "'\u00e4', 1", "'o ', 2")
                        .then("UPDATE t SET k = '\u00c4' WHERE v = 1", "UPDATE t SET v = 3 WHERE v = 2"),
                Case.of("k VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL PRIMARY KEY, v INT", "'a ', 1", "'B', 2")
                        .then("UPDATE t SET k = 'A' WHERE v = 1", "UPDATE t SET k = 'b ' WHERE v = 2"),
                Case.of(
                                "k VARCHAR(20) COLLATE " + unpadded + " NOT NULL PRIMARY KEY, v INT",
                                "'a', 1",
                                "'a ', 2",
                                "'A', 3")
                        .then("UPDATE t SET v = 4 WHERE k = 'a '", "DELETE FROM t WHERE k = 'A'"),
                Case.of(
                                "k VARBINARY(8) NOT NULL PRIMARY KEY, v INT",
                                "X'00', 1",
                                "X'0000', 2",
                                "X'', 3",
                                "X'80FF27', 4")
                        .then("UPDATE t SET v = v + 1", "DELETE FROM t WHERE k = X'0000'"),
                Case.of("k BINARY(3) NOT NULL PRIMARY KEY, v INT", "X'00', 1", "X'80FF', 2")
                        .then("UPDATE t SET v = 9"),
                Case.of(
                                "k BIGINT UNSIGNED NOT NULL PRIMARY KEY, v INT INVISIBLE",
                                "0",
                                "18446744073709551615",
                                "9223372036854775808")
                        .then("UPDATE t SET v = 3", "DELETE FROM t WHERE k = 0"),
                Case.of("k DATETIME(3) NOT NULL PRIMARY KEY, v INT", "'2024-03-31 02:30:00.123', 1", "'9999-12-31', 2")
                        .then("UPDATE t SET v = 3"),
                Case.of(
                                "id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, v INT, w INT AS (v + 1) VIRTUAL",
                                "DEFAULT, 1, DEFAULT",
                                "DEFAULT, 2, DEFAULT")
                        .then("INSERT INTO t VALUES (DEFAULT, 3, DEFAULT)", "DELETE FROM t WHERE id = 3"),
                Case.of(
                                "id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, v INT, UNIQUE KEY (id), KEY (v, id)",
                                "DEFAULT, 1",
                                "DEFAULT, 2")
                        .then("INSERT INTO t VALUES (0, 3)", "DELETE FROM t WHERE id = 3"));
    }

    private static Stream<Case> ofPostgresql() {
        return Stream.of(
                Case.of("k text COLLATE \"C\" NOT NULL PRIMARY KEY, v int", "'a', 1", "'a ', 2", "E'\\\\', 3")
                        .then("UPDATE t SET k = 'A' WHERE v = 1", "UPDATE t SET v = 4 WHERE v = 3"),
                Case.of("k numeric NOT NULL PRIMARY KEY, v int", "1.0, 1", "'NaN', 2", "'Infinity', 3", "1e-30, 4")
                        .then("UPDATE t SET k = 1.000 WHERE v = 1", "UPDATE t SET v = 5 WHERE v > 1"),
                Case.of(
                                "k uuid NOT NULL PRIMARY KEY, v jsonb",
                                "'123e4567-e89b-12d3-a456-426655440000', '{\"a\": [1]}'")
                        .then("UPDATE t SET v = 'null'"),
                Case.of("k bytea NOT NULL PRIMARY KEY, v int", "'\\x', 1", "'\\x00', 2", "'\\x80ff27', 3")
                        .then("UPDATE t SET v = v + 1"),
                Case.of(
                                "k timestamptz NOT NULL PRIMARY KEY, v int",
                                "'2024-03-31 02:30:00.5+02', 1",
                                "'infinity', 2",
                                "'0044-03-15 BC', 3")
                        .then("UPDATE t SET v = v + 1"),
                Case.of(
                                "k inet NOT NULL, n name NOT NULL, v int, PRIMARY KEY (k, n)",
                                "'10.0.0.1/8', 'a b', 1",
                                "'::1', '', 2")
                        .then("UPDATE t SET v = v + 1"),
                Case.of(
                                "id bigint GENERATED ALWAYS AS IDENTITY (INCREMENT BY 10) PRIMARY KEY, v int",
                                "DEFAULT, 1",
                                "DEFAULT, 2")
                        .then("INSERT INTO t VALUES (DEFAULT, 3)", "DELETE FROM t WHERE v = 3"),
                Case.of("id serial PRIMARY KEY, v int, n smallserial", "DEFAULT, 1, DEFAULT", "DEFAULT, 2, DEFAULT")
                        .then("INSERT INTO t VALUES (DEFAULT, 3, DEFAULT)", "DELETE FROM t WHERE v = 3"));
    }

    private static Stream<Case> ofH2() {
        return Stream.of(
                Case.of("k VARBINARY(8) NOT NULL PRIMARY KEY, v INT INVISIBLE", "X'00'", "X''", "X'80FF27'")
                        .then("UPDATE t SET v = 1"),
                Case.of(
                                "k UUID NOT NULL PRIMARY KEY, v INT ARRAY",
                                "'123e4567-e89b-12d3-a456-426655440000', ARRAY[1, NULL]")
                        .then("UPDATE t SET v = ARRAY[]"),
                Case.of(
                                "k TIMESTAMP(9) WITH TIME ZONE NOT NULL PRIMARY KEY, v INT",
                                "'2024-03-31 02:30:00.123456789+02', 1")
                        .then("UPDATE t SET v = 2"),
                Case.of("id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, v INT", "DEFAULT, 1", "DEFAULT, 2")
                        .then("INSERT INTO t VALUES (DEFAULT, 3)", "DELETE FROM t WHERE v = 3"));
    }

    private static List<Case> cases(TestDatabase database) {
        Stream<Case> own =
                switch (database) {
                    case H2 -> ofH2();
                    case POSTGRESQL -> ofPostgresql();
                    default -> ofMysql(database);
                };
        return Stream.concat(all(database != TestDatabase.H2), own).toList();
    }

    @ParameterizedTest
    @OnDatabases
    void tablesMoveWithTheirKeys(TestDatabase database) throws SQLException {
        try (HikariDataSource source = database.create("keyed", 0);
                HikariDataSource target = database.create("keyed", 1);
                Connection connection = source.getConnection()) {
            Dialect dialect = Dialect.of(connection.getMetaData());
            for (Case each : cases(database)) {
                TableMove move = TableMove.of(
                                "k", dialect, new TablePlace(source, null), new TablePlace(target, null), "t")
                        .within(new MoveLimits(2, 1 << 20, 20, 20));
                try {
                    move(each, move);
                } catch (SQLException | RuntimeException failure) {
                    throw new AssertionError(each.toString(), failure);
                }
                TableMoveIT.execute(source, "DROP TABLE " + move.fenced());
                TableMoveIT.execute(target, "DROP TABLE t");
            }
        }
    }

    private static void move(Case each, TableMove move) throws SQLException {
        DataSource source = move.source().pool();
        DataSource target = move.target().place().pool();
        TableMoveIT.execute(source, "CREATE TABLE t (" + each.columns() + ")");
        for (String row : each.rows()) {
            TableMoveIT.execute(source, "INSERT INTO t VALUES (" + row + ")");
        }
        assertThat(MoveCheck.run(move).errors()).as(each.toString()).isEmpty();
        new TargetTables(move).create();
        new Journal(move).create();
        Progress progress = Progress.take(move);
        Copy copy = new Copy(move, progress);
        while (!copy.next().done()) {
            // The next two rows.
        }
        Verify verify = new Verify(move, progress);
        for (String change : each.changes()) {
            TableMoveIT.execute(source, change);
        }
        Verify.Verified unfollowed = verify.all(10, Throttle.NONE);
        assertThat(unfollowed.differences()).as(each.toString()).isEmpty();
        Follow follow = new Follow(move, progress);
        follow.next();
        assertThat(verify.all(10, Throttle.NONE).differences())
                .as(each.toString())
                .isEmpty();
        TableMoveIT.close(move);
        TableMoveIT.followLast(move, progress);
        Fence.publish(List.of(move));
        assertThat(rows(target, "t")).as(each.toString()).isEqualTo(rows(source, move.fenced()));
        new Journal(move).drop();
        progress.forget();
        if (each.counts()) {
            // Both go on with the same numbers.
            for (String row : each.rows()) {
                TableMoveIT.execute(source, "INSERT INTO " + move.fenced() + " VALUES (" + row + ")");
                TableMoveIT.execute(target, "INSERT INTO t VALUES (" + row + ")");
            }
            assertThat(rows(target, "t")).as(each.toString()).isEqualTo(rows(source, move.fenced()));
        }
    }

    /** Blanks and bytes count. */
    private static List<String> rows(DataSource pool, String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.add(
                            found.getObject(i) instanceof byte[] bytes
                                    ? Arrays.toString(bytes)
                                    : String.valueOf(found.getString(i)));
                }
                rows.add(String.join("|", row));
            }
        }
        rows.sort(null);
        return rows;
    }
}
