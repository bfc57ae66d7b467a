package io.shardkit.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.keygen.SnowflakeKeyGenerator;
import io.shardkit.observe.StatementListener;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * Three databases with users, a user's being its id modulo 3. Emails are unique by a sharded lookup table, phones by one on
 * the second database. Beside it a database with the same users in one table, where they are unique by the database.
 */
final class LookupShop implements AutoCloseable {
    static final int DATABASES = 3;
    private static final String USERS = " (id BIGINT PRIMARY KEY, email VARCHAR(40), phone INT, name VARCHAR(40)";

    final List<HikariDataSource> pools = new ArrayList<>();
    final List<String> sent = new CopyOnWriteArrayList<>();
    final HikariDataSource plain;
    final ShardingDataSource dataSource;
    private final Map<String, DataSource> named = new LinkedHashMap<>();
    private final ExecutorService executor = Executors.newCachedThreadPool();

    LookupShop(TestDatabase kind) throws SQLException {
        for (int i = 0; i < DATABASES; i++) {
            HikariDataSource pool = kind.create("lookup" + i, i);
            pools.add(pool);
            named.put("ds" + i, pool);
            run(pool, "CREATE TABLE t_user" + USERS + ")");
            run(pool, "CREATE TABLE t_user_email (email VARCHAR(40) PRIMARY KEY, id BIGINT NOT NULL)");
            run(pool, "CREATE TABLE t_note (id BIGINT, user_id BIGINT, text VARCHAR(40), PRIMARY KEY (user_id, id))");
            run(pool, "CREATE TABLE t_doc (doc_id BIGINT PRIMARY KEY, code VARCHAR(40), text VARCHAR(40))");
        }
        run(pools.get(1), "CREATE TABLE t_user_phone (phone INT PRIMARY KEY, id BIGINT NOT NULL)");
        run(pools.get(2), "CREATE TABLE t_doc_code (code VARCHAR(40) PRIMARY KEY, doc_id BIGINT NOT NULL)");
        plain = kind.create("lookup_plain", 0);
        run(plain, "CREATE TABLE t_user" + USERS + ", UNIQUE (email), UNIQUE (phone))");
        dataSource = start(false);
    }

    /** Another process over the same databases. */
    ShardingDataSource start(boolean writeOnly) throws SQLException {
        return ShardingDataSource.create(
                named,
                rule(writeOnly),
                ShardingOptions.builder()
                        .executor(executor)
                        .planCacheSize(100)
                        .listener(new StatementListener() {
                            @Override
                            public void shardCalled(String name, String sql, long nanos, boolean failed) {
                                sent.add(name + " " + sql);
                            }
                        })
                        .build());
    }

    Map<String, DataSource> named() {
        return named;
    }

    static ShardingRule rule(boolean writeOnly) {
        return TestRules.over(List.of("ds0", "ds1", "ds2"))
                .table(table("t_user", "id", null))
                .table(table("t_note", "user_id", null))
                .bind(List.of("t_user", "t_note"))
                .table(new TableRule(
                        "t_user_email",
                        "ds{0..2}.t_user_email",
                        new ShardingStrategy("email", new HashModAlgorithm(DATABASES)),
                        null,
                        null))
                .table(table("t_doc", "doc_id", new KeyGeneration("doc_id", new SnowflakeKeyGenerator(1, 0))))
                .single("ds1", "t_user_phone")
                .single("ds2", "t_doc_code")
                .lookup("t_user", new Lookup("email", "t_user_email", writeOnly))
                .lookup("t_user", new Lookup("phone", "t_user_phone", writeOnly))
                .lookup("t_doc", new Lookup("code", "t_doc_code", writeOnly))
                .build();
    }

    private static TableRule table(String name, String column, KeyGeneration keys) {
        return new TableRule(
                name, "ds{0..2}." + name, new ShardingStrategy(column, new ModAlgorithm(DATABASES)), null, keys);
    }

    static void run(DataSource on, String sql) throws SQLException {
        try (Connection connection = on.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a write with parameters. */
    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    int update(String sql, Object... values) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return update(connection, sql, values);
        }
    }

    /** The rows of a query, each as a text. */
    static List<String> rows(DataSource on, String sql, Object... values) throws SQLException {
        try (Connection connection = on.getConnection()) {
            return rows(connection, sql, values);
        }
    }

    static List<String> rows(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            List<String> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                int width = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= width; i++) {
                        row.add(String.valueOf(rows.getObject(i)));
                    }
                    all.add(String.join(" ", row));
                }
            }
            return all;
        }
    }

    /** All rows that the three databases have, in order. */
    List<String> everywhere(String sql) throws SQLException {
        TreeSet<String> all = new TreeSet<>();
        for (HikariDataSource pool : pools) {
            all.addAll(rows(pool, sql));
        }
        return List.copyOf(all);
    }

    /** Returns the content of the lookup tables, as one string for each row. */
    List<String> lookups() throws SQLException {
        List<String> all = new ArrayList<>(everywhere("SELECT email, id FROM t_user_email"));
        all.addAll(rows(pools.get(1), "SELECT phone, id FROM t_user_phone ORDER BY phone"));
        return all;
    }

    /** Returns the content that the lookup tables must have. */
    List<String> expectedLookups() throws SQLException {
        List<String> all = new ArrayList<>(everywhere("SELECT email, id FROM t_user WHERE email IS NOT NULL"));
        List<String> phones = new ArrayList<>(everywhere("SELECT phone, id FROM t_user WHERE phone IS NOT NULL"));
        phones.sort(java.util.Comparator.comparing(row -> Integer.valueOf(row.substring(0, row.indexOf(' ')))));
        all.addAll(phones);
        return all;
    }

    @Override
    public void close() {
        dataSource.close();
        pools.forEach(HikariDataSource::close);
        plain.close();
        executor.shutdownNow();
    }
}
