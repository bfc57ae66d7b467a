package io.shardkit.sql.form;

import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.TableName;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Decides which tables of a statement are renamed, and finds the places. */
public final class RenamedTables {
    private final SqlText text;
    private final TableMarkers marks;
    private final ShardMap rule;
    private final List<TableUse> tables;

    public RenamedTables(SqlText text, TableMarkers marks, ShardMap rule, List<TableUse> tables) {
        this.text = text;
        this.marks = marks;
        this.rule = rule;
        this.tables = tables;
    }

    /** Returns the names in a query, whose columns have labels that the user sees. */
    public List<TableName> inQuery() throws SQLException {
        return names(new Labels(text).tokensOfComputedColumns(), areApart());
    }

    /** In an INSERT of values, which a database may have to compute where copies of single tables are. */
    public List<TableName> inInsert() throws SQLException {
        return names(new BitSet(), areApart());
    }

    /** In a write of what it reads, which may have to be copies of single tables. */
    public List<TableName> inWrite() throws SQLException {
        boolean everywhere =
                tables.stream().anyMatch(use -> rule.shardedTable(use.name()) != null || rule.isBroadcast(use.name()));
        return names(new BitSet(), everywhere || areApart());
    }

    private List<TableName> names(BitSet computed, boolean singles) throws SQLException {
        List<TableName> names = marks.names(computed, renamed(singles));
        marks.addHints(tables, names);
        return names;
    }

    /** Returns true if the single tables do not all lie on one data source. */
    private boolean areApart() {
        Set<Integer> sources = new HashSet<>();
        for (TableUse use : tables) {
            if (rule.isSingle(use.name())) {
                sources.add(rule.dataSourceOfSingle(use.name()));
            }
        }
        return sources.size() > 1;
    }

    /** The sharded tables, and the declared single ones if these may be copied. */
    private BitSet renamed(boolean singles) {
        BitSet renamed = new BitSet();
        for (TableUse use : tables) {
            if (rule.shardedTable(use.name()) != null || (singles && rule.isDeclaredSingle(use.name()))) {
                renamed.set(use.id());
            }
        }
        return renamed;
    }
}
