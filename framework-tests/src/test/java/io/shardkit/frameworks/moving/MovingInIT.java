package io.shardkit.frameworks.moving;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShardingSphere's own examples, with the addresses of these databases. */
class MovingInIT {
    private static final Path EXAMPLES = Path.of("..", "sharding-autoconfigure", "src", "test", "resources", "import");

    @TempDir
    private Path folder;

    private ApplicationContextRunner importing(String example, List<HikariDataSource> databases) throws IOException {
        String text = Files.readString(EXAMPLES.resolve(example));
        text = each("jdbc:mysql:\\S+", text, databases, HikariDataSource::getJdbcUrl);
        text = each("(?<=username: )root\\n", text, databases, database -> database.getUsername() + "\n");
        text = each("(?<=password:)\\n", text, databases, database -> " '" + database.getPassword() + "'\n");
        Path file = Files.writeString(folder.resolve(example), text);
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ShardingAutoConfiguration.class))
                .withPropertyValues("sharding.import=file:" + file);
    }

    /** The text with a setting of each database in the place of one of the matches, in their order. */
    private static String each(
            String pattern, String text, List<HikariDataSource> databases, Function<HikariDataSource, String> setting) {
        Iterator<HikariDataSource> next = databases.iterator();
        return Pattern.compile(pattern)
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(setting.apply(next.next())));
    }

    private static List<Long> keys(DataSource database, String table, String column) {
        return new JdbcTemplate(database)
                .queryForList("SELECT " + column + " FROM " + table + " ORDER BY 1", Long.class);
    }

    private static JdbcTemplate logical(ApplicationContext context) {
        JdbcTemplate logical = new JdbcTemplate(context.getBean("dataSource", DataSource.class));
        logical.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
        logical.execute("CREATE TABLE t_order_item"
                + " (order_item_id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL, user_id BIGINT NOT NULL)");
        return logical;
    }

    @ParameterizedTest
    @OnDatabases
    void databasesAreChosenByUser(TestDatabase kind) throws SQLException, IOException {
        try (HikariDataSource first = kind.create("moving", 0);
                HikariDataSource second = kind.create("moving", 1)) {
            importing("jdbc-sharding.yaml", List.of(first, second)).run(context -> {
                assertThat(context).hasNotFailed();
                JdbcTemplate logical = logical(context);
                logical.execute("CREATE TABLE t_address (id BIGINT PRIMARY KEY)");
                logical.update("INSERT INTO t_order (user_id) VALUES (1), (2), (3), (4)");
                logical.query(
                                "SELECT order_id, user_id FROM t_order",
                                (row, number) -> List.of(row.getLong(1), row.getLong(2)))
                        .forEach(order -> logical.update(
                                "INSERT INTO t_order_item (order_id, user_id) VALUES (?, ?)", order.toArray()));
                logical.update("INSERT INTO t_address (id) VALUES (1)");
                assertThat(keys(first, "t_order", "user_id")).containsExactly(2L, 4L);
                assertThat(keys(second, "t_order", "user_id")).containsExactly(1L, 3L);
                assertThat(keys(first, "t_address", "id")).isEqualTo(keys(second, "t_address", "id"));
                assertThat(logical.queryForObject(
                                "SELECT COUNT(*) FROM t_order o JOIN t_order_item i"
                                        + " ON o.order_id = i.order_id AND o.user_id = i.user_id",
                                Long.class))
                        .isEqualTo(4);
            });
        }
    }

    @ParameterizedTest
    @OnDatabases
    void tablesAreChosenByOrder(TestDatabase kind) throws SQLException, IOException {
        try (HikariDataSource first = kind.create("moving", 0);
                HikariDataSource second = kind.create("moving", 1)) {
            importing("proxy-sharding.yaml", List.of(first, second)).run(context -> {
                assertThat(context).hasNotFailed();
                JdbcTemplate logical = logical(context);
                for (int i = 0; i < 8; i++) {
                    logical.update("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)", i, i / 2);
                }
                assertThat(keys(first, "t_order_0", "order_id")).containsExactly(0L, 4L);
                assertThat(keys(first, "t_order_1", "order_id")).containsExactly(1L, 5L);
                assertThat(keys(second, "t_order_1", "order_id")).containsExactly(3L, 7L);
                assertThat(logical.queryForObject("SELECT user_id FROM t_order WHERE order_id = 6", Long.class))
                        .isEqualTo(3);
            });
        }
    }

    /** These databases are none of each other's replicas: where that can be told, the primary answers alone. */
    @ParameterizedTest
    @OnDatabases
    void writesGoToThePrimaryOfAGroup(TestDatabase kind) throws SQLException, IOException {
        for (String example : List.of("jdbc-readwrite-splitting.yaml", "proxy-readwrite-splitting.yaml")) {
            try (HikariDataSource primary = kind.create("moving", 0);
                    HikariDataSource first = kind.create("moving", 1);
                    HikariDataSource second = kind.create("third", 0)) {
                importing(example, List.of(primary, first, second)).run(context -> {
                    JdbcTemplate logical = logical(context);
                    logical.update("INSERT INTO t_order VALUES (1, 7), (2, 8)");
                    assertThat(logical.queryForList("SELECT order_id FROM t_order ORDER BY 1", Long.class))
                            .containsExactly(1L, 2L);
                    assertThat(keys(primary, "t_order", "order_id")).containsExactly(1L, 2L);
                    assertThat(context.getBeanNamesForType(DataSource.class))
                            .containsExactlyInAnyOrder("write_ds", "read_ds_0", "read_ds_1", "dataSource");
                });
            }
        }
    }
}
