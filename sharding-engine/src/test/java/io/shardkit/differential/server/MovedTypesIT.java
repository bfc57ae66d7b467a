package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.MARIADB_CONNECTOR_J;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.table.Copy;
import io.shardkit.move.table.Follow;
import io.shardkit.move.table.Journal;
import io.shardkit.move.table.MoveCheck;
import io.shardkit.move.table.Progress;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import io.shardkit.move.table.TargetTables;
import io.shardkit.move.table.Throttle;
import io.shardkit.move.table.Verify;
import io.shardkit.move.table.Verify.Difference;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;

/** Moves a table with columns of every type from one database to another, each value exactly as it is. */
class MovedTypesIT {
    private static final int ROWS = 12;

    @ParameterizedTest
    @OnDatabases(always = {MYSQL, MARIADB_CONNECTOR_J})
    void valuesOfAllTypesMoveExactly(TestDatabase database) throws SQLException {
        List<DeclaredType> types =
                DeclaredType.of(database).filter(DeclaredType::gathered).toList();
        try (HikariDataSource source = database.create("types", 0);
                HikariDataSource target = database.create("types", 1)) {
            SpreadTable.execute(source, filled(database, types));
            if (database == POSTGRESQL) {
                SpreadTable.execute(target, DeclaredType.OWN_TYPES);
            }
            TableMove move = move(source, target);
            assertThat(MoveCheck.run(move).errors()).isEmpty();
            new TargetTables(move).create();
            new Journal(move).create();
            Progress progress = Progress.take(move);
            new Copy(move, progress).all(Throttle.NONE);
            Verify verify = new Verify(move, progress);
            assertThat(verify.all(10, Throttle.NONE)).isEqualTo(new Verify.Verified(ROWS, List.of(), List.of()));
            isSame(types, source, target, move);

            List<String> changes = new ArrayList<>(modes(database));
            changes.add("UPDATE o SET k = k + 1 WHERE id % 3 = 0");
            changes.add("DELETE FROM o WHERE id = 1");
            // Every value is another one than before.
            changes.add("UPDATE o SET id = " + ROWS + " WHERE id = 2");
            SpreadTable.execute(source, changes);
            // Keys that the rows had, and that they have.
            assertThat(new Follow(move, progress).next()).isGreaterThanOrEqualTo(7);
            assertThat(new Follow(move, progress).next()).isZero();
            assertThat(verify.all(10, Throttle.NONE).isSame()).isTrue();
            isSame(types, source, target, move);

            for (int i = 0; i < types.size(); i++) {
                findsTheDifference(database, types.get(i), "v" + i, verify, target, move);
            }
        }
    }

    private static TableMove move(HikariDataSource source, HikariDataSource target) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return TableMove.of(
                    "types",
                    Dialect.of(connection.getMetaData()),
                    new TablePlace(source, null),
                    new TablePlace(target, null),
                    "o");
        }
    }

    private static List<String> modes(TestDatabase database) {
        return database.speaksMysql() ? List.of("SET SESSION sql_mode = ''") : List.of();
    }

    private static List<String> filled(TestDatabase database, List<DeclaredType> types) {
        List<String> statements = new ArrayList<>(modes(database));
        if (database == POSTGRESQL) {
            statements.addAll(DeclaredType.OWN_TYPES);
        }
        String columns = IntStream.range(0, types.size())
                .mapToObj(i -> "v" + i + " " + nullable(types.get(i).name()))
                .collect(Collectors.joining(", "));
        statements.addAll(SpreadTable.statements(SpreadTable.WHOLE, columns, ROWS, id -> types.stream()
                .map(type -> value(type, id))
                .collect(Collectors.joining(", "))));
        return statements;
    }

    private static String nullable(String type) {
        return type.endsWith(" NULL") || type.equals("label") ? type : type + " NULL";
    }

    private static String value(DeclaredType type, int id) {
        int place = id % (type.values().size() + 1);
        return place < type.values().size()
                ? type.values().get(place)
                : type.name().equals("label") ? "'b'" : "NULL";
    }

    /** By the database's own words, as the drivers might give both wrong. */
    private static void isSame(
            List<DeclaredType> types, HikariDataSource source, HikariDataSource target, TableMove move)
            throws SQLException {
        String columns = IntStream.range(0, types.size())
                .mapToObj(i -> written(types.get(i), "v" + i))
                .collect(Collectors.joining(", "));
        String query = "SELECT id, k, " + columns + " FROM %s t";
        try (Connection here = source.getConnection();
                Statement ofSource = here.createStatement();
                Connection there = target.getConnection();
                Statement ofTarget = there.createStatement()) {
            assertThat(SpreadTable.rows(
                            ofTarget, String.format(query, move.target().filled())))
                    .isEqualTo(SpreadTable.rows(ofSource, String.format(query, "o")));
        }
    }

    private static String written(DeclaredType type, String column) {
        if (type.name().startsWith("FLOAT")) {
            return "CAST(" + column + " AS DOUBLE)";
        }
        return type.database().speaksMysql()
                ? "HEX(CONCAT(" + column + "))"
                : type.database() == POSTGRESQL ? column + "::text" : column;
    }

    private static void findsTheDifference(
            TestDatabase database,
            DeclaredType type,
            String column,
            Verify verify,
            HikariDataSource target,
            TableMove move)
            throws SQLException {
        String other = value(type, 1).equals(value(type, 0)) ? "NULL" : value(type, 1);
        List<String> change = new ArrayList<>(modes(database));
        change.add("UPDATE " + move.target().filled() + " SET " + column + " = " + other + " WHERE id = 0");
        SpreadTable.execute(target, change);
        List<Difference> differences = verify.all(10, Throttle.NONE).differences();
        assertThat(differences)
                .as(type.toString())
                .extracting(Difference::toString)
                .containsExactly("the row with the key (0) differs in " + column);
        verify.repair(List.of(differences.get(0).key()));
    }
}
