package io.shardkit.move.table;

import io.shardkit.catalog.CarriedValue;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.CommonColumns;
import io.shardkit.move.alter.Conversion;
import io.shardkit.move.alter.RowInsert;
import io.shardkit.move.table.MoveStatements.RowReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL that reads and writes the rows of a table, and the entries of its journal. Immutable. */
final class MovedRows {
    private static final int MOST_KEYS = 250;
    private static final int MOST_PARAMETERS = 8000;
    private static final int MOST_ROWS = 500;

    /** SQLState of a value that a column cannot have; not one of constraints, of which some failures pass by themselves. */
    private static final String UNFIT = "22000";

    /** A name that no column in ORDER BY can be taken for. */
    private static final String ALIAS = "shardkit_row";

    private static final String LOCKING = " FOR UPDATE";

    private final MovedTable table;
    private final MoveSql sql;
    private final Placement.Rows placement;
    private final boolean isFenced;

    private MovedRows(MovedTable table, MoveSql sql, Placement.Rows placement, boolean isFenced) {
        this.isFenced = isFenced;
        this.table = table;
        this.sql = sql;
        this.placement = placement;
    }

    /** Reads the table from the catalog of the source. */
    static MovedRows read(TableMove move, MoveConnection connection) throws SQLException {
        MovedRows moved = read(move, connection, false);
        if (!moved.isKeyed()) {
            throw new SQLException("Table " + move.source().declared(moved.table.sourceName())
                    + " has no primary key or unique key of columns that are not NULL, by whose types rows can be put in"
                    + " order: add one");
        }
        return moved;
    }

    /** Reads the table from the catalog of the source, without a key unless rows can be looked up by each of its keys. */
    static MovedRows readAny(TableMove move, MoveConnection connection) throws SQLException {
        return read(move, connection, true);
    }

