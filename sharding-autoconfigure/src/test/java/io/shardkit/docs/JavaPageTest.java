package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.keygen.KeyGenerators;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The program of the page on plain Java, and the same rule by properties. */
class JavaPageTest {

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    private static JdbcDataSource pool() {
        JdbcDataSource pool = new JdbcDataSource();
        pool.setURL(url());
        return pool;
    }

    private static ShardingDataSource open(DataSource pool0, DataSource pool1, KeyGenerator keys) throws SQLException {
        // region: plain-java
        ShardingRule rule = ShardingRuleBuilder.over("ds0", "ds1")
                .table("t_order", t -> t.nodes("ds{0..1}.t_order_{0..3}")
                        .databaseBy("user_id", Algorithms.mod())
                        .tableBy("order_id", Algorithms.hashMod())
                        .generateKeys("order_id", keys))
                .broadcast("t_country")
                .build();
        ShardingDataSource sharded = ShardingDataSource.builder()
                .dataSource("ds0", pool0)
                .dataSource("ds1", pool1)
                .rule(rule)
                .build();
        // endregion
        return sharded;
    }

    @Test
    void theProgramRuns() throws SQLException {
        try (KeyGenerator keys = KeyGenerators.snowflake(1);
                ShardingDataSource sharded = open(pool(), pool(), keys);
                Connection connection = sharded.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
            for (int user = 0; user < 20; user++) {
                statement.executeUpdate("INSERT INTO t_order (user_id) VALUES (" + user + ")");
            }
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), COUNT(DISTINCT order_id) FROM t_order")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(20);
                assertThat(rows.getInt(2)).isEqualTo(20);
            }
        }
    }

    @Test
    void theJavadocShowsTheProgram() throws IOException {
        String source =
                Files.readString(Path.of("../sharding-engine/src/main/java/io/shardkit/jdbc/ShardingDataSource.java"));
        String begin = " * <pre>{@code\n";
        String example = source.substring(source.indexOf(begin) + begin.length(), source.indexOf(" * }</pre>"))
                .replaceAll("(?m)^ \\* ", "");
        assertThat(Region.all())
                .filteredOn(region -> region.name().equals("plain-java"))
                .extracting(Region::text)
                .containsExactly(example);
    }

    @Test
    void propertiesMakeTheSameRule() throws SQLException {
        try (KeyGenerator keys = KeyGenerators.snowflake(1);
                ShardingDataSource sharded = open(pool(), pool(), keys)) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
                    .withPropertyValues(
                            "sharding.data-sources.ds0.url=" + url(),
                            "sharding.data-sources.ds1.url=" + url(),
                            "sharding.verification=off",
                            "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order_{0..3}",
                            "sharding.tables.t_order.database-strategy.sharding-column=user_id",
                            "sharding.tables.t_order.database-strategy.algorithm=by-user",
                            "sharding.tables.t_order.table-strategy.sharding-column=order_id",
                            "sharding.tables.t_order.table-strategy.algorithm=by-order",
                            "sharding.algorithms.by-user.type=mod",
                            "sharding.algorithms.by-order.type=hash-mod",
                            "sharding.broadcast-tables=t_country")
                    .run(context -> {
                        ShardingRule read =
                                context.getBean(ShardingDataSource.class).rule();
                        ShardedTable configured = Objects.requireNonNull(read.shardedTable("t_order"));
                        ShardedTable declared =
                                Objects.requireNonNull(sharded.rule().shardedTable("t_order"));
                        assertThat(declared.nodes()).isEqualTo(configured.nodes());
                        assertThat(declared.databaseStrategy()).isEqualTo(configured.databaseStrategy());
                        assertThat(declared.tableStrategy()).isEqualTo(configured.tableStrategy());
                        assertThat(declared.growth()).isEqualTo(configured.growth());
                        assertThat(read.broadcastTables())
                                .isEqualTo(sharded.rule().broadcastTables());
                    });
        }
    }
}
