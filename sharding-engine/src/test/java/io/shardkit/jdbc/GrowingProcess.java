package io.shardkit.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.MissingTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** A process that writes into months that are not there yet, as others do at the same time. */
final class GrowingProcess {
    static final int MONTHS = 10;
    static final int ROWS_OF_MONTH = 6;

    private GrowingProcess() {}

    /** @param arguments its number, user and password, and the databases' addresses */
    public static void main(String[] arguments) throws SQLException {
        int number = Integer.parseInt(arguments[0]);
        ExecutorService executor = Executors.newCachedThreadPool();
        Map<String, DataSource> sources = new LinkedHashMap<>();
        for (int i = 3; i < arguments.length; i++) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(arguments[i]);
            config.setUsername(arguments[1]);
            config.setPassword(arguments[2]);
            config.setMaximumPoolSize(2);
            sources.put("ds" + (i - 3), new HikariDataSource(config));
        }
        try (ShardingDataSource logical = ShardingDataSource.create(
                        sources,
                        GrowingTablesSuite.rule(MissingTable.CREATED),
                        ShardingOptions.builder().executor(executor).build());
                Connection connection = logical.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_log (id, user_id, d, note) VALUES (?, ?, ?, ?)")) {
            for (int month = 3; month < 3 + MONTHS; month++) {
                for (int row = 0; row < ROWS_OF_MONTH; row++) {
                    insert.setInt(1, (number * MONTHS + month) * ROWS_OF_MONTH + row);
                    insert.setInt(2, row);
                    insert.setObject(3, LocalDate.of(2024, month, 1));
                    insert.setString(4, "of " + number);
                    insert.executeUpdate();
                }
            }
        }
        executor.shutdownNow();
        System.exit(0);
    }
}
