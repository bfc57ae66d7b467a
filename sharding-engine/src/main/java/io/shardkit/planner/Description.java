package io.shardkit.planner;

import io.shardkit.plan.ShardCall;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import io.shardkit.sql.statement.TableUse;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds a data source where a statement can be prepared, without running it, to learn its columns and parameters. */
final class Description {
    private final ParsedStatement statement;
    private final ShardMap rule;

    Description(ParsedStatement statement, ShardMap rule) {
        this.statement = statement;
        this.rule = rule;
    }

    /** The user's text with actual tables of one data source that has them all; null if there is none such. */
    @Nullable ShardCall call() {
        if (statement instanceof ParsedStatement.Ddl
                || statement instanceof ParsedStatement.Explain
                || statement instanceof ParsedStatement.SetState
                || statement instanceof ParsedStatement.SetShared
                || statement instanceof ParsedStatement.Control) {
            return null;
        }
        int count = rule.dataSources().size();
        for (int i = 0; i < count; i++) {
            int dataSource = (rule.home() + i) % count;
            Map<Integer, String> names = names(dataSource);
            if (names != null) {
                return new ShardCall(dataSource, 0, SqlTemplate.of(statement).render(names::get), null);
            }
        }
        return null;
    }

    private @Nullable Map<Integer, String> names(int dataSource) {
        Map<Integer, String> names = new HashMap<>();
        for (TableUse use : statement.tables()) {
            RoutedTable sharded = rule.shardedTable(use.name());
            if (sharded != null) {
                String actual = actual(sharded, dataSource);
                if (actual == null) {
                    return null;
                }
                names.put(use.id(), actual);
            } else if (!rule.isBroadcast(use.name()) && rule.dataSourceOfSingle(use.name()) != dataSource) {
                return null;
            }
        }
        return names;
    }

    private static @Nullable String actual(RoutedTable table, int dataSource) {
        for (int unit = 0; unit < table.unitCount(); unit++) {
            if (table.dataSource(unit) == dataSource) {
                return table.actualTable(unit);
            }
        }
        return null;
    }
}
