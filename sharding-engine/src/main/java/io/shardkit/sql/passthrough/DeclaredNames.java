package io.shardkit.sql.passthrough;

import io.shardkit.rule.DataNode;
import io.shardkit.rule.RoutedTable;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the names of the rule's tables in a text, wherever they stand: as a name however quoted, in a string, in a
 * comment. It needs to know nothing of how a database reads the text. Immutable.
 */
final class DeclaredNames {
    /**
     * A sharded or broadcast table, an actual table, single tables of several data sources, or a write that may need
     * keys.
     */
    static final int TOUCHED = -1;

    private static final Set<String> INSERTS = Set.of("INSERT", "MERGE", "REPLACE");

    private final ShardMap rule;

    /** The names with other characters than letters, digits and the like, in lower case. */
    private final List<String> special = new ArrayList<>();

    DeclaredNames(ShardMap rule) {
        this.rule = rule;
        for (RoutedTable table : rule.tables()) {
            keepSpecial(table.name());
            for (DataNode node : table.nodes()) {
                keepSpecial(node.tableName());
            }
        }
        rule.broadcastTables().forEach(this::keepSpecial);
        rule.singles().keySet().forEach(this::keepSpecial);
    }

    private void keepSpecial(String name) {
        if (!name.chars().allMatch(Character::isJavaIdentifierPart)) {
            special.add(name.toLowerCase(Locale.ROOT));
        }
    }

    /** The data source where all tables of the text are, as far as they are declared; or {@link #TOUCHED}. */
    int dataSource(String sql) {
        int found = rule.home();
        boolean single = false;
        int length = sql.length();
        for (int at = 0; at < length; at++) {
            if (!Character.isJavaIdentifierPart(sql.charAt(at))) {
                continue;
            }
            int start = at;
            while (at < length && Character.isJavaIdentifierPart(sql.charAt(at))) {
                at++;
            }
            String word = sql.substring(start, at);
            if (rule.shardedTable(word) != null || rule.isBroadcast(word) || rule.hasActualTable(word)) {
                return TOUCHED;
            }
            if (rule.keyGenerationOfUnsharded(word) != null && Words.occur(sql, INSERTS)) {
                return TOUCHED;
            }
            if (rule.isDeclaredSingle(word)) {
                int home = rule.dataSourceOfSingle(word);
                if (single && home != found) {
                    return TOUCHED;
                }
                single = true;
                found = home;
            }
        }
        return special.isEmpty() || !mentionsSpecial(sql.toLowerCase(Locale.ROOT)) ? found : TOUCHED;
    }

    /** Returns true if the name is that of a declared single table. */
    boolean isSingle(String name) {
        return rule.isDeclaredSingle(name);
    }

    private boolean mentionsSpecial(String sql) {
        return special.stream().anyMatch(sql::contains);
    }
}
