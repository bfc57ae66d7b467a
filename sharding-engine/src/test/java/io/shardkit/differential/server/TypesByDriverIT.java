package io.shardkit.differential.server;

import static io.shardkit.testing.TestDatabase.H2;
import static io.shardkit.testing.TestDatabase.MYSQL;
import static io.shardkit.testing.TestDatabase.POSTGRESQL;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Checks columns of every type in aggregates, orders, groups and gathers over several units, by every driver: values,
 * their classes, strings and metadata are those that the same driver gives for one table.
 */
class TypesByDriverIT {
    private static final int ROWS = 15;

    /** The column's name stands for {@code v}. */
    private static final List<String> MERGES = List.of(
            "SELECT id, v FROM o",
            "SELECT id, v FROM o ORDER BY v, id",
            "SELECT id, v FROM o ORDER BY v DESC, id LIMIT 4 OFFSET 2",
            "SELECT DISTINCT v FROM o",
            "SELECT v, COUNT(*) FROM o GROUP BY v",
            "SELECT v, COUNT(*), SUM(k) FROM o GROUP BY v ORDER BY v LIMIT 3",
            "SELECT SUM(v) FROM o",
            "SELECT AVG(v) FROM o",
            "SELECT MIN(v), MAX(v) FROM o",
            "SELECT COUNT(v), COUNT(DISTINCT v) FROM o",
            "SELECT k % 3 AS g, SUM(v), AVG(v), MIN(v), MAX(v), COUNT(v) FROM o GROUP BY k % 3 ORDER BY g",
            "SELECT k % 3 AS g, MIN(v), MAX(v) FROM o GROUP BY k % 3 ORDER BY g",
            "SELECT SUM(v) FROM o WHERE id < 0");

    private static final List<String> GATHERS = List.of(
            "SELECT BIT_AND(v), BIT_OR(v), BIT_XOR(v) FROM o",
            "SELECT STDDEV_POP(v), VAR_SAMP(v) FROM o",
            "SELECT SUM(DISTINCT v), AVG(DISTINCT v) FROM o",
            "SELECT SUM(v) + 1, AVG(v) * 2 FROM o",
            "SELECT k % 3 AS g, SUM(v) FROM o GROUP BY k % 3 HAVING COUNT(*) > 1 ORDER BY g",
            "SELECT id, v FROM o WHERE id >= (SELECT MIN(id) FROM o)",
            "SELECT v, COUNT(*) AS c FROM o GROUP BY v HAVING COUNT(*) > 0",
            "SELECT id, LAG(v) OVER (ORDER BY id) FROM o ORDER BY id");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");

