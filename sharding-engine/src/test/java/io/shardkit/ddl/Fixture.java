package io.shardkit.ddl;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.error.ShardingException;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Two empty databases that the engine shards, and a third one that is not sharded. */
final class Fixture implements AutoCloseable {
    final HikariDataSource whole;
    final List<HikariDataSource> shards = new ArrayList<>();
    final ShardingDataSource sharded;

    Fixture(TestDatabase database) throws SQLException {
        whole = database.create("ddl_whole");
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            shards.add(database.create("ddl_shard", i));
            pools.put("ds" + i, shards.get(i));
        }
        sharded = ShardingDataSource.create(
                pools, rule(), ShardingOptions.builder().executor(Runnable::run).build());
    }

    private static ShardingRule rule() {
        return TestRules.over(List.of("ds0", "ds1"))
                .table(table("t_order", null))
                .table(table("t_order_item", null))
                .table(table("t_parcel", null))
                .table(table("t_event", new KeyGeneration("event_id", new AtomicLong()::incrementAndGet)))
                .bind(List.of("t_order", "t_order_item"))
                .broadcast("t_country")
                .single("ds1", "t_audit")
                .build();
    }

    private static TableRule table(String name, @Nullable KeyGeneration generation) {
        return new TableRule(
                name,
                "ds{0..1}." + name + "_{0..1}",
                new ShardingStrategy("user_id", new ModAlgorithm(2)),
                new ShardingStrategy("order_id", new ModAlgorithm(2)),
                generation);
    }

    /** A statement of a script, and what a comment before it says of it. */
    record Step(String sql, String expected) {}

    /** The statements of a file, which end with semicolons. */
    static List<Step> script(String name) {
        String content;
        try (InputStream file = Fixture.class.getResourceAsStream("/ddl/" + name)) {
            if (file == null) {
                throw new IllegalArgumentException("no " + name);
            }
            content = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        List<Step> steps = new ArrayList<>();
        String expected = "ok";
        StringBuilder sql = new StringBuilder();
        for (String line : content.split("\n", -1)) {
            if (line.startsWith("-- ")) {
                expected = line.substring(3).strip();
            } else {
                sql.append(line).append('\n');
            }
            if (line.endsWith(";")) {
                String text = sql.toString().strip();
                steps.add(new Step(text.substring(0, text.length() - 1), expected));
                sql.setLength(0);
                expected = "ok";
            }
        }
        return steps;
    }

    /** Returns the outcome of a statement. */
    static String outcome(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return "ok";
        } catch (SQLException e) {
            return e instanceof ShardingException refusal ? "refused(" + refusal.errorCode() + ")" : "error";
        }
    }

    static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Labels and rows. */
    static List<List<@Nullable String>> read(ResultSet rows) throws SQLException {
        List<List<@Nullable String>> all = new ArrayList<>();
        int width = rows.getMetaData().getColumnCount();
        List<@Nullable String> labels = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
            labels.add(rows.getMetaData().getColumnLabel(i));
        }
        all.add(labels);
        while (rows.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
                row.add(rows.getString(i));
            }
            all.add(row);
        }
        return all;
    }

    static List<List<@Nullable String>> query(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    @Override
    public void close() {
        sharded.close();
        shards.forEach(HikariDataSource::close);
        whole.close();
    }
}
