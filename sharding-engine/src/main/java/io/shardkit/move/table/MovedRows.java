package io.shardkit.move.table;

import io.shardkit.catalog.CarriedValue;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.CommonColumns;
import io.shardkit.move.alter.Conversion;
import io.shardkit.move.alter.RowInsert;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL that reads and writes the rows of a table. Immutable. */
final class MovedRows {
    private static final int MOST_PARAMETERS = 8000;
    private static final int MOST_ROWS = 500;

    /** SQLState of a value that a column cannot have; not one of constraints, of which some failures pass by themselves. */
    private static final String UNFIT = "22000";

    private static final String ALIAS = RowLookup.ALIAS;

    private static final String LOCKING = " FOR UPDATE";

    private final MovedTable table;
    private final MoveSql sql;
    private final Placement.Rows placement;
    private final RowLookup lookup;
    private final SourceTables sources;

    private MovedRows(MovedTable table, MoveSql sql, Placement.Rows placement, boolean isFenced) {
        this.table = table;
        this.sql = sql;
        this.placement = placement;
        this.lookup = new RowLookup(table, sql);
        this.sources = new SourceTables(table.move(), isFenced);
    }

    /** Reads the table from the catalog of the source. */
    static MovedRows read(TableMove move, MoveConnection connection) throws SQLException {
        MovedRows moved = of(SourceTables.read(move, connection, false));
        if (!moved.isKeyed()) {
            throw new SQLException("Table " + move.source().declared(moved.table.sourceName())
                    + " has no primary key or unique key of columns that are not NULL, by whose types rows can be put in"
                    + " order: add one");
        }
        return moved;
    }

    /** Reads the table from the catalog of the source, without a key unless rows can be looked up by each of its keys. */
    static MovedRows readAny(TableMove move, MoveConnection connection) throws SQLException {
        return of(SourceTables.read(move, connection, true));
    }

    private static MovedRows of(MovedTable table) throws SQLException {
        TableMove move = table.move();
        return new MovedRows(
                table, MoveSqls.of(move.dialect()), move.placement().of(table.columns()), false);
    }

    /** Returns true if rows can be looked up. */
    boolean isKeyed() {
        return !table.key().isEmpty();
    }

