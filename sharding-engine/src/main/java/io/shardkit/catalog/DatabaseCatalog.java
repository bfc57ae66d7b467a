package io.shardkit.catalog;

import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.ColumnFacts;
import io.shardkit.dialect.Dialect;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table's columns from one of its actual tables when they are first needed, on a connection of its own, and
 * keeps them until {@link #forget}. A table that is not there is asked for again the next time.
 */
public final class DatabaseCatalog implements Catalog {
    private final ShardingRule rule;
    private final List<DataSource> dataSources;
    private final Dialect dialect;
    private final Map<String, Table> tables = new ConcurrentHashMap<>();

    /** A catalog of the rule's tables on these data sources, which stand in the rule's order. */
    public DatabaseCatalog(ShardingRule rule, List<DataSource> dataSources, Dialect dialect) {
        this.rule = rule;
        this.dataSources = List.copyOf(dataSources);
        this.dialect = dialect;
    }

    @Override
    public @Nullable Table table(String logicalName) throws SQLException {
        String name = logicalName.toLowerCase(Locale.ROOT);
        Table known = tables.get(name);
        if (known != null) {
            return known;
        }
        Table read = read(name);
        if (read != null) {
            tables.put(name, read);
        }
        return read;
    }

    /** Forgets everything, as after DDL. */
    public void forget() {
        tables.clear();
    }

    private @Nullable Table read(String name) throws SQLException {
        ShardedTable sharded = rule.shardedTable(name);
        int dataSource;
        String actual = name;
        if (sharded != null) {
            DataNode node = sharded.nodes().get(0);
            dataSource = node.dataSource();
            actual = node.table();
        } else {
            dataSource = rule.isBroadcast(name) ? 0 : rule.dataSourceOfSingle(name);
        }
        List<Column> columns = new ArrayList<>();
        try (Connection connection = dataSources.get(dataSource).getConnection();
                PreparedStatement statement = connection.prepareStatement(dialect.columnsQuery())) {
            statement.setString(1, actual);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ColumnFacts facts = dialect.column(rows.getString(2), rows.getString(4));
                    columns.add(new Column(
                            rows.getString(1).toLowerCase(Locale.ROOT),
                            rows.getString(1),
                            rows.getString(2),
                            rows.getString(7),
                            keyType(facts),
                            facts.textOrder(),
                            !"NO".equalsIgnoreCase(rows.getString(3)),
                            dialect.isFilledByDatabase(rows.getString(5), rows.getString(6)),
                            facts.comparable(),
                            facts.carrier()));
                }
            }
        }
        return columns.isEmpty() ? null : new Table(name, columns);
    }

    private static KeyType keyType(ColumnFacts facts) {
        if (facts.wholeNumber()) {
            return KeyType.INTEGER;
        }
        return switch (facts.textOrder()) {
            case BINARY, UTF16, EXACT_EQUALITY -> KeyType.TEXT;
            case BINARY_PADDED -> KeyType.PADDED_TEXT;
            case UNKNOWN -> KeyType.UNSUPPORTED;
        };
    }
}
