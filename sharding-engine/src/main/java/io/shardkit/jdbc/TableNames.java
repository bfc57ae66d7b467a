package io.shardkit.jdbc;

import io.shardkit.dialect.Dialect;
import io.shardkit.execute.TemporaryNames;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From actual tables to the logical names that users know. Immutable. */
final class TableNames {
    private static final Pattern WORD = Pattern.compile("\\w+");

    private final boolean labelsByText;
    private final Map<String, ShardedTable> byActualName = new HashMap<>();

    TableNames(ShardingRule rule, Dialect dialect) {
        this.labelsByText = dialect.labelsByText();
        for (ShardedTable table : rule.shardedTables()) {
            for (DataNode node : table.nodes()) {
                // A name that two tables use on different data sources stands for neither.
                byActualName.merge(node.table().toLowerCase(Locale.ROOT), table, (a, b) -> a == b ? a : null);
            }
        }
    }

    /** The logical name in the actual one's letter case; the name itself if it is no actual table. */
    String logical(String actual) {
        if (TemporaryNames.isTemporary(actual)) {
            return TemporaryNames.logical(actual);
        }
        ShardedTable table = byActualName.get(actual.toLowerCase(Locale.ROOT));
        if (table == null) {
            return actual;
        }
        boolean upper = actual.equals(actual.toUpperCase(Locale.ROOT));
        return upper ? table.name().toUpperCase(Locale.ROOT) : table.name();
    }

    /** The label with logical names in place of actual ones, which that of a subquery may show. */
    String logicalLabel(String label) {
        if (labelsByText || label.indexOf('(') < 0) {
            return label;
        }
        Matcher word = WORD.matcher(label);
        StringBuilder logical = new StringBuilder();
        int copied = 0;
        while (word.find()) {
            String name = logical(word.group());
            if (word.start() >= copied && !name.equals(word.group())) {
                logical.append(label, copied, word.start()).append(name);
                // The logical name may have been given to the actual table as an alias.
                Matcher alias = WORD.matcher(label).region(word.end(), label.length());
                boolean aliased = label.startsWith(" " + name, word.end())
                        && alias.find()
                        && alias.group().equals(name);
                copied = aliased ? alias.end() : word.end();
            }
        }
        return logical.append(label, copied, label.length()).toString();
    }

    /** Whether the name is one of the actual tables of a sharded table. */
    boolean isActual(String name) {
        return byActualName.containsKey(name.toLowerCase(Locale.ROOT));
    }
}
