package io.shardkit.console;

import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the databases how many rows the actual tables have, by their statistics: no table is read. Thread-safe. */
final class RowEstimates {
    private static final Logger LOGGER = LoggerFactory.getLogger(RowEstimates.class);
    private static final int SECONDS = 5;
    private static final String OF_POSTGRESQL =
            "SELECT relname, reltuples FROM pg_class WHERE relkind IN ('r', 'p') AND reltuples >= 0";
    private static final String OF_H2 = "SELECT TABLE_NAME, ROW_COUNT_ESTIMATE FROM INFORMATION_SCHEMA.TABLES";
    private static final String OF_MYSQL =
            "SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()";

    private final Supplier<Map<String, DataSource>> pools;
    private final Supplier<ShardingRule> rule;

    /** @param pools those of the data sources, by name */
    RowEstimates(Supplier<Map<String, DataSource>> pools, Supplier<ShardingRule> rule) {
        this.pools = pools;
        this.rule = rule;
    }

    /**
     * Estimates.
     *
     * @param units rows by {@code dataSource.table}, of those tables of which the databases know
     * @param unknown the data sources that could not be asked; the log says why
     */
    public record Rows(Map<String, Long> units, List<String> unknown) {}

    Rows ask() {
        Map<String, Map<String, Long>> byDataSource = new HashMap<>();
        List<String> unknown = new ArrayList<>();
        pools.get().forEach((name, pool) -> {
            try (Connection connection = pool.getConnection()) {
                byDataSource.put(name, ask(connection));
            } catch (SQLException | RuntimeException failure) {
                LOGGER.warn("{} cannot be asked for the rows of its tables", name, failure);
                unknown.add(name);
            }
        });
        Map<String, Long> units = new TreeMap<>();
        for (ShardedTable table : rule.get().shardedTables()) {
            for (DataNode node : table.nodes()) {
                String name = ActualNames.last(node.table()).toLowerCase(Locale.ROOT);
                Long rows = byDataSource
                        .getOrDefault(node.dataSourceName(), Map.of())
                        .get(name);
                if (rows != null) {
                    units.put(node.dataSourceName() + '.' + name, rows);
                }
            }
        }
        return new Rows(units, unknown);
    }

    private static Map<String, Long> ask(Connection connection) throws SQLException {
        Map<String, Long> rows = new HashMap<>();
        String question =
                switch (connection.getMetaData().getDatabaseProductName()) {
                    case "PostgreSQL" -> OF_POSTGRESQL;
                    case "H2" -> OF_H2;
                    default -> OF_MYSQL;
                };
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(SECONDS);
            try (ResultSet found = statement.executeQuery(question)) {
                while (found.next()) {
                    rows.put(found.getString(1).toLowerCase(Locale.ROOT), found.getLong(2));
                }
            }
        }
        return rows;
    }
}
