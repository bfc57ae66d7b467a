package io.shardkit.planner;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.ColumnFacts.StoredKey;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Setting;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Finds sharding columns whose strings mean the same instant only as long as no session changes its time zone. */
final class SessionTimes {
    private SessionTimes() {}

    /**
     * A sharding column that would place rows elsewhere after the SET, with its table; null if there is none.
     *
     * @throws SQLException if a database cannot be asked
     */
    static @Nullable String placing(ParsedStatement.SetState set, ShardMap rule, Catalog catalog, Dialect dialect)
            throws SQLException {
        ServerSettings server = catalog.settings();
        String offset = server == null ? null : server.offset();
        Setting zone = set.settings().get("time_zone");
        if (zone == null || offset == null || zone.sql().endsWith("'" + offset + "'")) {
            return null;
        }
        for (RoutedTable table : rule.tables()) {
            Table read = catalog.table(table.name());
            for (String name : table.shardingColumns()) {
                Column column = read == null ? null : read.column(name);
                if (column != null
                        && column.keyType() != KeyType.UNSUPPORTED
                        && dialect.column(column.typeName(), null, column.definition())
                                        .key()
                                        .kind()
                                == StoredKey.Kind.SESSION_TIME) {
                    return table + "." + column.name();
                }
            }
        }
        return null;
    }
}
