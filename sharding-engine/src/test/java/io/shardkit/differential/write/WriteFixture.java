package io.shardkit.differential.write;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
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

/**
 * Two data sources with a broadcast table {@code moment}, whose columns are filled with the time, and a table
 * {@code entry} in {@code ds[owner mod 2].entry_[id mod 2]}, whose ids are generated from 1000 on.
 */
final class WriteFixture implements AutoCloseable {
    private final List<HikariDataSource> sources = new ArrayList<>();
    private final DataSource engine;

    WriteFixture(TestDatabase database) throws SQLException {
        Map<String, DataSource> named = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            HikariDataSource source = database.create("writes" + i, i);
            sources.add(source);
            named.put("ds" + i, source);
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE moment (id BIGINT PRIMARY KEY, note VARCHAR(40) DEFAULT 'a(b',"
                        + " made TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6)"
                        + (database.speaksMysql()
                                ? ", touched TIMESTAMP(3) NULL ON UPDATE CURRENT_TIMESTAMP(3)"
                                : ", touched TIMESTAMP(3)")
                        + ", told TIMESTAMP(6) NULL, told_day DATE)");
                for (int table = 0; table < 2; table++) {
                    statement.execute("CREATE TABLE entry_" + table
                            + " (id BIGINT PRIMARY KEY, owner SMALLINT NOT NULL, note VARCHAR(40))");
                }
            }
        }
        AtomicLong next = new AtomicLong(1000);
        ShardingRule rule = TestRules.over(List.of("ds0", "ds1"))
                .table(new TableRule(
                        "entry",
                        "ds{0..1}.entry_{0..1}",
                        new ShardingStrategy("owner", new ModAlgorithm(2)),
                        new ShardingStrategy("id", new ModAlgorithm(2)),
                        new KeyGeneration("id", next::getAndIncrement)))
                .broadcast("moment")
                .build();
        engine = ShardingDataSource.create(
                named, rule, ShardingOptions.builder().executor(Runnable::run).build());
    }

    DataSource engine() {
        return engine;
    }

    /** The rows of a query on each data source itself. */
    List<List<List<String>>> onEach(String sql) throws SQLException {
        List<List<List<String>>> all = new ArrayList<>();
        for (DataSource source : sources) {
            all.add(rows(source, sql));
        }
        return all;
    }

    /** The rows of a query, as text. */
    static List<List<String>> rows(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return rows(connection, sql);
        }
    }

    static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return rows(result);
        }
    }

    static List<List<String>> rows(ResultSet result) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                row.add(String.valueOf(result.getString(i)));
            }
            rows.add(row);
        }
        return rows;
    }

    void execute(String... texts) throws SQLException {
        try (Connection connection = engine.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : texts) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() {
        sources.forEach(HikariDataSource::close);
    }
}
