package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.CommonColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The source tables of a move, as the catalogs have them, and those that share its targets. Immutable.
 *
 * @param isFenced whether all of them have the names that nothing uses
 */
record SourceTables(TableMove move, boolean isFenced) {
    /**
     * Reads the table from the catalogs of the source and the targets.
     *
     * @param byEachKey whether it has no key unless rows can be looked up by each of its keys
     * @throws SQLException if an altered target lacks the key, among others
     */
    static MovedTable read(TableMove move, MoveConnection connection, boolean byEachKey) throws SQLException {
        Dialect dialect = move.dialect();
        TablePlace place = move.source();
        String name = move.sourceName(connection);
        MoveSql sql = MoveSqls.of(dialect);
        List<Column> all = connection.with(own ->
                ReportedTables.columns(place.declared(name), move.placement().columns(), own, dialect));
        Placement.Entries entries = move.placement().entries();
        if (entries != null) {
            return entries(move, name, all, entries);
        }
        List<UniqueKey> uniques = connection.with(own -> ReportedTables.uniqueKeys(place.declared(name), own, dialect));
        List<String> targetNames = targetNames(move);
        CommonColumns common = CommonColumns.ofAlike(all);
        boolean isWhole = byEachKey && !isLookedUpByAll(sql, common.columns(), uniques);
        UniqueKey key = isWhole ? null : key(sql, common.columns(), uniques);
        if (move.alteration() != null) {
            MoveTarget target = move.target();
            try (MoveConnection other = MoveConnection.open(target.place(), move)) {
                String altered = target.place().declared(targetNames.get(0));
                common = CommonColumns.between(all, other.with(own -> ReportedTables.columns(altered, own, dialect)));
                // Rows are in the way of others there by the keys that the target has.
                uniques = other.with(own -> ReportedTables.uniqueKeys(altered, own, dialect));
            }
        }
        List<Column> columns = common.columns();
        List<Integer> numbers = key == null ? List.of() : numbers(columns, key);
        if (key != null && numbers.contains(-1)) {
            throw new SQLException("The key " + key.columns() + " of table " + place.declared(name)
                    + " is not in the altered table, so that its rows cannot be told apart there");
        }
        return new MovedTable(
                move,
                name,
                place.quoted(dialect, name),
                targetNames,
                common,
                numbers,
                uniques.stream()
                        .filter(each ->
                                each.exact() && (key == null || !each.columns().equals(key.columns())))
                        .map(each -> numbers(columns, each))
                        .filter(each -> !each.contains(-1))
                        .toList());
    }

    private static boolean isLookedUpByAll(MoveSql sql, List<Column> columns, List<UniqueKey> keys) {
        return keys.stream().allMatch(each -> isLookedUp(sql, columns, each));
    }

    private static MovedTable entries(TableMove move, String name, List<Column> all, Placement.Entries entries)
            throws SQLException {
        List<Column> columns = entries.columns(CommonColumns.ofAlike(all).columns());
        return new MovedTable(
                move,
                name,
                move.source().quoted(move.dialect(), name),
                targetNames(move),
                new CommonColumns(
                        columns, columns, columns.stream().map(all::indexOf).toList(), List.of()),
                List.of(0),
                List.of());
    }

    private static List<String> targetNames(TableMove move) throws SQLException {
        Map<TablePlace, Map<String, String>> names = new HashMap<>();
        for (TablePlace place : move.places()) {
            try (MoveConnection connection = MoveConnection.open(place, move)) {
                names.put(place, place.names(move.dialect(), connection));
            }
        }
        return move.targets().stream()
                .map(target -> {
                    String present = target.present(names.getOrDefault(target.place(), Map.of()));
                    return present == null ? target.filled() : present;
                })
                .toList();
    }

    /** Returns true if rows can be looked up by the values of a key. */
    static boolean isLookedUp(MoveSql sql, List<Column> columns, UniqueKey key) {
        return key.exact() && numbers(columns, key).stream().allMatch(i -> i >= 0 && sql.isKeyType(columns.get(i)));
    }

    /** Returns the key by which rows are looked up: the primary one, or the first other one; null if there is none. */
    static @Nullable UniqueKey key(MoveSql sql, List<Column> columns, List<UniqueKey> uniques) {
        UniqueKey found = null;
        for (UniqueKey each : uniques) {
            boolean fits = isLookedUp(sql, columns, each)
                    && numbers(columns, each).stream()
                            .noneMatch(i -> columns.get(i).nullable());
            if (fits && (found == null || each.primary())) {
                found = each;
            }
        }
        return found;
    }

    private static List<Integer> numbers(List<Column> columns, UniqueKey key) {
        List<String> names = columns.stream().map(Column::name).toList();
        return key.columns().stream().map(names::indexOf).toList();
    }

    /** Returns the quoted name that a source has in this moment. */
    String name(TableMove source, MoveConnection place) throws SQLException {
        return source.source().quoted(source.dialect(), isFenced ? source.fenced() : source.sourceName(place));
    }

    /** Work at one of several sources. */
    interface Work {
        void run(TableMove source, MoveConnection connection) throws SQLException;
    }

    /** Works at all of them, by one connection to each of their databases. */
    void each(MoveConnection own, Work work) throws SQLException {
        Map<TablePlace, List<TableMove>> byPlace = new LinkedHashMap<>();
        for (Placement.Source each : move.placement().sources()) {
            byPlace.computeIfAbsent(each.place(), any -> new ArrayList<>()).add(move.of(each));
        }
        for (List<TableMove> each : byPlace.values()) {
            at(own, each, work);
        }
    }

    private void at(MoveConnection own, List<TableMove> ofPlace, Work work) throws SQLException {
        TablePlace place = ofPlace.get(0).source();
        boolean isOwn = place.equals(move.source());
        MoveConnection connection = isOwn ? own : MoveConnection.open(place, move);
        try {
            for (TableMove source : ofPlace) {
                work.run(source, connection);
            }
        } finally {
            if (!isOwn) {
                connection.close();
            }
        }
    }

    /** Works at one of them. */
    void one(MoveConnection own, int number, Work work) throws SQLException {
        at(own, List.of(move.of(move.placement().sources().get(number))), work);
    }
}
