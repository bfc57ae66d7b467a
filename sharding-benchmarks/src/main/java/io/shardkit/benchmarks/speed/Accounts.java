package io.shardkit.benchmarks.speed;

import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.hint.ShardingHint;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.CrossSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/** Accounts on two databases, by the remainder of their user. */
final class Accounts {
    private Accounts() {}

    /** Makes the empty table on a database. */
    static void create(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_account (user_id BIGINT PRIMARY KEY, balance INT)");
        }
    }

    /** Inserts the accounts of the users from 0 to below a number. */
    static void insert(DataSource into, int users) throws SQLException {
        try (Connection connection = into.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_account VALUES (?, 0)")) {
            for (int user = 0; user < users; user++) {
                insert.setLong(1, user);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Opens Shardkit over two databases; the caller closes it. */
    static ShardingDataSource open(DataSource first, DataSource second, ShardingOptions options) throws SQLException {
        Map<String, DataSource> databases = new LinkedHashMap<>();
        databases.put("ds0", first);
        databases.put("ds1", second);
        return ShardingDataSource.create(databases, rule(), options);
    }

    /** Returns the rule. */
    static ShardingRule rule() {
        return ShardingRuleBuilder.over("ds0", "ds1")
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(new TableRule(
                        "t_account",
                        "ds{0..1}.t_account",
                        new ShardingStrategy("user_id", new ModAlgorithm(2)),
                        null,
                        null))
                .build();
    }

    /** Moves one from an account to another, in a transaction of two updates. */
    static void transfer(ShardingDataSource sharding, CrossSource commit, int to, int from) throws SQLException {
        ShardingHint scope = ShardingHint.crossSource(commit);
        try (Connection connection = sharding.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE t_account SET balance = balance + ? WHERE user_id = ?")) {
            connection.setAutoCommit(false);
            update.setInt(1, 1);
            update.setLong(2, to);
            update.executeUpdate();
            update.setInt(1, -1);
            update.setLong(2, from);
            update.executeUpdate();
            connection.commit();
        } finally {
            scope.close();
        }
    }

    /** Returns the middle one of values in order. */
    static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
