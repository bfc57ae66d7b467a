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
    record Place(String table, String column) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::table).thenComparing(Place::column);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<String, Table> tables;

    /** The number of executions that demand a value of a column, or that it equals another column. */
    private final Map<Place, Long> narrowed = new TreeMap<>();

    /** One of those that mean the same; itself where there is none, or it is the one that stands for all. */
    private final Map<Place, Place> same = new HashMap<>();

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
        Set<Place> own = new HashSet<>();
        for (Block block : statement.blocks()) {
            learn(block.where(), names, own);
            joins(block.from(), names, own);
        }
        own.forEach(place -> narrowed.merge(place, executions, Long::sum));
    }

    private void joins(@Nullable From from, Map<Integer, String> names, Set<Place> own) {
        if (from instanceof From.Join join) {
            learn(join.on(), names, own);
            joins(join.left(), names, own);
            joins(join.right(), names, own);
        }
    }

    private void learn(Condition condition, Map<Integer, String> names, Set<Place> own) {
        for (Condition part : condition.conjuncts()) {
            if (part instanceof Condition.In in) {
                place(in.column(), names, own);
            } else if (part instanceof Condition.Equal equal) {
                Place left = place(equal.left(), names, own);
                Place right = place(equal.right(), names, own);
                if (left != null && right != null) {
                    join(left, right);
                }
            }
        }
    }

    private @Nullable Place place(ColumnRef column, Map<Integer, String> names, Set<Place> own) {
        String name = names.get(column.use());
        Table table = name == null ? null : tables.get(name);
        if (table == null || table.column(column.name()) == null) {
            return null;
        }
        Place place = new Place(table.name(), column.name());
        own.add(place);
        return place;
    }

    private Place standing(Place place) {
        Place standing = place;
        for (Place next = same.get(standing); next != null && !next.equals(standing); next = same.get(standing)) {
            standing = next;
        }
        return standing;
    }

    private void join(Place one, Place other) {
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
        Map<Place, Set<Place>> members = new HashMap<>();
        Map<Place, Long> weights = new TreeMap<>();
        for (Place place : new TreeSet<>(same.keySet())) {
            Place standing = standing(place);
            members.computeIfAbsent(standing, first -> new TreeSet<>()).add(place);
            weights.merge(standing, narrowed.getOrDefault(place, 0L), Long::sum);
        }
        return weights.entrySet().stream()
                .sorted(Map.Entry.<Place, Long>comparingByValue().reversed())
                .limit(most)
                .map(group -> columns(members.getOrDefault(group.getKey(), Set.of())))
                .toList();
    }

    /** Of several columns of a table that which narrows the most. */
    private Map<String, String> columns(Set<Place> members) {
        Map<String, Place> best = new TreeMap<>();
        members.forEach(place -> best.merge(
                place.table(),
                place,
                (one, other) -> narrowed.getOrDefault(other, 0L) > narrowed.getOrDefault(one, 0L) ? other : one));
        Map<String, String> columns = new LinkedHashMap<>();
        best.forEach((table, place) -> columns.put(table, place.column()));
        return columns;
    }

    private void joinByName(Catalog catalog) throws SQLException {
        Map<String, List<Place>> byName = new TreeMap<>();
        for (Place place : narrowed.keySet()) {
            same.putIfAbsent(place, place);
            byName.putIfAbsent(place.column(), new ArrayList<>());
        }
        for (Map.Entry<String, List<Place>> name : byName.entrySet()) {
            List<Place> keys = new ArrayList<>();
            List<Place> others = new ArrayList<>();
            for (Table table : tables.values()) {
                if (table.column(name.getKey()) != null) {
                    Place place = new Place(table.name(), name.getKey());
                    (isKey(place, catalog) ? keys : others).add(place);
                }
            }
            for (Place other : others) {
                same.putIfAbsent(other, other);
                join(other, others.get(0));
                for (Place key : keys) {
                    same.putIfAbsent(key, key);
                    join(other, key);
                }
            }
        }
    }

    private static boolean isKey(Place place, Catalog catalog) throws SQLException {
        List<UniqueKey> keys = catalog.uniqueKeys(place.table());
        return keys != null && keys.stream().anyMatch(key -> key.columns().equals(List.of(place.column())));
    }
}
