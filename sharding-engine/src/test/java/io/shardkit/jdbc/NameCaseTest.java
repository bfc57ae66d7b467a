package io.shardkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table's name means what the database means by it: in another case the same, another one, or none. */
class NameCaseTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Test
    void inQuotesItHasTheLettersOfTheActualTables() throws SQLException {
        try (Connection connection = sharded(";DATABASE_TO_LOWER=TRUE").getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO T (id) VALUES (1), (2)"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("UPDATE \"t\" SET id = id WHERE \"t\".id = 1"))
                    .isEqualTo(1);
            assertRefused(statement, "DELETE FROM \"T\" WHERE id = 1");
            assertRefused(statement, "SELECT \"T\".id FROM t");
        }
    }

    @Test
    void anyCaseDoesWhereTheDatabaseTakesAny() throws SQLException {
        try (Connection connection = sharded(";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE")
                        .getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO \"T\" (id) VALUES (1), (2)"))
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // settings, what the tables are declared as, and created as, and called by, and what is no table
        "'', t_0, t_0, \"T\", \"t\"",
        "'', T_0, t_0, \"T\", \"t\"",
        "'', t_0, \"t_0\", \"t\", t",
        ";DATABASE_TO_LOWER=TRUE, T_0, t_0, \"t\", \"T\"",
        ";DATABASE_TO_LOWER=TRUE, T_0, \"T_0\", \"T\", t",
        ";DATABASE_TO_UPPER=FALSE, t_0, t_0, \"t\", T",
        ";DATABASE_TO_UPPER=FALSE, T_0, T_0, \"T\", t",
        ";CASE_INSENSITIVE_IDENTIFIERS=TRUE, t_0, \"t_0\", \"T\", \"u\"",
    })
    void meansTheTablesThatTheDatabaseMeans(
            String settings, String declared, String created, String called, String none) throws SQLException {
        try (Connection connection = sharded(settings, declared, created).getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO " + called + " (id) VALUES (1), (2), (3)"))
                    .isEqualTo(3);
            for (String sql : List.of(
                    "SELECT id FROM %s ORDER BY id",
                    "SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM %s ORDER BY 1",
                    "SELECT a.id FROM %s a JOIN %<s b ON a.id + 1 = b.id + 1 ORDER BY a.id",
                    "SELECT SUM(id) / COUNT(*) + id FROM %s GROUP BY id HAVING COUNT(*) > 0 ORDER BY 1")) {
                String found = sql.formatted(called);
                try (ResultSet rows = statement.executeQuery(found)) {
                    assertThat(rows.next()).as(found).isTrue();
                }
                assertThatThrownBy(() -> statement.executeQuery(sql.formatted(none)))
                        .as(sql)
                        .isInstanceOf(SQLException.class);
            }
            assertThat(statement.executeUpdate(
                            "DELETE FROM " + called + " WHERE id IN (SELECT MAX(id) FROM " + called + ")"))
                    .isEqualTo(1);
            statement.execute("CREATE INDEX ix ON " + called + " (id)");
            statement.execute("TRUNCATE TABLE " + called);
            statement.execute("DROP TABLE " + called);
        }
    }

    @Test
    void oneStatementMeansOneTable() throws SQLException {
        try (Connection connection = sharded("", "t_0", "\"t_0\"").getConnection();
                Statement statement = connection.createStatement()) {
            assertRefused(statement, "SELECT t.id FROM \"t\"");
            assertRefused(statement, "SELECT \"T\".id, ROW_NUMBER() OVER (ORDER BY id) FROM \"t\"");
        }
    }

    @Test
    void aSchemaInAnotherCaseIsAnotherOne() throws SQLException {
        try (Connection connection =
                        sharded(";DATABASE_TO_UPPER=FALSE", "t_0", "t_0").getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO PUBLIC.t (id) VALUES (1), (2)"))
                    .isEqualTo(2);
            assertThatThrownBy(() -> statement.executeQuery("SELECT id FROM public.t"))
                    .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                            .isEqualTo(ErrorCode.FOREIGN_SCHEMA));
        }
    }

    @Test
    void copiesOfSingleTablesAreOfThoseThatWereNamed() throws SQLException {
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .single("ds0", "one")
                .single("ds1", "two")
                .build();
        Map<String, DataSource> databases = new LinkedHashMap<>();
        databases.put("ds0", database("", "one"));
        databases.put("ds1", database("", "\"two\""));
        try (ShardingDataSource dataSource = ShardingDataSource.create(
                        databases,
                        rule,
                        ShardingOptions.builder().executor(Runnable::run).build());
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO one (id) VALUES (1), (2)");
            statement.executeUpdate("INSERT INTO \"two\" (id) VALUES (2), (3)");
            try (ResultSet rows =
                    statement.executeQuery("SELECT \"ONE\".id FROM \"ONE\" JOIN \"two\" ON \"two\".id = \"ONE\".id")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(2);
            }
            assertThatThrownBy(() -> statement.executeQuery("SELECT * FROM one JOIN two ON one.id = two.id"))
                    .isInstanceOf(SQLException.class);
        }
    }

    private static void assertRefused(Statement statement, String sql) {
        assertThatThrownBy(() -> statement.execute(sql))
                .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                        .isEqualTo(ErrorCode.UNSTABLE_PARSE));
    }

    private static ShardingDataSource sharded(String settings) throws SQLException {
        return sharded(settings, "t_0", "t_0");
    }

    private static ShardingDataSource sharded(String settings, String declared, String created) throws SQLException {
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "t", "ds{0..1}." + declared, new ShardingStrategy("id", new ModAlgorithm(2)), null, null))
                .build();
        Map<String, DataSource> databases = new LinkedHashMap<>();
        for (String name : rule.dataSources()) {
            databases.put(name, database(settings, created));
        }
        return ShardingDataSource.create(
                databases,
                rule,
                ShardingOptions.builder().executor(Runnable::run).build());
    }

    private static DataSource database(String settings, String table) throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:name-case-" + NAMES.incrementAndGet() + ";DB_CLOSE_DELAY=-1" + settings);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY)");
        }
        return database;
    }
}