    /** The same rows when the table has the name that nothing uses, and all tables of the same entries have theirs. */
    MovedRows fenced() {
        return new MovedRows(table.fenced(), sql, placement, true);
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

    /** Finds rows by their keys. */
    RowLookup lookup() {
        return lookup;
    }

    /** Returns the sources of the same targets. */
    SourceTables sources() {
        return sources;
    }

    /** Returns the key of a row. */
    MovedKey keyOf(@Nullable Object[] row) {
        return lookup.keyOf(row);
    }

    List<MovedKey> keysOf(List<@Nullable Object[]> rows) {
        return rows.stream().map(this::keyOf).toList();
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
                "SELECT " + lookup.carried(table.keyColumns()) + " FROM " + table.source() + part + " " + ALIAS
                        + " ORDER BY " + order + " LIMIT " + most,
                MoveStatements.Parameters.NONE,
                row -> Objects.requireNonNull(lookup.readKey(row, 1)));
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
            return lookup.carried(common.columns());
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

    /** Reads a row of {@link #carried}. */
    private @Nullable Object[] row(ResultSet rows) throws SQLException {
        @Nullable Object[] row = new Object[table.columns().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = CarriedValue.read(rows, i + 1, table.columns().get(i));
        }
        return row;
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
        String where = from != null ? " WHERE " + lookup.beyond(">") : ofKeyed();
        return connection.rows(
                "SELECT " + selected + " " + ALIAS + where + " ORDER BY " + table.list(table.keyColumns(), ALIAS + ".")
                        + " LIMIT " + most,
                statement -> {
                    if (from != null) {
                        lookup.bindBeyond(statement, 1, from);
                    }
                },
                this::row);
    }

    private String ofKeyed() {
        return table.hasKeyless() ? " WHERE " + table.isKeyed(ALIAS) : "";
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
            conditions.add(lookup.beyond(">"));
        }
        if (to != null) {
            conditions.add("(" + lookup.beyond("<") + " OR " + lookup.equal() + ")");
        }
        return connection.rows(
                "SELECT " + carried(true) + " FROM " + table.target(target) + " " + ALIAS
                        + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions)) + " ORDER BY "
                        + table.list(table.keyColumns(), ALIAS + ".") + " LIMIT " + most + " OFFSET " + skipped,
                statement -> {
                    int index = 1;
                    if (from != null) {
                        index = lookup.bindBeyond(statement, index, from);
                    }
                    if (to != null) {
                        index = lookup.bindBeyond(statement, index, to);
                        lookup.bindEqual(statement, index, table.keyColumns(), to.values());
                    }
                },
                this::row);
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
        sources.each(connection, (source, place) -> rows.addAll(presentAt(place, sources.name(source, place), keys)));
        return rows;
    }

    private List<@Nullable Object[]> presentAt(MoveConnection connection, String source, Collection<MovedKey> keys)
            throws SQLException {
        return lookup.find(connection, carried(false) + " FROM " + source, keys, "", this::row);
    }

    /** Reads the rows of a source that have the same values of some columns as these rows. */
    List<@Nullable Object[]> alike(
            MoveConnection connection, String source, List<Integer> columns, List<@Nullable Object[]> rows)
            throws SQLException {
        return lookup.findAlike(connection, carried(false) + " FROM " + source, columns, rows, "", this::row);
    }

    /** Returns those rows of a target that the source does not have so any more. */
    List<@Nullable Object[]> stale(MoveConnection own, List<@Nullable Object[]> rows) throws SQLException {
        return without(presentAt(own, table.source(), keysOf(rows)), rows);
    }

    /** The same for rows of another source. */
    List<@Nullable Object[]> stale(MoveConnection own, int source, List<@Nullable Object[]> rows) throws SQLException {
        List<@Nullable Object[]> present = new ArrayList<>();
        sources.one(
                own,
                source,
                (move, place) -> present.addAll(presentAt(place, sources.name(move, place), keysOf(rows))));
        return without(present, rows);
    }

    private List<@Nullable Object[]> without(List<@Nullable Object[]> present, List<@Nullable Object[]> rows) {
        Map<MovedKey, @Nullable Object[]> byKey = new HashMap<>();
        present.forEach(row -> byKey.put(keyOf(row), row));
        return rows.stream()
                .filter(row -> {
                    @Nullable Object[] now = byKey.get(keyOf(row));
                    return now == null || !isSame(row, now);
                })
                .toList();
    }

    /** Reads the present rows of keys at a target. */
    List<@Nullable Object[]> atTarget(MoveConnection connection, int target, Collection<MovedKey> keys)
            throws SQLException {
        return lookup.find(connection, carried(true) + " FROM " + table.target(target), keys, "", this::row);
    }

    /** The same, and locks them: it is decided by them what is deleted, and other sources have rows there, too. */
    List<@Nullable Object[]> lockedAtTarget(MoveConnection connection, int target, Collection<MovedKey> keys)
            throws SQLException {
        return lookup.find(connection, carried(true) + " FROM " + table.target(target), keys, LOCKING, this::row);
    }

    /** Deletes the rows of keys at a target. */
    void delete(MoveConnection connection, int target, Collection<MovedKey> keys) throws SQLException {
        lookup.delete(connection, target, keys);
    }

    private String lockingIfShared() {
        return isShared() ? LOCKING : "";
    }

    /** Reads the rows of a target that have a unique value of one of these rows. */
    List<@Nullable Object[]> clashing(MoveConnection connection, int target, List<@Nullable Object[]> rows)
            throws SQLException {
        List<@Nullable Object[]> found = new ArrayList<>();
        for (List<Integer> unique : table.uniques()) {
            found.addAll(lookup.findAlike(
                    connection,
                    carried(true) + " FROM " + table.target(target),
                    unique,
                    rows,
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
        String selected = carried(true) + ", " + lookup.carried(kept) + " FROM " + table.target(target);
        lookup.find(connection, selected, keys, lockingIfShared(), row -> {
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
}
