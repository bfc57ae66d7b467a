package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** H2 in each of its modes answers over shards what it answers without them, whatever case names have there. */
class H2ModesTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static final List<String> MODES = List.of(
            "REGULAR",
            "MySQL",
            "MariaDB",
            "PostgreSQL",
            "Oracle",
            "MSSQLServer",
            "DB2",
            "Derby",
            "HSQLDB",
            "STRICT",
            "LEGACY");

    private static final List<String> CASES = List.of(
            "",
            ";DATABASE_TO_LOWER=TRUE",
            ";DATABASE_TO_UPPER=FALSE",
            ";CASE_INSENSITIVE_IDENTIFIERS=TRUE",
            ";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
            ";DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE");

    /** The spellings of a name; each is put into each of {@link #OF_NAMES}. */
    private static final List<String> SPELLINGS = List.of(
            "t_order", "T_ORDER", "T_Order", "\"t_order\"", "\"T_ORDER\"", "\"T_Order\"", "`t_order`", "`T_ORDER`");

    private static final List<String> OF_NAMES = List.of(
            "SELECT total FROM %s WHERE user_id = 1 AND order_id = 7",
            "SELECT * FROM %s ORDER BY order_id",
            "SELECT %s.order_id FROM %<s WHERE %<s.status = 2 ORDER BY %<s.total DESC, 1",
            "SELECT o.country, COUNT(*) FROM %s o GROUP BY o.country",
            "SELECT order_id, RANK() OVER (ORDER BY total) FROM %s",
            "SELECT i.name, %s.total FROM %<s JOIN t_item i ON i.order_id = %<s.order_id",
            "INSERT INTO %s (order_id, user_id, country, total, status) VALUES (101, 1, 'NO', 1, 9), (102, 2, NULL, 2, 9)",
            "UPDATE %s SET total = total + 1 WHERE status = 9",
            "UPDATE %s SET status = 8 WHERE %<s.order_id IN (SELECT MAX(order_id) FROM %<s)",
            "DELETE FROM %s WHERE %<s.order_id > 100");

    private static final List<String> QUERIES = List.of(
            "SELECT \"ORDER_ID\", \"TOTAL\" FROM \"T_ORDER\" WHERE \"USER_ID\" = 1 AND \"ORDER_ID\" = 7",
            "SELECT \"T_ORDER\".\"ORDER_ID\" FROM \"T_ORDER\" WHERE \"T_ORDER\".\"STATUS\" = 1",
            "SELECT \"order_id\", \"total\" FROM \"t_order\" WHERE \"user_id\" = 1 ORDER BY \"total\" DESC",
            "SELECT \"T_ORDER\".\"TOTAL\", \"T_ITEM\".\"NAME\" FROM \"T_ORDER\""
                    + " JOIN \"T_ITEM\" ON \"T_ITEM\".\"ORDER_ID\" = \"T_ORDER\".\"ORDER_ID\"",
            "SELECT \"t_order\".\"total\", \"t_item\".\"name\" FROM \"t_order\""
                    + " JOIN \"t_item\" ON \"t_item\".\"order_id\" = \"t_order\".\"order_id\"",
            "SELECT SUM(\"TOTAL\") AS \"Sum\", \"COUNTRY\" FROM \"T_ORDER\" GROUP BY \"COUNTRY\" ORDER BY \"Sum\", 2",
            "SELECT t_order.order_id FROM \"T_ORDER\" ORDER BY t_order.order_id",
            "SELECT \"T_ORDER\".order_id, c.name FROM T_ORDER JOIN \"T_COUNTRY\" c ON c.code = country",
            "SELECT order_id, country FROM t_order ORDER BY country, order_id",
            "SELECT order_id, country FROM t_order ORDER BY country DESC, order_id DESC",
            "SELECT order_id, country FROM t_order ORDER BY country NULLS FIRST, order_id",
            "SELECT order_id, country FROM t_order ORDER BY country DESC NULLS LAST, order_id",
            "SELECT order_id, total FROM t_order ORDER BY total, order_id LIMIT 5",
            "SELECT order_id, total FROM t_order ORDER BY total DESC, order_id LIMIT 5 OFFSET 2",
            "SELECT order_id, total FROM t_order ORDER BY total, order_id FETCH FIRST 4 ROWS ONLY",
            "SELECT order_id, total FROM t_order ORDER BY total, order_id FETCH FIRST ROW ONLY",
            "SELECT order_id, total FROM t_order ORDER BY total, order_id OFFSET 3 ROWS FETCH NEXT 4 ROWS ONLY",
            "SELECT order_id, total FROM t_order ORDER BY total, order_id OFFSET 3 ROWS",
            "SELECT TOP 3 order_id, total FROM t_order ORDER BY total, order_id",
            "SELECT TOP 2 * FROM t_order WHERE user_id = 1 ORDER BY order_id DESC",
            "SELECT order_id FROM t_order WHERE order_id IN"
                    + " (SELECT order_id FROM t_item ORDER BY item_id FETCH FIRST 3 ROWS ONLY) ORDER BY 1",
            "SELECT country, total FROM t_order ORDER BY country, total, order_id FETCH FIRST 4 ROWS WITH TIES",
            "SELECT DISTINCT country FROM t_order ORDER BY country",
            "SELECT DISTINCT country, status FROM t_order ORDER BY country DESC, status",
            "SELECT DISTINCT ON (country) country, order_id FROM t_order ORDER BY country, order_id",
            "SELECT DISTINCT ON (country) country, order_id FROM t_order ORDER BY country DESC, total, order_id",
            "SELECT MIN(total), MAX(total), MIN(country), MAX(country), COUNT(total), SUM(total) FROM t_order",
            "SELECT AVG(total), COUNT(DISTINCT country) FROM t_order WHERE status < 3",
            "SELECT country, MIN(total), MAX(status) FROM t_order GROUP BY country ORDER BY country",
            "SELECT country, MIN(total) AS m FROM t_order GROUP BY country ORDER BY m DESC, country",
            "SELECT country, MIN(total) FROM t_order GROUP BY country ORDER BY MIN(total), country"
                    + " OFFSET 1 ROW FETCH NEXT 2 ROWS ONLY",
            "SELECT country, SUM(total) * 2 FROM t_order GROUP BY country HAVING COUNT(*) > 1 ORDER BY 2, 1",
            "SELECT country, COUNT(*) FROM t_order GROUP BY country HAVING SUM(total) / COUNT(*) > 1 ORDER BY country",
            "SELECT order_id, ROW_NUMBER() OVER (ORDER BY country, order_id) AS r FROM t_order ORDER BY order_id",
            "SELECT order_id, ROW_NUMBER() OVER (ORDER BY country DESC, order_id) AS r FROM t_order ORDER BY r",
            "SELECT order_id, LAG(order_id) OVER (PARTITION BY status ORDER BY total, order_id) AS r FROM t_order"
                    + " ORDER BY order_id",
            "SELECT order_id, FIRST_VALUE(country) OVER (ORDER BY total NULLS LAST, order_id) AS r FROM t_order"
                    + " ORDER BY order_id",
            "SELECT o.order_id, i.name FROM t_order o JOIN t_item i ON i.order_id = o.order_id"
                    + " ORDER BY i.name, o.order_id",
            "SELECT o.order_id, i.name FROM t_order o LEFT JOIN t_item i ON i.order_id = o.order_id"
                    + " ORDER BY i.name DESC, o.order_id OFFSET 2 ROWS FETCH NEXT 6 ROWS ONLY",
            "SELECT o.country, COUNT(i.item_id) FROM t_order o LEFT JOIN t_item i ON i.order_id = o.order_id"
                    + " GROUP BY o.country ORDER BY o.country",
            "SELECT o.order_id, c.name FROM t_order o LEFT JOIN t_country c ON c.code = o.country"
                    + " ORDER BY c.name, o.order_id",
            "SELECT order_id FROM t_order WHERE total > (SELECT AVG(total) FROM t_order) ORDER BY order_id",
            "SELECT order_id AS k, country FROM t_order UNION SELECT item_id, name FROM t_item ORDER BY 2, 1",
            "SELECT country FROM t_order UNION ALL SELECT name FROM t_item ORDER BY 1 DESC",
            "SELECT country FROM t_order EXCEPT SELECT code FROM t_country",
            "WITH w AS (SELECT country, SUM(total) AS s FROM t_order GROUP BY country) SELECT * FROM w ORDER BY country",
            "SELECT order_id, total FROM t_order WHERE order_id BETWEEN 2 AND 9 ORDER BY total FOR UPDATE",
            "SELECT LISTAGG(order_id, ',') WITHIN GROUP (ORDER BY country, order_id) FROM t_order",
            "SELECT ARRAY_AGG(order_id ORDER BY total, order_id) FROM t_order",
            "SELECT MEDIAN(total) FROM t_order",
            "SELECT order_id, CASE WHEN country IS NULL THEN 'none' ELSE country END AS c FROM t_order ORDER BY c, 1");

    /** The queries that some modes do not have. */
    private static final Set<String> OF_SOME_MODES = Set.of(
            "SELECT TOP 3 order_id, total FROM t_order ORDER BY total, order_id",
            "SELECT TOP 2 * FROM t_order WHERE user_id = 1 ORDER BY order_id DESC");

    private static final List<String> WITH_PARAMETERS = List.of(
            "SELECT order_id, country FROM t_order WHERE order_id > ? ORDER BY country, order_id LIMIT ?",
            "SELECT order_id, country FROM t_order WHERE order_id > ? ORDER BY country, order_id"
                    + " FETCH FIRST ? ROWS ONLY",
            "SELECT order_id, country FROM t_order ORDER BY country DESC, order_id OFFSET ? ROWS FETCH NEXT ? ROWS ONLY",
            "SELECT country, SUM(total) + ? FROM t_order GROUP BY country ORDER BY country FETCH FIRST ? ROWS ONLY",
            "SELECT o.order_id, i.name FROM t_order o JOIN t_item i ON i.order_id = o.order_id WHERE o.status > ?"
                    + " ORDER BY 2, 1 FETCH FIRST ? ROWS ONLY");

    private static final List<String> WRITES = List.of(
            // The parameters are 2, 3 and 4: together 9, or 234
            "INSERT INTO t_order (order_id, user_id, country) VALUES (234, 1, 'DE')",
            "SELECT order_id, country FROM t_order WHERE order_id = ? + ? + ?",
            "INSERT INTO t_order (order_id, user_id, country, total, status)"
                    + " VALUES (50, 3, 'NO', 7, 1), (51, 4, NULL, NULL, 2), (52, 5, 'SE', 1, NULL)",
            "INSERT INTO \"T_ORDER\" (\"ORDER_ID\", \"USER_ID\", \"COUNTRY\", \"TOTAL\") VALUES (53, 6, 'FI', 3)",
            "INSERT INTO t_order SELECT order_id + 1000, user_id, country, total, status FROM t_order WHERE status = 1",
            "INSERT INTO t_order SELECT item_id + 2000, order_id, name, 1, 7 FROM t_item WHERE item_id < 5",
            "UPDATE t_order SET total = total + 1 WHERE user_id = 3 AND order_id = 50",
            "UPDATE t_order SET status = 5 WHERE country IS NULL",
            "UPDATE t_order SET status = 6 WHERE order_id IN (SELECT order_id FROM t_item WHERE name = 'n2')",
            "CREATE TABLE t_note (id BIGINT, note VARCHAR(10))",
            "UPDATE t_order SET status = 7 WHERE order_id > (SELECT COUNT(*) + 6 FROM t_note)",
            "DELETE FROM t_order WHERE order_id IN (SELECT id + 1 FROM t_note)",
            "UPDATE t_order SET total = (SELECT MAX(i.item_id) FROM t_item i WHERE i.order_id = t_order.order_id)"
                    + " WHERE status = 5",
            "UPDATE t_order SET total = 99 WHERE total = (SELECT MAX(total) FROM t_order)",
            "DELETE FROM t_order WHERE order_id IN (SELECT MIN(order_id) FROM t_order GROUP BY country)",
            "DELETE FROM t_order WHERE status = 6",
            "CREATE SEQUENCE s_order START WITH 700",
            "INSERT INTO t_order (order_id, user_id) VALUES (NEXT VALUE FOR s_order, 1), (NEXT VALUE FOR s_order, 2)",
            "CREATE INDEX ix_total ON t_order (total)",
            "ALTER TABLE t_order ADD COLUMN remark VARCHAR(20)",
            "UPDATE t_order SET remark = 'x' WHERE status = 1",
            "CREATE INDEX \"IX_STATUS\" ON \"T_ORDER\" (\"STATUS\")",
            "DROP INDEX ix_total",
            "DROP INDEX ix_status",
            "TRUNCATE TABLE \"T_ORDER\"",
            "DROP TABLE \"T_ITEM\"");

    static Stream<String> settings() {
        Stream<String> all = MODES.stream().flatMap(mode -> CASES.stream().map(names -> ";MODE=" + mode + names));
        Stream<String> orders = Stream.of("HIGH", "FIRST", "LAST")
                .flatMap(order -> Stream.of("REGULAR", "Oracle", "PostgreSQL", "MSSQLServer")
                        .map(mode -> ";MODE=" + mode + ";DEFAULT_NULL_ORDERING=" + order));
        return Stream.concat(all, orders);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void answersAsWithoutShards(String settings) throws SQLException {
        try (Connection whole = database("whole", settings).getConnection();
                Connection sharded = sharded(settings).getConnection()) {
            List<String> wrong = new ArrayList<>();
            for (Connection connection : List.of(whole, sharded)) {
                create(connection);
            }
            for (String sql : statements()) {
                compare(whole, sharded, sql, wrong);
            }
            for (String table : List.of("t_order", "T_ORDER", "%ORDER", "%order", "%", "T_ITEM", "t_country")) {
                compareNames(whole, sharded, table, wrong);
            }
            for (String sql : WRITES) {
                compare(whole, sharded, sql, wrong);
                compare(whole, sharded, "SELECT * FROM t_order ORDER BY order_id", wrong);
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static List<String> statements() {
        List<String> all = new ArrayList<>(QUERIES);
        all.addAll(WITH_PARAMETERS);
        for (String spelling : SPELLINGS) {
            OF_NAMES.forEach(sql -> all.add(sql.formatted(spelling)));
        }
        return all;
    }

    private static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL,"
                    + " country VARCHAR(10), total DECIMAL(10, 2), status INT)");
            statement.execute("CREATE TABLE t_item (item_id BIGINT PRIMARY KEY, order_id BIGINT, name VARCHAR(10))");
            statement.execute("CREATE TABLE t_country (code VARCHAR(10) PRIMARY KEY, name VARCHAR(10))");
            statement.execute("INSERT INTO t_country VALUES ('DE', 'Germany'), ('FR', NULL), ('IT', 'Italy')");
            for (int id = 1; id <= 20; id++) {
                String country =
                        id % 3 == 0 ? "NULL" : List.of("'DE'", "'FR'", "'IT'").get(id % 5 % 3);
                String total = id % 4 == 1 ? "NULL" : String.valueOf(id * 7 % 11);
                statement.execute("INSERT INTO t_order (order_id, user_id, country, total, status) VALUES (" + id + ", "
                        + (id % 6) + ", " + country + ", " + total + ", " + (id % 4) + ")");
                statement.execute("INSERT INTO t_item (item_id, order_id, name) VALUES (" + id + ", " + (id * 3 % 23)
                        + ", " + (id % 7 == 0 ? "NULL" : "'n" + id % 5 + "'") + ")");
            }
        }
    }

    /** @param failed why it failed, which may differ, or an empty text */
    private record Answer(String rows, String failed) {}

    private static void compare(Connection whole, Connection sharded, String sql, List<String> wrong) {
        Answer expected = answer(whole, sql);
        Answer actual = answer(sharded, sql);
        boolean lacked = OF_SOME_MODES.contains(sql) && !expected.failed().isEmpty();
        if (!expected.rows().equals(actual.rows()) && !lacked) {
            wrong.add(sql + "\n  " + expected + "\n  " + actual);
        }
    }

    private static Answer answer(Connection connection, String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
                statement.setInt(i, i + 1);
            }
            if (!statement.execute()) {
                return new Answer(statement.getUpdateCount() + " rows", "");
            }
            try (ResultSet rows = statement.getResultSet()) {
                boolean ordered = sql.contains("ORDER BY") && !sql.contains("OVER (ORDER BY total) FROM");
                return new Answer(rows(rows, ordered, 1, 99), "");
            }
        } catch (SQLException failed) {
            return new Answer("fails", failed.getMessage());
        }
    }

    private static String rows(ResultSet rows, boolean ordered, int first, int last) throws SQLException {
        List<String> labels = new ArrayList<>();
        for (int i = first; i <= Math.min(last, rows.getMetaData().getColumnCount()); i++) {
            labels.add(rows.getMetaData().getColumnLabel(i) + " "
                    + rows.getMetaData().getTableName(i) + " "
                    + rows.getMetaData().getColumnTypeName(i));
        }
        List<String> found = new ArrayList<>();
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = first; i < first + labels.size(); i++) {
                row.add(rows.getString(i));
            }
            found.add(row.toString());
        }
        if (!ordered) {
            Collections.sort(found);
        }
        return labels + " " + found;
    }

    private static void compareNames(Connection whole, Connection sharded, String table, List<String> wrong)
            throws SQLException {
        List<List<String>> both = new ArrayList<>();
        for (Connection connection : List.of(whole, sharded)) {
            DatabaseMetaData metaData = connection.getMetaData();
            List<String> answers = new ArrayList<>();
            try (ResultSet rows = metaData.getTables(null, "PUBLIC", table, new String[] {"TABLE", "BASE TABLE"})) {
                answers.add(rows(rows, true, 2, 4));
            }
            try (ResultSet rows = metaData.getColumns(null, null, table, "%")) {
                answers.add(ofPublic(rows));
            }
            try (ResultSet rows = metaData.getPrimaryKeys(null, null, table)) {
                answers.add(rows(rows, true, 2, 5));
            }
            both.add(answers);
        }
        if (!both.get(0).equals(both.get(1))) {
            wrong.add("metadata of " + table + "\n  " + both.get(0) + "\n  " + both.get(1));
        }
    }

    private static String ofPublic(ResultSet columns) throws SQLException {
        List<String> found = new ArrayList<>();
        while (columns.next()) {
            if (columns.getString("TABLE_SCHEM").equalsIgnoreCase("PUBLIC")) {
                found.add(columns.getString("TABLE_NAME") + "." + columns.getString("COLUMN_NAME") + " "
                        + columns.getString("TYPE_NAME"));
            }
        }
        return found.toString();
    }

    private static ShardingDataSource sharded(String settings) throws SQLException {
        ShardingStrategy byUser = new ShardingStrategy("user_id", new ModAlgorithm(2));
        ShardingStrategy byOrder = new ShardingStrategy("order_id", new ModAlgorithm(2));
        ShardingStrategy byItem = new ShardingStrategy("item_id", new ModAlgorithm(3));
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule("t_order", "ds{0..1}.t_order_{0..1}", byUser, byOrder, null))
                .table(new TableRule("t_item", "ds1.t_item_{0..2}", null, byItem, null))
                .broadcast("t_country")
                .build();
        Map<String, DataSource> databases = new LinkedHashMap<>();
        rule.dataSources().forEach(name -> databases.put(name, database(name, settings)));
        return ShardingDataSource.create(
                databases,
                rule,
                ShardingOptions.builder().executor(Runnable::run).build());
    }

    private static DataSource database(String name, String settings) {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:modes-" + name + NAMES.incrementAndGet() + ";DB_CLOSE_DELAY=-1" + settings);
        return database;
    }
}