    private static MovedRows read(TableMove move, MoveConnection connection, boolean byEachKey) throws SQLException {
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
        MovedTable table = new MovedTable(
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
        return new MovedRows(table, sql, move.placement().of(columns), false);
    }

    private static boolean isLookedUpByAll(MoveSql sql, List<Column> columns, List<UniqueKey> keys) {
        return keys.stream().allMatch(each -> isLookedUp(sql, columns, each));
    }

    /** Returns true if rows can be looked up. */
    boolean isKeyed() {
        return !table.key().isEmpty();
    }

    private static MovedRows entries(TableMove move, String name, List<Column> all, Placement.Entries entries)
            throws SQLException {
        List<Column> columns = entries.columns(CommonColumns.ofAlike(all).columns());
        MovedTable table = new MovedTable(
                move,
                name,
                move.source().quoted(move.dialect(), name),
                targetNames(move),
                new CommonColumns(
                        columns, columns, columns.stream().map(all::indexOf).toList(), List.of()),
                List.of(0),
                List.of());
        return new MovedRows(table, MoveSqls.of(move.dialect()), move.placement().of(columns), false);
    }

    /** The same rows when the table has the name that nothing uses, and all tables of the same entries have theirs. */
    MovedRows fenced() {
        TableMove move = table.move();
        return new MovedRows(
                new MovedTable(
                        move,
                        move.fenced(),
                        move.source().quoted(move.dialect(), move.fenced()),
                        table.targetNames(),
                        table.common(),
                        table.key(),
                        table.uniques()),
                sql,
                placement,
                true);
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

    /**
     * Returns the number of the target of a row of the source.
     *
     * @throws SQLException if it has none, or does not belong to the source
     */
    int target(@Nullable Object[] row) throws SQLException {
        if (!isOwn(row)) {
            throw new SQLException("The row with the key " + keyOf(row) + " of table " + table.sourceName()
                    + " lies where the rule does not look for it: move it to where it belongs, or delete it");
        }
        return placement.target(row);
    }

    /** Returns true if the targets get rows of other sources as well. */
    boolean isShared() {
        return placement.isShared();
    }

    /** Returns true if a row of a target belongs to the source. */
    boolean isOwn(@Nullable Object[] row) throws SQLException {
        return !placement.isShared() || placement.source(row) == placement.own();
    }

    /** Returns the number of the source to which a row of a target belongs. */
    int source(@Nullable Object[] row) throws SQLException {
        return placement.source(row);
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

    MovedTable table() {
        return table;
    }

    MoveSql sql() {
        return sql;
    }

    /** Returns the mark of the table by which a truncation is seen, or an empty text. */
    String incarnation(MoveStatements source) throws SQLException {
        return sql.incarnation(source, table.move().source(), table.sourceName());
    }

    /** Returns the number of rows at the source, of the part that a suffix tells. */
    long countAtSource(MoveStatements source, String part) throws SQLException {
        return count(source, table.source() + part);
    }

    /** Returns the number of rows at a target, of the part that a suffix tells. */
    long countAtTarget(MoveStatements connection, int target, String part) throws SQLException {
        return count(connection, table.target(target) + part);
    }

    /** Returns true if a part of the source has at most so many rows. */
    boolean isShort(MoveStatements source, String part, int most) throws SQLException {
        return isShort(source, most, table.source() + part);
    }

    /** Returns true if a part of a target has at most so many rows. */
    boolean isShortAtTarget(MoveStatements connection, int target, String part, int most) throws SQLException {
        return isShort(connection, most, table.target(target) + part);
    }

    private static boolean isShort(MoveStatements connection, int most, String name) throws SQLException {
        return count(connection, "(SELECT 1 AS one FROM " + name + " LIMIT " + (most + 1) + ") some_rows") <= most;
    }

    /** Reads all rows of the source. */
    List<@Nullable Object[]> allAtSource(MoveConnection source) throws SQLException {
        return all(source, carried(false), table.source());
    }

    /** Reads all rows of a part of a target. */
    List<@Nullable Object[]> allAtTarget(MoveConnection connection, int target, String part) throws SQLException {
        return all(connection, carried(true), table.target(target) + part);
    }

    private List<@Nullable Object[]> all(MoveConnection connection, String columns, String name) throws SQLException {
        return connection.rows(
                "SELECT " + columns + " FROM " + name + " " + ALIAS, MoveStatements.Parameters.NONE, this::row);
    }

    /** Returns the first keys of a part of the source, or with " DESC" the last ones. */
    List<MovedKey> edge(MoveStatements source, String part, String direction, int most) throws SQLException {
        String order = table.keyColumns().stream()
                .map(column -> ALIAS + "." + dialect().quoted(column.reportedName()) + direction)
                .collect(Collectors.joining(", "));
        return source.rows(
                "SELECT " + carried(table.keyColumns()) + " FROM " + table.source() + part + " " + ALIAS + " ORDER BY "
                        + order + " LIMIT " + most,
                MoveStatements.Parameters.NONE,
                row -> Objects.requireNonNull(readKey(row, 1)));
    }

    private static long count(MoveStatements connection, String name) throws SQLException {
        return Long.parseLong(String.valueOf(connection.first("SELECT COUNT(*) FROM " + name)));
    }

    private Dialect dialect() {
        return sql.dialect();
    }

    /** Returns the items of all columns, those of a target as the source would have their values. */
    private String carried(boolean atTarget) {
        CommonColumns common = table.common();
        if (!atTarget) {
            return carried(common.columns());
        }
        List<String> items = new ArrayList<>();
        for (int i = 0; i < common.columns().size(); i++) {
            Column column = common.columns().get(i);
            String name = ALIAS + "." + dialect().quoted(column.reportedName());
            String value = common.isConverted(i) ? Conversion.to(dialect(), column, name) : name;
            items.add(dialect().carried(value, column.typeName()));
        }
        return String.join(", ", items);
    }

    private String carried(List<Column> some) {
        return some.stream()
                .map(column ->
                        dialect().carried(ALIAS + "." + dialect().quoted(column.reportedName()), column.typeName()))
                .collect(Collectors.joining(", "));
    }

    /** Reads a row of {@link #carried}. */
    private @Nullable Object[] row(ResultSet rows) throws SQLException {
        @Nullable Object[] row = new Object[table.columns().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = CarriedValue.read(rows, i + 1, table.columns().get(i));
        }
        return row;
    }

    /** Returns the key of a row. */
    MovedKey keyOf(@Nullable Object[] row) {
        return new MovedKey(table.key().stream().map(i -> text(row[i])).toList());
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    /** Reads the first rows after a key, in the order of the keys. */
    List<@Nullable Object[]> after(MoveConnection source, @Nullable MovedKey from, int most) throws SQLException {
        return after(source, carried(false) + " FROM " + table.source(), from, most);
    }

    /** Reads the first rows of a target after a key, in the order of the keys. */
    List<@Nullable Object[]> afterAtTarget(MoveConnection connection, int target, @Nullable MovedKey from, int most)
            throws SQLException {
        return after(connection, carried(true) + " FROM " + table.target(target), from, most);
    }

    private List<@Nullable Object[]> after(
            MoveConnection connection, String selected, @Nullable MovedKey from, int most) throws SQLException {
        String where = from != null ? " WHERE " + beyond(">") : table.hasKeyless() ? " WHERE " + table.isKeyed(ALIAS) : "";
        return connection.rows(
                "SELECT " + selected + " " + ALIAS + where + " ORDER BY " + table.list(table.keyColumns(), ALIAS + ".")
                        + " LIMIT " + most,
                statement -> {
                    if (from != null) {
                        bindBeyond(statement, 1, from);
                    }
                },
                this::row);
    }

    /** Reads the rows of a target after one key and up to another. */
    List<@Nullable Object[]> between(
            MoveConnection connection,
            int target,
            @Nullable MovedKey from,
            @Nullable MovedKey to,
            int most,
            int skipped)
            throws SQLException {
        List<String> conditions = new ArrayList<>();
        if (from != null) {
            conditions.add(beyond(">"));
        }
        if (to != null) {
            conditions.add("(" + beyond("<") + " OR " + anyOf(table.keyColumns(), 1, ALIAS + ".") + ")");
        }
        return connection.rows(
                "SELECT " + carried(true) + " FROM " + table.target(target) + " " + ALIAS
                        + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions)) + " ORDER BY "
                        + table.list(table.keyColumns(), ALIAS + ".") + " LIMIT " + most + " OFFSET " + skipped,
                statement -> {
                    int index = 1;
                    if (from != null) {
                        index = bindBeyond(statement, index, from);
                    }
                    if (to != null) {
                        index = bindBeyond(statement, index, to);
                        bindEqual(statement, index, table.keyColumns(), to.values());
                    }
                },
                this::row);
    }

    /** Returns the condition for keys on one side of a table.key(). */
    private String beyond(String operator) {
        List<Column> some = table.keyColumns();
        if (sql.comparesRows()) {
            return "(" + table.list(some, ALIAS + ".") + ") " + operator + " (" + marks(some) + ")";
        }
        String condition = "";
        for (int i = some.size() - 1; i >= 0; i--) {
            String name = ALIAS + "." + dialect().quoted(some.get(i).reportedName());
            String mark = sql.mark(some.get(i));
            String here = name + " " + operator + " " + mark;
            condition = condition.isEmpty()
                    ? here
                    : "(" + here + " OR (" + name + " = " + mark + " AND " + condition + "))";
        }
        return condition;
    }

    private int bindBeyond(PreparedStatement statement, int first, MovedKey bound) throws SQLException {
        List<Column> some = table.keyColumns();
        int index = first;
        for (int i = 0; i < some.size(); i++) {
            sql.bind(statement, index++, some.get(i), bound.values().get(i));
            if (!sql.comparesRows() && i < some.size() - 1) {
                sql.bind(statement, index++, some.get(i), bound.values().get(i));
            }
        }
        return index;
    }

    private String marks(List<Column> some) {
        return some.stream().map(sql::mark).collect(Collectors.joining(", "));
    }

    private int bindEqual(PreparedStatement statement, int first, List<Column> some, List<String> values)
            throws SQLException {
        int index = first;
        for (int i = 0; i < some.size(); i++) {
            sql.bind(statement, index++, some.get(i), values.get(i));
        }
        return index;
    }

    /** Returns the condition for any of several values of some columns. */
    private String anyOf(List<Column> some, int count, String before) {
        List<String> names = some.stream()
                .map(column -> before + dialect().quoted(column.reportedName()))
                .toList();
        return anyOf(some, names, count);
    }

    private String anyOf(List<Column> some, List<String> names, int count) {
        if (some.size() == 1 || sql.findsRows()) {
            return "(" + String.join(", ", names) + ") IN ("
                    + String.join(", ", Collections.nCopies(count, "(" + marks(some) + ")")) + ")";
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            parts.add(names.get(i) + " = " + sql.mark(some.get(i)));
        }
        return String.join(" OR ", Collections.nCopies(count, "(" + String.join(" AND ", parts) + ")"));
    }

    /** Returns what of the structure of the source must not change: entries have no part in its foreign keys. */
    TableStructure structure(TableStructure source) {
        return isOfEntries() ? source.with(List.of()) : source;
    }

    /** Returns true if the targets have entries about the rows of several sources. */
    boolean isOfEntries() {
        return entries() != null;
    }

    private Placement.@Nullable Entries entries() {
        return table.move().placement().entries();
    }

    /** Reads the present rows of keys at the source; at all sources if they have common entries. */
    List<@Nullable Object[]> atSource(MoveConnection connection, Collection<MovedKey> keys) throws SQLException {
        if (!isOfEntries()) {
            return presentAt(connection, table.source(), keys);
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        atSources(connection, (source, place) -> rows.addAll(presentAt(place, nameOf(source, place), keys)));
        return rows;
    }

    private List<@Nullable Object[]> presentAt(MoveConnection connection, String source, Collection<MovedKey> keys)
            throws SQLException {
        return at(connection, carried(false) + " FROM " + source, keys, "", this::row);
    }

    private String nameOf(TableMove source, MoveConnection place) throws SQLException {
        return source.source().quoted(dialect(), isFenced ? source.fenced() : source.sourceName(place));
    }

    /** Work at one of several sources. */
    private interface AtSource {
        void run(TableMove source, MoveConnection connection) throws SQLException;
    }

    /** Works at all sources that have common entries, by one connection to each of their databases. */
    private void atSources(MoveConnection own, AtSource work) throws SQLException {
        Map<TablePlace, List<TableMove>> byPlace = new LinkedHashMap<>();
        for (Placement.Source each : table.move().placement().sources()) {
            byPlace.computeIfAbsent(each.place(), any -> new ArrayList<>())
                    .add(table.move().of(each));
        }
        for (List<TableMove> each : byPlace.values()) {
            at(own, each, work);
        }
    }

    private void at(MoveConnection own, List<TableMove> ofPlace, AtSource work) throws SQLException {
        TablePlace place = ofPlace.get(0).source();
        boolean isOwn = place.equals(table.move().source());
        MoveConnection connection = isOwn ? own : MoveConnection.open(place, table.move());
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

    /** Returns those rows of a target, which are of another source, that the other source does not have so any more. */
    List<@Nullable Object[]> stale(MoveConnection own, int source, List<@Nullable Object[]> rows) throws SQLException {
        TableMove other = table.move().of(table.move().placement().sources().get(source));
        List<MovedKey> keys = rows.stream().map(this::keyOf).toList();
        Map<MovedKey, @Nullable Object[]> present = new LinkedHashMap<>();
        at(own, List.of(other), (move, place) -> presentAt(place, nameOf(move, place), keys)
                .forEach(row -> present.put(keyOf(row), row)));
        return rows.stream()
                .filter(row -> {
                    @Nullable Object[] now = present.get(keyOf(row));
                    return now == null || !isSame(row, now);
                })
                .toList();
    }

    /** Reads the present rows of keys at a target. */
    List<@Nullable Object[]> atTarget(MoveConnection connection, int target, Collection<MovedKey> keys)
            throws SQLException {
        return at(connection, carried(true) + " FROM " + table.target(target), keys, "", this::row);
    }

    /** The same, and locks them: it is decided by them what is deleted, and other sources have rows there, too. */
    List<@Nullable Object[]> lockedAtTarget(MoveConnection connection, int target, Collection<MovedKey> keys)
            throws SQLException {
        return at(connection, carried(true) + " FROM " + table.target(target), keys, LOCKING, this::row);
    }

    private <T> List<T> at(
            MoveConnection connection,
            String selected,
            Collection<MovedKey> keys,
            String ending,
            RowReader<T> reader)
            throws SQLException {
        return at(
                connection,
                selected,
                table.keyColumns(),
                keys.stream().map(MovedKey::values).toList(),
                ending,
                reader);
    }

    /** @param ending the end of the query */
    private <T> List<T> at(
            MoveConnection connection,
            String selected,
            List<Column> columns,
            List<List<String>> values,
            String ending,
            RowReader<T> reader)
            throws SQLException {
        List<T> rows = new ArrayList<>();
        for (List<List<String>> some : parts(values)) {
            rows.addAll(connection.rows(
                    "SELECT " + selected + " " + ALIAS + " WHERE "
                            + anyOf(columns, some.size(), ALIAS + ".") + ending,
                    statement -> {
                        int index = 1;
                        for (List<String> each : some) {
                            index = bindEqual(statement, index, columns, each);
                        }
                    },
                    reader));
        }
        return rows;
    }

    private static <T> List<List<T>> parts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int i = 0; i < all.size(); i += MOST_KEYS) {
            parts.add(all.subList(i, Math.min(all.size(), i + MOST_KEYS)));
        }
        return parts;
    }

    /** Deletes the rows of keys at a target. */
    void delete(MoveConnection connection, int target, Collection<MovedKey> keys) throws SQLException {
        List<Column> columns = table.keyColumns();
        for (List<MovedKey> part : parts(List.copyOf(keys))) {
            String text = "DELETE FROM " + table.target(target) + " WHERE " + anyOf(columns, part.size(), "");
            connection.update(text, statement -> {
                int index = 1;
                for (MovedKey each : part) {
                    index = bindEqual(statement, index, columns, each.values());
                }
            });
        }
    }

    private String lockingIfShared() {
        return isShared() ? LOCKING : "";
    }

    /**
     * Reads the rows of a target that have a unique value of one of these rows. The source has both rows only if the other
     * one was changed meanwhile, so that its key is in the journal.
     */
    List<@Nullable Object[]> clashing(MoveConnection connection, int target, List<@Nullable Object[]> rows)
            throws SQLException {
        List<@Nullable Object[]> found = new ArrayList<>();
        for (List<Integer> unique : table.uniques()) {
            List<List<String>> values = rows.stream()
                    .filter(row -> unique.stream().allMatch(i -> row[i] != null))
                    .map(row -> unique.stream().map(i -> text(row[i])).toList())
                    .toList();
            List<Column> columns = unique.stream().map(table.columns()::get).toList();
            found.addAll(at(
                    connection,
                    carried(true) + " FROM " + table.target(target),
                    columns,
                    values,
                    lockingIfShared(),
                    this::row));
        }
        return found;
    }

    /**
     * Reads what the rows of keys at a target have in columns that the source lacks.
     *
     * @return the values by the keys; none if there are no such columns
     */
    Map<MovedKey, @Nullable Object[]> keptAtTarget(MoveConnection connection, int target, Collection<MovedKey> keys)
            throws SQLException {
        List<Column> kept = table.common().kept();
        if (kept.isEmpty() || keys.isEmpty()) {
            return Map.of();
        }
        int first = table.columns().size();
        Map<MovedKey, @Nullable Object[]> values = new HashMap<>();
        String selected = carried(true) + ", " + carried(kept) + " FROM " + table.target(target);
        at(connection, selected, keys, lockingIfShared(), row -> {
            @Nullable Object[] own = new Object[kept.size()];
            for (int i = 0; i < own.length; i++) {
                own[i] = CarriedValue.read(row, first + i + 1, kept.get(i));
            }
            return values.put(keyOf(row(row)), own) == null;
        });
        return values;
    }

    /**
     * Inserts rows at a target, many with one statement.
     *
     * @param kept what they have in columns that the source lacks, as far as it is not the default
     * @throws SQLException also if the target is altered, and a row does not fit
     */
    void insert(
            MoveConnection connection,
            int target,
            List<@Nullable Object[]> rows,
            Map<MovedKey, @Nullable Object[]> kept)
            throws SQLException {
        CommonColumns common = table.common();
        int width = common.columns().size() + common.kept().size();
        int most = Math.max(1, Math.min(MOST_ROWS, MOST_PARAMETERS / width));
        RowInsert insert = new RowInsert(dialect(), table.target(target), common, sql.overriding());
        List<RowInsert.Row> all = new ArrayList<>();
        for (@Nullable Object[] row : rows) {
            all.add(new RowInsert.Row(row, kept.isEmpty() ? null : kept.get(keyOf(row))));
        }
        for (int i = 0; i < all.size(); i += most) {
            List<RowInsert.Row> some = all.subList(i, Math.min(all.size(), i + most));
            if (table.move().alteration() == null) {
                insert(connection, insert, some);
            } else {
                insertFitting(connection, insert, some);
            }
        }
    }

    private static void insert(MoveConnection connection, RowInsert insert, List<RowInsert.Row> rows)
            throws SQLException {
        connection.update(insert.text(rows), statement -> insert.bind(statement, rows));
    }

    /** Finds the row that a database does not take. */
    private void insertFitting(MoveConnection connection, RowInsert insert, List<RowInsert.Row> rows)
            throws SQLException {
        Savepoint before = connection.with(Connection::setSavepoint);
        try {
            insert(connection, insert, rows);
        } catch (SQLException failure) {
            if (!sql.isUnfit(failure)) {
                throw failure;
            }
            connection.with(own -> {
                own.rollback(before);
                return true;
            });
            for (RowInsert.Row row : rows) {
                insertFitting(connection, insert, row);
            }
        }
    }

    private void insertFitting(MoveConnection connection, RowInsert insert, RowInsert.Row row) throws SQLException {
        try {
            insert(connection, insert, List.of(row));
        } catch (SQLException failure) {
            if (!sql.isUnfit(failure)) {
                throw failure;
            }
            throw new SQLException(
                    "The row with the key " + keyOf(row.values()) + " of table " + table.sourceName()
                            + " does not fit the table to which it is copied: " + failure.getMessage(),
                    UNFIT,
                    failure);
        }
    }

    /** Returns true if the two rows have the same values, to the last bit. */
    boolean isSame(@Nullable Object[] one, @Nullable Object[] other) {
        return Arrays.deepEquals(one, other);
    }

    /** Returns the names of the columns in which two rows differ. */
    List<String> differing(@Nullable Object[] one, @Nullable Object[] other) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < one.length; i++) {
            if (!Arrays.deepEquals(new Object[] {one[i]}, new Object[] {other[i]})) {
                names.add(table.columns().get(i).reportedName());
            }
        }
        return names;
    }

