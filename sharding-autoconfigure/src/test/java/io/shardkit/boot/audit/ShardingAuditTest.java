package io.shardkit.boot.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.druid.pool.DruidDataSource;
import com.alibaba.druid.pool.DruidPooledConnection;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.boot.autoconfigure.ShardingCheckAutoConfiguration;
import io.shardkit.boot.driver.GuardedDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.h2.jdbc.JdbcConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** An application that is not sharded, with the rule that it plans. */
class ShardingAuditTest {
    @TempDir
    private Path folder;

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID()
            + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAutoConfiguration.class,
                        ShardingCheckAutoConfiguration.class,
                        ShardingAuditAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + url,
                        "sharding.audit.enabled=true",
                        "sharding.audit.file=" + folder.resolve("reports/audit"),
                        "sharding.data-sources.ds0.url=jdbc:h2:tcp://nowhere/x",
                        "sharding.data-sources.ds1.url=jdbc:h2:tcp://nowhere/y",
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.algorithm=modulo",
                        "sharding.tables.t_order.table-strategy.sharding-column=id",
                        "sharding.tables.t_order.table-strategy.algorithm=modulo",
                        "sharding.tables.t_order.key-generate-strategy.column=id",
                        "sharding.tables.t_order.key-generate-strategy.generator=keys",
                        "sharding.key-generators.keys.type=snowflake",
                        "sharding.broadcast-tables=t_country",
                        "sharding.algorithms.modulo.type=mod",
                        "management.endpoints.web.exposure.include=shardingaudit");
    }

    private void run(Consumer<AssertableApplicationContext> test) {
        runner().run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(ShardingDataSource.class);
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE IF NOT EXISTS t_order"
                    + " (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
            jdbc.execute("CREATE TABLE IF NOT EXISTS t_country (code VARCHAR(2) PRIMARY KEY)");
            test.accept(context);
        });
    }

    private static AuditReport report(AssertableApplicationContext context) {
        return context.getBean(ShardingAuditEndpoint.class).report();
    }

    private static AuditReport.Statement statement(AuditReport report, String sql) {
        return report.statements().stream()
                .filter(each -> each.sql().equals(sql))
                .findFirst()
                .orElseThrow(() -> new AssertionError(sql + " is none of " + report.statements()));
    }

    @Test
    void saysWhatEachStatementWouldCost() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            for (long id = 0; id < 10; id++) {
                jdbc.update("INSERT INTO t_order (id, user_id, name) VALUES (?, ?, ?)", id, id % 3, "Ada" + id);
            }
            for (long user = 0; user < 3; user++) {
                jdbc.queryForList("SELECT name FROM t_order WHERE user_id = ? AND id = ?", user, user);
                jdbc.queryForList("SELECT name FROM t_order WHERE user_id = " + user);
            }
            jdbc.queryForList("SELECT RANK() OVER (ORDER BY name) FROM t_order");
            jdbc.update("DELETE FROM t_order");
            jdbc.update("INSERT INTO t_country VALUES ('DE')");
            AuditReport report = report(context);
            assertThat(report.sent()).isEqualTo(10 + 3 + 3 + 1 + 1 + 1 + 2);
            assertThat(report.notPlanned()).isZero();
            assertThat(report.ways().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(report.sent());
            AuditReport.Statement insert =
                    statement(report, "INSERT INTO t_order (id, user_id, name) VALUES (?, ?, ?)");
            assertThat(insert.way()).isEqualTo("one_unit");
            assertThat(insert.executions()).isEqualTo(10);
            assertThat(insert.micros()).isPositive();
            assertThat(insert.advice()).isEmpty();
            assertThat(statement(report, "SELECT name FROM t_order WHERE user_id = ? AND id = ?")
                            .ways())
                    .isEqualTo(Map.of("one_unit", 3L));
            AuditReport.Statement byUser = statement(report, "SELECT name FROM t_order WHERE user_id = ?");
            assertThat(byUser.ways()).isEqualTo(Map.of("scatter", 3L));
            assertThat(byUser.units()).isEqualTo(2);
            assertThat(byUser.reason()).contains("2 of the 4 actual tables of t_order");
            assertThat(byUser.advice()).singleElement().asString().startsWith("a condition t_order.id = ?");
            assertThat(statement(report, "SELECT RANK() OVER (ORDER BY name) FROM t_order")
                            .way())
                    .isEqualTo("gather");
            AuditReport.Statement refused = statement(report, "DELETE FROM t_order");
            assertThat(refused.way()).isEqualTo("refused");
            assertThat(refused.refusal()).isEqualTo("SK-2041");
            assertThat(report.statements().get(0)).isEqualTo(refused);
            assertThat(statement(report, "INSERT INTO t_country VALUES (?)").way())
                    .isEqualTo("scatter");
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Long.class))
                    .as("it ran as before")
                    .isZero();
        });
    }

    @Test
    void countsEntriesOfBatchesAndEveryWayToSend() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            long before = report(context).sent();
            jdbc.batchUpdate(
                    "INSERT INTO t_order (id, user_id, name) VALUES (?, ?, ?)",
                    List.of(new Object[] {1L, 1L, "a"}, new Object[] {2L, 2L, "b"}, new Object[] {3L, 3L, "c"}));
            jdbc.batchUpdate(
                    "UPDATE t_order SET name = 'x' WHERE user_id = 1 AND id = 1",
                    "UPDATE t_order SET name = 'y' WHERE id = 2");
            try (Connection connection = context.getBean(DataSource.class).getConnection()) {
                try (Statement plain = connection.createStatement();
                        PreparedStatement prepared = connection.prepareStatement(
                                "UPDATE t_order SET name = ? WHERE user_id = ?", Statement.RETURN_GENERATED_KEYS);
                        CallableStatement call = connection.prepareCall("CALL 1 + 1")) {
                    assertThat(plain.getConnection()).isSameAs(connection);
                    assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
                    assertThat(plain.executeLargeUpdate("UPDATE t_order SET name = 'z' WHERE id = 3"))
                            .isEqualTo(1);
                    prepared.setNull(1, java.sql.Types.VARCHAR);
                    prepared.setObject(2, 2);
                    assertThat(prepared.executeUpdate()).isEqualTo(1);
                    prepared.setString(1, "q");
                    prepared.addBatch();
                    prepared.clearBatch();
                    assertThat(prepared.executeBatch()).isEmpty();
                    call.execute();
                    try (ResultSet rows = plain.executeQuery("SELECT name FROM t_order WHERE id = 3")) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getString(1)).isEqualTo("z");
                    }
                }
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
            assertThatThrownBy(() -> jdbc.execute("SELECT nothing FROM t_order"))
                    .isInstanceOf(DataAccessException.class);
            AuditReport report = report(context);
            assertThat(report.sent() - before).isEqualTo(3 + 2 + 1 + 1 + 1 + 1 + 1);
            assertThat(statement(report, "INSERT INTO t_order (id, user_id, name) VALUES (?, ?, ?)")
                            .executions())
                    .isEqualTo(3);
            assertThat(statement(report, "UPDATE t_order SET name = ? WHERE user_id = ?")
                            .ways())
                    .isEqualTo(Map.of("scatter", 1L));
            assertThat(statement(report, "SELECT nothing FROM t_order").failures())
                    .isEqualTo(1);
        });
    }

    @Test
    void countsWhatTheDatabaseCounts() throws SQLException {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("SET QUERY_STATISTICS TRUE");
            long before = report(context).sent();
            for (long id = 0; id < 50; id++) {
                jdbc.update("INSERT INTO t_order (id, user_id, name) VALUES (?, ?, 'n')", id, id);
                jdbc.queryForList("SELECT id FROM t_order WHERE user_id = ?", id);
            }
            long sent = report(context).sent() - before;
            Long counted = jdbc.queryForObject(
                    "SELECT SUM(EXECUTION_COUNT) FROM INFORMATION_SCHEMA.QUERY_STATISTICS"
                            + " WHERE SQL_STATEMENT LIKE '%t_order%user_id%?%'",
                    Long.class);
            assertThat(sent).isEqualTo(100).isEqualTo(counted);
        });
    }

    @Test
    void scoresColumnsByTheTrafficThatStaysOnOneUnit() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            for (long i = 0; i < 30; i++) {
                jdbc.queryForList("SELECT name FROM t_order WHERE user_id = ?", i);
            }
            for (long i = 0; i < 10; i++) {
                jdbc.queryForList("SELECT name FROM t_order WHERE id = ?", i);
            }
            List<AuditReport.Column> columns = report(context).columns();
            assertThat(columns).extracting(AuditReport.Column::column).startsWith("user_id", "id");
            assertThat(columns.get(0)).satisfies(best -> {
                assertThat(best.onOneUnit()).isEqualTo(30);
                assertThat(best.executions()).isEqualTo(41);
                assertThat(best.tables()).containsExactly("t_order");
                assertThat(best.percent()).isBetween(60.0, 75.0);
            });
            assertThat(columns.get(1).onOneUnit()).isEqualTo(10);
        });
    }

    @Test
    void writesTheReportWhenTheApplicationEnds() throws Exception {
        run(context -> context.getBean(JdbcTemplate.class)
                .queryForList("SELECT name FROM t_order WHERE name = 'a|b' OR name = '\"'"));
        String page = Files.readString(folder.resolve("reports/audit.md"));
        assertThat(page)
                .contains("# Sharding audit", "| scatter |", "SELECT name FROM t_order WHERE name = ? OR name = ?")
                .doesNotContain("a|b");
        String data = Files.readString(folder.resolve("reports/audit.json"));
        assertThat(JsonParserFactory.getJsonParser()
                        .parseMap(data)
                        .get("statements")
                        .toString())
                .contains("SELECT name FROM t_order WHERE name = ? OR name = ?");
    }

    @Test
    void dataSourceIsWhatItWas() {
        runner().withConfiguration(AutoConfigurations.of(DataSourcePoolMetricsAutoConfiguration.class))
                .run(context -> {
                    DataSource dataSource = context.getBean(DataSource.class);
                    assertThat(dataSource).isInstanceOf(HikariDataSource.class);
                    HikariDataSource pool = (HikariDataSource) dataSource;
                    assertThat(pool.getJdbcUrl()).isEqualTo(url);
                    assertThat(dataSource.unwrap(HikariDataSource.class)).isInstanceOf(HikariDataSource.class);
                    try (Connection connection = dataSource.getConnection()) {
                        assertThat(connection.unwrap(JdbcConnection.class)).isNotNull();
                        assertThat(connection.isWrapperFor(JdbcConnection.class))
                                .isTrue();
                        assertThat(connection.equals(connection)).isTrue();
                        assertThat(connection.hashCode()).isEqualTo(connection.hashCode());
                        assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                                .isEqualTo(1);
                        assertThat(new org.springframework.boot.jdbc.metadata.HikariDataSourcePoolMetadata(
                                                DataSourceUnwrapper.unwrap(
                                                        dataSource,
                                                        com.zaxxer.hikari.HikariConfigMXBean.class,
                                                        HikariDataSource.class))
                                        .getActive())
                                .isEqualTo(1);
                    }
                });
    }

    @Test
    void aDataSourceThatAsksAnotherOneTellsOnce() {
        runner().withBean("plain", DataSource.class, () -> new LazyConnectionDataSourceProxy(raw(url)))
                .run(context -> {
                    DataSource plain = context.getBean("plain", DataSource.class);
                    new JdbcTemplate(plain).execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT)");
                    new JdbcTemplate(new LazyConnectionDataSourceProxy(plain))
                            .queryForList("SELECT * FROM t_order WHERE user_id = 1");
                    assertThat(report(context).sent()).isEqualTo(2);
                });
    }

    private static DataSource raw(String url) {
        return new AbstractDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                return DriverManager.getConnection(url);
            }

            @Override
            public Connection getConnection(String user, String password) throws SQLException {
                return getConnection();
            }
        };
    }

    @Test
    void neverFailsAStatement() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            for (String sql : List.of("CALL 1 + 1", "SELECT 1", "SHOW TABLES", "VALUES (1)", "SELECT '\"' || 'x'")) {
                assertThat(jdbc.queryForList(sql)).as(sql).isNotEmpty();
            }
            String deep = "SELECT " + "(".repeat(3000) + "1" + ")".repeat(3000);
            assertThatThrownBy(() -> jdbc.execute("this is no SQL")).isInstanceOf(DataAccessException.class);
            try {
                jdbc.execute(deep);
            } catch (DataAccessException | StackOverflowError ofDatabase) {
                // What the database says of it is the database's.
            }
            AuditReport report = report(context);
            assertThat(report.sent()).isEqualTo(2 + 5 + 1 + 1);
            assertThat(report.notPlanned()
                            + report.ways().values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum())
                    .isEqualTo(report.sent());
        });
    }

    @Test
    void askingOtherUnitsIsNotOneUnit() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            String sql = "INSERT IGNORE INTO t_order (id, user_id, name) VALUES (?, ?, ?)";
            jdbc.update(sql, 1L, 1L, "a");
            AuditReport.Statement insert = statement(report(context), sql);
            assertThat(insert.ways())
                    .as("the key, id, lacks the sharding column user_id")
                    .isEqualTo(Map.of("scatter", 1L));
            assertThat(insert.units()).isEqualTo(2);
        });
    }

    @Test
    void generatedKeysAreAsLongAsThoseOfTheGenerator() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("DROP TABLE t_order");
            jdbc.execute("CREATE TABLE t_order (id INT AUTO_INCREMENT PRIMARY KEY, user_id BIGINT NOT NULL)");
            jdbc.update("INSERT INTO t_order (user_id) VALUES (?)", 1L);
            assertThat(statement(report(context), "INSERT INTO t_order (user_id) VALUES (?)"))
                    .satisfies(insert -> {
                        assertThat(insert.way()).isEqualTo("refused");
                        assertThat(insert.refusal()).isEqualTo("SK-3008");
                    });
        });
    }

    @Test
    void listsOfAnyLengthAreOneStatement() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.queryForList("SELECT name FROM t_order WHERE user_id IN (?,?)", 1, 2);
            jdbc.queryForList("SELECT name FROM t_order WHERE user_id IN (?, ?, ?)", 1, 2, 3);
            assertThat(statement(report(context), "SELECT name FROM t_order WHERE user_id IN (?, ...)")
                            .executions())
                    .isEqualTo(2);
        });
    }

    @Test
    void batchOfWhichNotAllIsPlannedIsCountedWhole() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            String sql = "INSERT INTO t_order (id, user_id, name) VALUES (?, ?, ?)";
            long before = report(context).sent();
            List<Object[]> rows = new ArrayList<>();
            for (long id = 0; id < 1500; id++) {
                rows.add(new Object[] {id, id, "n"});
            }
            jdbc.batchUpdate(sql, rows);
            AuditReport report = report(context);
            assertThat(report.sent() - before).isEqualTo(1500);
            assertThat(report.notPlanned()).isEqualTo(500);
            AuditReport.Statement insert = statement(report, sql);
            assertThat(insert.executions()).isEqualTo(1500);
            assertThat(insert.ways()).isEqualTo(Map.of("one_unit", 1000L));
        });
    }

    @Test
    void columnsThatStatementsSetEqualAreOne() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_user (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20))");
            for (long i = 0; i < 30; i++) {
                jdbc.queryForList(
                        "SELECT u.name FROM t_user u LEFT JOIN t_order o ON o.user_id = u.id WHERE u.id = ?", i);
                jdbc.update("INSERT INTO t_user (name) VALUES (?)", "n");
            }
            assertThat(report(context).columns().get(0)).satisfies(best -> {
                assertThat(best.column()).isEqualTo("t_order.user_id, t_user.id");
                assertThat(best.tables()).containsExactly("t_order", "t_user");
                assertThat(best.copied()).isEmpty();
                assertThat(best.onOneUnit()).isEqualTo(60);
            });
        });
    }

    @Test
    void keysOfOneNameAreNotOneColumn() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE t_user (id BIGINT PRIMARY KEY, name VARCHAR(20))");
            jdbc.queryForList("SELECT name FROM t_user WHERE id = 1");
            jdbc.queryForList("SELECT name FROM t_order WHERE id = 1");
            assertThat(report(context).columns())
                    .filteredOn(column -> column.column().equals("id"))
                    .extracting(AuditReport.Column::tables)
                    .containsExactlyInAnyOrder(List.of("t_order"), List.of("t_user"));
        });
    }

    @Test
    void theInnermostDataSourceTells() {
        runner().withBean("first", DataSource.class, () -> raw(url))
                .withBean("second", DataSource.class, () -> raw(url))
                .withBean("routing", DataSource.class, () -> new ByThread())
                .run(context -> {
                    ByThread routing = (ByThread) context.getBean("routing", DataSource.class);
                    routing.setTargetDataSources(Map.of(
                            "a", context.getBean("first", DataSource.class),
                            "b", context.getBean("second", DataSource.class)));
                    routing.initialize();
                    JdbcTemplate jdbc = new JdbcTemplate(routing);
                    ByThread.CURRENT.set("a");
                    jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT)");
                    ByThread.CURRENT.set("b");
                    jdbc.queryForList("SELECT id FROM t_order WHERE user_id = 1 AND id = 1");
                    ByThread.CURRENT.remove();
                    AuditReport report = report(context);
                    assertThat(report.sent()).isEqualTo(2);
                    assertThat(report.notPlanned()).isZero();
                    assertThat(report.statements())
                            .extracting(AuditReport.Statement::dataSource)
                            .containsExactlyInAnyOrder("first", "second");
                    assertThat(report(context).sent())
                            .as("the audit's own questions")
                            .isEqualTo(2);
                });
    }

    /** No data source unless the thread has one. */
    static class ByThread extends AbstractRoutingDataSource {
        static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

        ByThread() {
            setTargetDataSources(Map.of());
        }

        @Override
        protected @Nullable Object determineCurrentLookupKey() {
            return CURRENT.get();
        }
    }

    @Test
    void driverWithInterfacesOfItsOwnIsServed() {
        runner().withBean("plain", DataSource.class, () -> GuardedDataSource.of(raw(url)))
                .run(context -> {
                    DataSource plain = context.getBean("plain", DataSource.class);
                    assertThat(new JdbcTemplate(plain).queryForObject("SELECT 1", Long.class))
                            .isEqualTo(1);
                    try (Connection connection = plain.getConnection()) {
                        assertThat(connection.isValid(1)).isTrue();
                    }
                    assertThat(report(context).sent()).isEqualTo(1);
                });
    }

    @Test
    void poolThatLendsAClassOfItsOwnIsServed() {
        runner().withBean("druid", DruidDataSource.class, () -> {
                    DruidDataSource pool = new DruidDataSource();
                    pool.setUrl(url);
                    return pool;
                })
                .run(context -> {
                    DruidDataSource pool = context.getBean(DruidDataSource.class);
                    try (DruidPooledConnection connection = pool.getConnection();
                            PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
                        statement.setLong(1, 5);
                        try (ResultSet rows = statement.executeQuery()) {
                            assertThat(rows.next()).isTrue();
                            assertThat(rows.getLong(1)).isEqualTo(5);
                        }
                    }
                    JdbcTemplate jdbc = new JdbcTemplate(pool);
                    assertThat(jdbc.queryForObject("SELECT 1", Long.class)).isEqualTo(1);
                    assertThat(report(context).sent()).isEqualTo(2);
                    assertThat(pool.getActiveCount())
                            .as("after the audit's own questions")
                            .isZero();
                });
    }

    @Test
    void poolThatLendsAFinalClassIsLeftAlone() {
        runner().withBean("plain", OfFinalClass.class, () -> new OfFinalClass(raw(url)))
                .run(context -> {
                    assertThat(context.getBean(OfFinalClass.class).getConnection())
                            .isInstanceOf(FinalConnection.class);
                    assertThat(report(context).sent()).isZero();
                });
    }

    /** A connection whose class can have no subclass. */
    static final class FinalConnection extends JdbcConnection {
        FinalConnection(JdbcConnection other) {
            super(other);
        }
    }

    /** Lends such connections. */
    static class OfFinalClass extends DelegatingDataSource {
        OfFinalClass(DataSource target) {
            super(target);
        }

        @Override
        public FinalConnection getConnection() throws SQLException {
            return new FinalConnection((JdbcConnection) super.getConnection());
        }
    }

    @Test
    void pageShowsWhatMattersOfALongStatement() throws Exception {
        String columns = "name, ".repeat(400);
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.queryForList(
                    "SELECT " + columns + "COUNT(*) OVER (), `name` FROM t_order WHERE user_id = 1 AND id = 1");
        });
        assertThat(Files.readString(folder.resolve("reports/audit.md")))
                .contains("| `` SELECT name, name,")
                .contains(" ... ")
                .contains("COUNT(*) OVER (), `name` FROM t_order WHERE user_id = ? AND id = ? `` |");
    }

    @Test
    void whatWaitsHasABound() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            long before = report(context).sent();
            String large = "x".repeat(1 << 20);
            whileNothingIsPlanned(context, () -> {
                for (int i = 0; i < 100; i++) {
                    jdbc.queryForList("SELECT '" + large + "', " + i);
                }
            });
            AuditReport report = report(context);
            // A report waits for plans, but not for ever.
            for (int i = 0; i < 10 && report.notPlanned() > 75; i++) {
                report = report(context);
            }
            assertThat(report.sent() - before).isEqualTo(100);
            assertThat(report.notPlanned()).as("about 2 MB each").isBetween(60L, 75L);
        });
    }

    @Test
    void largeValuesAreNotKept() {
        run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            String large = "x".repeat(1 << 20);
            String sql = "SELECT id FROM t_order WHERE name = ? AND user_id = ? AND id = ?";
            whileNothingIsPlanned(context, () -> {
                for (int i = 0; i < 100; i++) {
                    jdbc.queryForList(sql, large, 1L, 2L);
                }
            });
            assertThat(statement(report(context), sql).ways()).isEqualTo(Map.of("one_unit", 100L));
        });
    }

    private static void whileNothingIsPlanned(AssertableApplicationContext context, Runnable sends) {
        synchronized (context.getBean(StatementAudit.class)) {
            Thread application = new Thread(sends);
            application.start();
            try {
                application.join();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
    }

    @Test
    void databaseThatCannotBeAskedIsNotAskedForEachStatement() {
        AtomicInteger asked = new AtomicInteger();
        DataSource refusing = new DelegatingDataSource(raw(url)) {
            @Override
            public Connection getConnection() throws SQLException {
                if (Thread.currentThread().getName().equals("sharding-audit")) {
                    asked.incrementAndGet();
                    throw new SQLException("no connection for an audit");
                }
                return super.getConnection();
            }
        };
        runner().withBean("plain", DataSource.class, () -> refusing).run(context -> {
            JdbcTemplate jdbc = new JdbcTemplate(context.getBean("plain", DataSource.class));
            for (int i = 0; i < 20; i++) {
                jdbc.queryForList("SELECT 1");
            }
            AuditReport report = report(context);
            assertThat(report.sent()).isEqualTo(20);
            assertThat(report.notPlanned()).isEqualTo(20);
            // Once, or again after its pause of ten seconds.
            assertThat(asked.get()).isBetween(1, 5);
        });
    }

    @Test
    void isNotThereUnlessItIsAsked() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAuditAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=" + url)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(StatementAudit.class)
                        .doesNotHaveBean(AuditedDataSources.class));
    }

    @Test
    void wrongRuleStopsTheStart() {
        runner().withPropertyValues("sharding.algorithms.modulo.type=nothing")
                .run(context -> assertThat(context).hasFailed());
    }
}