    @ParameterizedTest
    @OnDatabases(always = MYSQL)
    void answerAsOneTable(TestDatabase database) throws SQLException {
        List<DeclaredType> types = DeclaredType.of(database).toList();
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource whole = database.create("whole", 0);
                HikariDataSource first = database.create("first", 0);
                HikariDataSource second = database.create("second", 1)) {
            fill(types, List.of(whole, first, second));
            DataSource engine =
                    SpreadTable.engine(first, second, SpreadTable.rule().build(), executor);
            List<String> different = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
                // As of the third execution on the units may be asked in another way.
                different.addAll(compare(types.get(i), "v" + i, MERGES, 3, whole, engine));
                different.addAll(compare(types.get(i), "v" + i, GATHERS, 1, whole, engine));
            }
            assertThat(different.stream().collect(Collectors.joining("\n"))).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    /** A server takes the least number from an index, and the least text where it looks at rows. */
    @ParameterizedTest
    @OnDatabases(
            except = {H2, POSTGRESQL},
            always = MYSQL)
    void leastOfAnEnumDependsOnIndexes(TestDatabase database) throws SQLException {
        ExecutorService executor = Executors.newCachedThreadPool();
        try (HikariDataSource whole = database.create("whole", 0);
                HikariDataSource first = database.create("first", 0);
                HikariDataSource second = database.create("second", 1)) {
            List<HikariDataSource> databases = List.of(whole, first, second);
            for (int source = 0; source < databases.size(); source++) {
                SpreadTable.execute(
                        databases.get(source),
                        SpreadTable.statements(
                                source - 1,
                                "a ENUM('b', 'a'), i ENUM('b', 'a'), o ENUM('a', 'b'), KEY (i), KEY (o)",
                                ROWS,
                                id -> String.join(", ", Collections.nCopies(3, id % 3 == 0 ? "'a'" : "'b'"))));
            }
            assertThat(read(whole, "SELECT MIN(a) FROM o").get(1)).contains("'a'");
            assertThat(read(whole, "SELECT MIN(i) FROM o").get(1)).contains("'b'");
            DataSource engine =
                    SpreadTable.engine(first, second, SpreadTable.rule().build(), executor);
            for (String sql : List.of(
                    "SELECT MIN(a) FROM o",
                    "SELECT MIN(i) FROM o",
                    "SELECT k, MAX(DISTINCT x.`I`) FROM o x GROUP BY k",
                    "SELECT id FROM o WHERE i = (SELECT MIN(i) FROM o)")) {
                assertThat(read(engine, sql).get(0)).as(sql).startsWith(ErrorCode.SORT_TYPE_UNKNOWN.code());
            }
            for (String sql : List.of(
                    "SELECT MIN(o), MAX(o) FROM o",
                    "SELECT MIN(CAST(i AS CHAR)), MAX(CAST(i AS CHAR)) FROM o",
                    "SELECT MIN(i + 0) FROM o",
                    "SELECT MIN(i) FROM o WHERE k = 1 AND id = 2",
                    "SELECT id, i FROM o ORDER BY i, id")) {
                assertThat(read(engine, sql)).as(sql).isEqualTo(read(whole, sql));
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static List<String> compare(
            DeclaredType type, String column, List<String> statements, int runs, DataSource whole, DataSource engine) {
        List<String> different = new ArrayList<>();
        for (String statement : statements) {
            String sql = statement.replaceAll("\\bv\\b", column);
            List<String> expected = read(whole, sql);
            for (int run = 0; run < runs; run++) {
                List<String> actual = read(engine, sql);
                if (!isRefused(type, actual) && !isSame(sql, expected, actual)) {
                    different.add(type + ", run " + run + ": " + sql + difference(expected, actual));
                    break;
                }
            }
        }
        return different;
    }

    private static void fill(List<DeclaredType> types, List<HikariDataSource> databases) throws SQLException {
        String columns = IntStream.range(0, types.size())
                .mapToObj(i -> "v" + i + " " + nullable(types.get(i).name()))
                .collect(Collectors.joining(", "));
        TestDatabase database = types.get(0).database();
        for (int source = 0; source < databases.size(); source++) {
            List<String> statements = new ArrayList<>();
            if (database.speaksMysql()) {
                statements.add("SET SESSION sql_mode = ''");
            }
            if (database == POSTGRESQL) {
                statements.addAll(DeclaredType.OWN_TYPES);
            }
            statements.addAll(SpreadTable.statements(source - 1, columns, ROWS, id -> types.stream()
                    .map(type -> value(type, id))
                    .collect(Collectors.joining(", "))));
            SpreadTable.execute(databases.get(source), statements);
        }
    }

    private static String nullable(String type) {
        return type.endsWith(" NULL") || type.equals("label") ? type : type + " NULL";
    }

    private static String value(DeclaredType type, int id) {
        int values = type.values().size();
        int place = id % (values + 1);
        return place < values ? type.values().get(place) : type.name().equals("label") ? "'b'" : "NULL";
    }

    private static boolean isRefused(DeclaredType type, List<String> answer) {
        // Where NaN comes first in one table, nothing overflows.
        boolean overflow = type.name().equals("real") && answer.get(0).equals("error 22003");
        return overflow
                || (type.refusal() != null
                        && answer.get(0).startsWith(type.refusal().code()));
    }

    /** Sums of floating numbers are added up in another order. */
    private static boolean isSame(String sql, List<String> expected, List<String> actual) {
        boolean refusedByBoth =
                expected.get(0).startsWith("error ") && actual.get(0).startsWith(ErrorCode.DATABASE_REFUSED.code());
        if (expected.equals(actual) || refusedByBoth) {
            return true;
        }
        if (expected.size() != actual.size() || !sql.matches(".*(SUM|AVG|STDDEV).*")) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (!isNear(expected.get(i), actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNear(String expected, String actual) {
        if (!expected.contains("Double") && !expected.contains("Float")) {
            return expected.equals(actual);
        }
        Matcher a = NUMBER.matcher(expected);
        Matcher b = NUMBER.matcher(actual);
        while (a.find()) {
            if (!b.find()) {
                return false;
            }
            double x = Double.parseDouble(a.group());
            double y = Double.parseDouble(b.group());
            if (Math.abs(x - y) > Math.abs(x) * 1e-14) {
                return false;
            }
        }
        return skeleton(expected).equals(skeleton(actual));
    }

    /** Signs and points stay, so that numbers are also written in the same way. */
    private static String skeleton(String line) {
        return line.replaceAll("\\d+", "#");
    }

    /** The first line that differs. */
    private static String difference(List<String> expected, List<String> actual) {
        int line = 0;
        while (line < expected.size()
                && line < actual.size()
                && expected.get(line).equals(actual.get(line))) {
            line++;
        }
        return "\n  " + shown(expected, line) + "\n  " + shown(actual, line);
    }

    private static String shown(List<String> lines, int line) {
        return line < lines.size()
                ? lines.get(line).substring(0, Math.min(400, lines.get(line).length()))
                : "no more lines";
    }

    /** Errors are answers too. */
    private static List<String> read(DataSource source, String sql) {
        try {
            return SpreadTable.read(source, sql);
        } catch (SQLException failure) {
            return List.of(
                    failure instanceof ShardingException ? failure.getMessage() : "error " + failure.getSQLState());
        } catch (RuntimeException ofDriver) {
            return List.of(ofDriver.toString());
        }
    }
}