    /** Returns about how many bytes the values of a row take. */
    static long size(@Nullable Object[] row) {
        long bytes = 0;
        for (Object value : row) {
            bytes += value instanceof byte[] some ? some.length : value instanceof String text ? text.length() : 8;
        }
        return bytes;
    }

    /** An entry of the journal. */
    record Entry(long number, @Nullable MovedKey key) {}

    /** Reads the first entries of the journal after one of them; an entry without a key stands for all rows. */
    List<Entry> entries(MoveConnection connection, long after, int most) throws SQLException {
        return connection.rows(
                "SELECT j.entry, " + journalItems() + " FROM " + table.journal() + " j WHERE j.entry > " + after
                        + " ORDER BY j.entry LIMIT " + most,
                MoveConnection.Parameters.NONE,
                row -> new Entry(row.getLong(1), readKey(row, 2)));
    }

    /** Deletes exactly these entries of the journal. */
    void forget(MoveConnection connection, List<Entry> entries) throws SQLException {
        for (List<Entry> some : parts(entries)) {
            String numbers =
                    some.stream().map(each -> Long.toString(each.number())).collect(Collectors.joining(", "));
            connection.execute(sql.forgetting(table.journal(), numbers));
        }
    }

    /** Returns those of the keys about which the journal has an entry. */
    Set<MovedKey> pending(MoveConnection connection, Collection<MovedKey> keys) throws SQLException {
        if (keys.isEmpty()) {
            return Set.of();
        }
        if (!isOfEntries()) {
            return pending(connection, table.journal(), keys);
        }
        Set<MovedKey> pending = new LinkedHashSet<>();
        atSources(connection, (source, place) -> pending.addAll(pending(place, source.journal(), keys)));
        return pending;
    }

