package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** A right configuration starts on empty databases, and once more on its own tables, without a warning of anyone. */
@ParameterizedClass
@OnDatabases(
        always = {TestDatabase.MARIADB, TestDatabase.MARIADB_CONNECTOR_J, TestDatabase.MYSQL, TestDatabase.POSTGRESQL})
@ExtendWith(OutputCaptureExtension.class)
class FirstStartTest {
    private static final String USER = "first_start";
    private static final String PASSWORD = "st4rt";

    @Parameter
    TestDatabase database;

    private final List<HikariDataSource> pools = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            pools.add(database.create(USER, i));
        }
    }

    @AfterEach
    void close() {
        pools.forEach(HikariDataSource::close);
    }

    @Test
    void startsWithoutAWarningTwice(CapturedOutput output) {
        List<String> properties = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = pools.get(i);
            properties.add("sharding.data-sources.ds" + i + ".url=" + pool.getJdbcUrl());
            properties.add("sharding.data-sources.ds" + i + ".username=" + pool.getUsername());
            properties.add("sharding.data-sources.ds" + i + ".password=" + pool.getPassword());
        }
        starts(properties, output);
        starts(properties, output);
    }

    /** One that may neither read other databases nor do more than an application needs. */
    @Test
    void startsWithoutAWarningTwiceWhenItsUserHasFewRights(CapturedOutput output) throws SQLException {
        assumeTrue(database != TestDatabase.H2, "H2 is embedded: the application owns the database");
        List<String> properties = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            grant(pools.get(i));
            String url = pools.get(i).getJdbcUrl().replaceAll("\\?.*", "");
            String options = database.isByConnectorJ() ? "?allowPublicKeyRetrieval=true" : "";
            properties.add("sharding.data-sources.ds" + i + ".url=" + url + options);
            properties.add("sharding.data-sources.ds" + i + ".username=" + USER);
            properties.add("sharding.data-sources.ds" + i + ".password=" + PASSWORD);
        }
        starts(properties, output);
        starts(properties, output);
    }

    private void grant(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            if (database == TestDatabase.POSTGRESQL) {
                statement.execute("DO $$ BEGIN CREATE USER " + USER + " PASSWORD '" + PASSWORD
                        + "'; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
                statement.execute("GRANT USAGE, CREATE ON SCHEMA public TO " + USER);
                return;
            }
            statement.execute("CREATE USER IF NOT EXISTS " + USER + "@'%' IDENTIFIED BY '" + PASSWORD + "'");
            statement.execute("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON " + connection.getCatalog() + ".* TO "
                    + USER + "@'%'");
        }
    }

    private static void starts(List<String> properties, CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAutoConfiguration.class,
                        ShardingCheckAutoConfiguration.class,
                        DataSourceAutoConfiguration.class))
                .withPropertyValues(properties.toArray(String[]::new))
                .withPropertyValues(
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..1}",
                        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.database-strategy.algorithm=modulo",
                        "sharding.tables.t_order.table-strategy.sharding-column=order_id",
                        "sharding.tables.t_order.table-strategy.algorithm=modulo",
                        "sharding.tables.t_order.key-generate-strategy.column=order_id",
                        "sharding.tables.t_order.key-generate-strategy.generator=keys",
                        "sharding.algorithms.modulo.type=mod",
                        "sharding.key-generators.keys.type=snowflake",
                        "sharding.key-generators.keys.props.worker-id=1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JdbcTemplate orders = new JdbcTemplate(context.getBean(DataSource.class));
                    orders.execute("CREATE TABLE IF NOT EXISTS t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT)");
                    orders.update("INSERT INTO t_order (user_id) VALUES (1), (2)");
                    assertThat(orders.queryForObject("SELECT COUNT(*) FROM t_order", Long.class))
                            .isPositive();
                });
        assertThat(output).contains("The rule is stored").doesNotContain("WARN", "ERROR");
    }
}
