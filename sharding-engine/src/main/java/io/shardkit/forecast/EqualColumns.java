package io.shardkit.forecast;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.sql.statement.Block;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.From;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Columns of several tables that mean the same, by which these tables could be sharded alike: those that statements set
 * equal, such as {@code owners.id} and {@code pets.owner_id}, and those of one name, unless each of the two alone tells the
 * rows of its own table apart, as the {@code id} of many a table does.
 */
final class EqualColumns {

    /** A column of a table, both in lower case. */
    record TableColumn(String table, String column) implements Comparable<TableColumn> {
        private static final Comparator<TableColumn> ORDER =
                Comparator.comparing(TableColumn::table).thenComparing(TableColumn::column);

        @Override
        public int compareTo(TableColumn other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<String, Table> tables;

    /** The number of executions that demand a value of a column, or that it equals another column. */
    private final Map<TableColumn, Long> narrowed = new TreeMap<>();

    /** One of those that mean the same; itself where there is none, or it is the one that stands for all. */
    private final Map<TableColumn, TableColumn> same = new HashMap<>();

    /** @param tables all that are there, by their names in lower case */
    EqualColumns(Map<String, Table> tables) {
        this.tables = tables;
    }

    /** Learns from a statement that ran so often. */
    void add(ParsedStatement statement, long executions) {
        Map<Integer, String> names = new HashMap<>();
        for (TableUse use : statement.tables()) {
            names.put(use.id(), use.name());
        }
        Set<TableColumn> own = new HashSet<>();
        for (Block block : statement.blocks()) {
            learn(block.where(), names, own);
            joins(block.from(), names, own);
        }
        own.forEach(member -> narrowed.merge(member, executions, Long::sum));
    }

    private void joins(@Nullable From from, Map<Integer, String> names, Set<TableColumn> own) {
        if (from instanceof From.Join join) {
            learn(join.on(), names, own);
            joins(join.left(), names, own);
            joins(join.right(), names, own);
        }
    }

    private void learn(Condition condition, Map<Integer, String> names, Set<TableColumn> own) {
        for (Condition part : condition.conjuncts()) {
            if (part instanceof Condition.In in) {
                use(in.column(), names, own);
            } else if (part instanceof Condition.Equal equal) {
                TableColumn left = use(equal.left(), names, own);
                TableColumn right = use(equal.right(), names, own);
                if (left != null && right != null) {
                    join(left, right);
                }
            }
        }
    }

    private @Nullable TableColumn use(ColumnRef column, Map<Integer, String> names, Set<TableColumn> own) {
        String name = names.get(column.use());
        Table table = name == null ? null : tables.get(name);
        if (table == null || table.column(column.name()) == null) {
            return null;
        }
        TableColumn member = new TableColumn(table.name(), column.name());
        own.add(member);
        return member;
    }

    private TableColumn standing(TableColumn member) {
        TableColumn standing = member;
        for (TableColumn next = same.get(standing); next != null && !next.equals(standing); next = same.get(standing)) {
            standing = next;
        }
        return standing;
    }

    private void join(TableColumn one, TableColumn other) {
        same.put(standing(one), standing(other));
    }

    /**
     * Returns the groups of columns that could be sharded alike, each table with its column; the groups that narrow the
     * most executions come first.
     *
     * @throws SQLException if the database cannot be asked
     */
    List<Map<String, String>> groups(Catalog catalog, int most) throws SQLException {
        joinByName(catalog);
        Map<TableColumn, Set<TableColumn>> members = new HashMap<>();
        Map<TableColumn, Long> weights = new TreeMap<>();
        for (TableColumn member : new TreeSet<>(same.keySet())) {
            TableColumn standing = standing(member);
            members.computeIfAbsent(standing, first -> new TreeSet<>()).add(member);
            weights.merge(standing, narrowed.getOrDefault(member, 0L), Long::sum);
        }
        return weights.entrySet().stream()
                .sorted(Map.Entry.<TableColumn, Long>comparingByValue().reversed())
                .limit(most)
                .map(group -> columns(members.getOrDefault(group.getKey(), Set.of())))
                .toList();
    }

    /** Of several columns of a table that which narrows the most. */
    private Map<String, String> columns(Set<TableColumn> members) {
        Map<String, TableColumn> best = new TreeMap<>();
        members.forEach(member -> best.merge(
                member.table(),
                member,
                (one, other) -> narrowed.getOrDefault(other, 0L) > narrowed.getOrDefault(one, 0L) ? other : one));
        Map<String, String> columns = new LinkedHashMap<>();
        best.forEach((table, member) -> columns.put(table, member.column()));
        return columns;
    }

    private void joinByName(Catalog catalog) throws SQLException {
        Map<String, List<TableColumn>> byName = new TreeMap<>();
        for (TableColumn member : narrowed.keySet()) {
            same.putIfAbsent(member, member);
            byName.putIfAbsent(member.column(), new ArrayList<>());
        }
        for (Map.Entry<String, List<TableColumn>> name : byName.entrySet()) {
            List<TableColumn> keys = new ArrayList<>();
            List<TableColumn> others = new ArrayList<>();
            for (Table table : tables.values()) {
                if (table.column(name.getKey()) != null) {
                    TableColumn member = new TableColumn(table.name(), name.getKey());
                    (isKey(member, catalog) ? keys : others).add(member);
                }
            }
            for (TableColumn other : others) {
                same.putIfAbsent(other, other);
                join(other, others.get(0));
                for (TableColumn key : keys) {
                    same.putIfAbsent(key, key);
                    join(other, key);
                }
            }
        }
    }

    private static boolean isKey(TableColumn member, Catalog catalog) throws SQLException {
        List<UniqueKey> keys = catalog.uniqueKeys(member.table());
        return keys != null && keys.stream().anyMatch(key -> key.columns().equals(List.of(member.column())));
    }
}