    private Set<MovedKey> pending(MoveConnection connection, String journal, Collection<MovedKey> keys)
            throws SQLException {
        if (connection.first("SELECT entry FROM " + journal + " WHERE "
                        + table.journalColumn(table.key().get(0)) + " IS NULL LIMIT 1")
                != null) {
            return Set.copyOf(keys);
        }
        Set<MovedKey> pending = new LinkedHashSet<>();
        for (List<MovedKey> some : parts(List.copyOf(keys))) {
            pending.addAll(journaled(connection, journal, some));
        }
        pending.retainAll(keys);
        for (MovedKey each : keys) {
            // Equal keys may be spelled in another way.
            if (!pending.contains(each) && !journaled(connection, journal, List.of(each)).isEmpty()) {
                pending.add(each);
            }
        }
        return pending;
    }

    private List<MovedKey> journaled(MoveConnection connection, String journal, List<MovedKey> some)
            throws SQLException {
        List<String> names =
                table.key().stream().map(i -> "j." + table.journalColumn(i)).toList();
        String any = anyOf(table.keyColumns(), names, some.size());
        return connection.rows(
                "SELECT DISTINCT " + journalItems() + " FROM " + journal + " j WHERE " + any,
                statement -> {
                    int index = 1;
                    for (MovedKey each : some) {
                        index = bindEqual(statement, index, table.keyColumns(), each.values());
                    }
                },
                row -> Objects.requireNonNull(readKey(row, 1)));
    }

    private String journalItems() {
        return table.key().stream()
                .map(i -> dialect()
                        .carried(
                                "j." + table.journalColumn(i),
                                table.columns().get(i).typeName()))
                .collect(Collectors.joining(", "));
    }

    private @Nullable MovedKey readKey(ResultSet row, int first) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < table.key().size(); i++) {
            Object value = CarriedValue.read(
                    row, first + i, table.columns().get(table.key().get(i)));
            if (value == null) {
                return null;
            }
            values.add(text(value));
        }
        return new MovedKey(values);
    }
}
