package io.shardkit.move.table;

import io.shardkit.catalog.CarriedValue;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedTables;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The source table as it is now, and the SQL that reads and writes its rows. Immutable.
 *
 * @param move the move
 * @param sourceName the name that it has at the source in this moment
 * @param source the same in quotes, with its schema: of the table itself, or after the fence the other one
 * @param target its quoted name at the target
 * @param columns those that are written, which are not computed by the database
 * @param ordinals the number of each among all columns, from 0
 * @param key numbers of the columns of the key among those that are written, from 0
 * @param uniques the same of the other keys
 */
record MovedTable(
        TableMove move,
        String sourceName,
        String source,
        String target,
        List<Column> columns,
        List<Integer> ordinals,
        List<Integer> key,
        List<List<Integer>> uniques) {
    private static final int MOST_KEYS = 250;
    private static final int MOST_PARAMETERS = 8000;
    private static final int MOST_ROWS = 500;

    /** A name that no column in ORDER BY can be taken for. */
    private static final String ALIAS = "shardkit_row";

    MovedTable {
        columns = List.copyOf(columns);
        ordinals = List.copyOf(ordinals);
        key = List.copyOf(key);
        uniques = List.copyOf(uniques);
    }

    /** Reads it from the catalog of the source. */
    static MovedTable read(TableMove move, MoveConnection connection) throws SQLException {
        Dialect dialect = move.dialect();
        TablePlace place = move.source();
        String name = present(move, connection);
        List<Column> all = connection.with(own -> ReportedTables.columns(place.declared(name), own, dialect));
        List<Column> columns =
                all.stream().filter(column -> !column.filling().computed()).toList();
        List<UniqueKey> uniques = connection.with(own -> ReportedTables.uniqueKeys(place.declared(name), own, dialect));
        UniqueKey key = key(MoveSql.of(dialect), columns, uniques);
        if (key == null) {
            throw new SQLException("Table " + place.declared(name) + " has no primary key or unique key of columns that"
                    + " are not NULL, by whose types rows can be put in order: add one");
        }
        String target = filledOrFinal(move);
        return new MovedTable(
                move,
                name,
                place.quoted(dialect, name),
                move.target().quoted(dialect, target),
                columns,
                columns.stream().map(all::indexOf).toList(),
                numbers(columns, key),
                uniques.stream()
                        .filter(each -> each != key && each.exact())
                        .map(each -> numbers(columns, each))
                        .filter(each -> !each.contains(-1))
                        .toList());
    }

    private static String filledOrFinal(TableMove move) throws SQLException {
        try (MoveConnection target = MoveConnection.target(move)) {
            Map<String, String> names = names(move.target(), move.dialect(), target);
            String filled = names.get(move.filled().toLowerCase(Locale.ROOT));
            String last = names.get(move.table().toLowerCase(Locale.ROOT));
            return filled != null ? filled : last != null ? last : move.filled();
        }
    }

    static Map<String, String> names(TablePlace place, Dialect dialect, MoveConnection connection) throws SQLException {
        return connection.with(own -> ReportedTables.names(own, dialect, place.schema()));
    }

    /** Returns the name that the table has at the source in this moment. */
    static String present(TableMove move, MoveConnection source) throws SQLException {
        Map<String, String> names = names(move.source(), move.dialect(), source);
        String fenced = names.get(move.fenced().toLowerCase(Locale.ROOT));
        String table = names.get(move.table().toLowerCase(Locale.ROOT));
        if (fenced == null && table == null) {
            throw new SQLException("The source has neither table " + move.table() + " nor " + move.fenced());
        }
        if (fenced != null && table != null) {
            throw new SQLException("The source has both tables " + move.table() + " and " + move.fenced()
                    + "; drop or rename the one that is not meant");
        }
        return fenced == null ? table : fenced;
    }

    /** Returns the key by which rows are looked up: the primary one, or the first other one; null if there is none. */
    static @Nullable UniqueKey key(MoveSql sql, List<Column> columns, List<UniqueKey> uniques) {
        UniqueKey found = null;
        for (UniqueKey each : uniques) {
            boolean fits = each.exact()
                    && numbers(columns, each).stream()
                            .allMatch(i -> i >= 0 && !columns.get(i).nullable() && sql.isKeyType(columns.get(i)));
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

    private Dialect dialect() {
        return move.dialect();
    }

    MoveSql sql() {
        return MoveSql.of(move.dialect());
    }

    /** Returns the quoted name of the journal. */
    String journal() {
        return move.source().quoted(dialect(), move.key() + "_j");
    }

    List<Column> keyColumns() {
        return key.stream().map(columns::get).toList();
    }

    /** Returns the name of a column of the journal, which tells the number of the key's column within the table. */
    String journalColumn(int number) {
        return "k" + ordinals.get(number);
    }

    private String list(Collection<Column> some, String before) {
        return some.stream()
                .map(column -> before + dialect().quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
    }

    private String carried() {
        return columns.stream()
                .map(column ->
                        dialect().carried(ALIAS + "." + dialect().quoted(column.reportedName()), column.typeName()))
                .collect(Collectors.joining(", "));
    }

    /** Reads a row of {@link #carried}. */
    private @Nullable Object[] row(ResultSet rows) throws SQLException {
        @Nullable Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = CarriedValue.read(rows, i + 1, columns.get(i));
        }
        return row;
    }

    /** Returns the key of a row. */
    MovedKey keyOf(@Nullable Object[] row) {
        return new MovedKey(key.stream().map(i -> text(row[i])).toList());
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    /** Reads the first rows after a key, in the order of the key. */
    List<@Nullable Object[]> after(MoveConnection source, @Nullable MovedKey from, int most) throws SQLException {
        String where = from == null ? "" : " WHERE " + beyond(">");
        return source.rows(
                "SELECT " + carried() + " FROM " + this.source + " " + ALIAS + where + " ORDER BY "
                        + list(keyColumns(), ALIAS + ".") + " LIMIT " + most,
                statement -> {
                    if (from != null) {
                        bindBeyond(statement, 1, from);
                    }
                },
                this::row);
    }

    /** Reads the rows of the target after one key and up to another. */
    List<@Nullable Object[]> between(
            MoveConnection target, @Nullable MovedKey from, @Nullable MovedKey to, int most, int skipped)
            throws SQLException {
        List<String> conditions = new ArrayList<>();
        if (from != null) {
            conditions.add(beyond(">"));
        }
        if (to != null) {
            conditions.add("(" + beyond("<") + " OR " + equal(keyColumns(), ALIAS + ".") + ")");
        }
        return target.rows(
                "SELECT " + carried() + " FROM " + this.target + " " + ALIAS
                        + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions)) + " ORDER BY "
                        + list(keyColumns(), ALIAS + ".") + " LIMIT " + most + " OFFSET " + skipped,
                statement -> {
                    int index = 1;
                    if (from != null) {
                        index = bindBeyond(statement, index, from);
                    }
                    if (to != null) {
                        index = bindBeyond(statement, index, to);
                        bindEqual(statement, index, keyColumns(), to.values());
                    }
                },
                this::row);
    }

    /** Returns the condition for keys on one side of a key. */
    private String beyond(String operator) {
        List<Column> some = keyColumns();
        if (sql().comparesRows()) {
            return "(" + list(some, ALIAS + ".") + ") " + operator + " (" + marks(some) + ")";
        }
        String condition = "";
        for (int i = some.size() - 1; i >= 0; i--) {
            String name = ALIAS + "." + dialect().quoted(some.get(i).reportedName());
            String mark = sql().mark(some.get(i));
            String here = name + " " + operator + " " + mark;
            condition = condition.isEmpty()
                    ? here
                    : "(" + here + " OR (" + name + " = " + mark + " AND " + condition + "))";
        }
        return condition;
    }

    private int bindBeyond(PreparedStatement statement, int first, MovedKey bound) throws SQLException {
        List<Column> some = keyColumns();
        int index = first;
        for (int i = 0; i < some.size(); i++) {
            sql().bind(statement, index++, some.get(i), bound.values().get(i));
            if (!sql().comparesRows() && i < some.size() - 1) {
                sql().bind(statement, index++, some.get(i), bound.values().get(i));
            }
        }
        return index;
    }

    private String marks(List<Column> some) {
        return some.stream().map(sql()::mark).collect(Collectors.joining(", "));
    }

    private String equal(List<Column> some, String before) {
        return "("
                + some.stream()
                        .map(column -> before + dialect().quoted(column.reportedName()) + " = " + sql().mark(column))
                        .collect(Collectors.joining(" AND "))
                + ")";
    }

    private int bindEqual(PreparedStatement statement, int first, List<Column> some, List<String> values)
            throws SQLException {
        int index = first;
        for (int i = 0; i < some.size(); i++) {
            sql().bind(statement, index++, some.get(i), values.get(i));
        }
        return index;
    }

    /** Returns the condition for any of several values of some columns. */
    private String anyOf(List<Column> some, int count, String before) {
        if (some.size() == 1) {
            String mark = sql().mark(some.get(0));
            return before + dialect().quoted(some.get(0).reportedName()) + " IN ("
                    + String.join(", ", Collections.nCopies(count, mark)) + ")";
        }
        return String.join(" OR ", Collections.nCopies(count, equal(some, before)));
    }

    /** Reads the present rows of keys at the source. */
    List<@Nullable Object[]> atSource(MoveConnection connection, Collection<MovedKey> keys) throws SQLException {
        return at(connection, source, keys);
    }

    /** Reads the present rows of keys at the target. */
    List<@Nullable Object[]> atTarget(MoveConnection connection, Collection<MovedKey> keys) throws SQLException {
        return at(connection, target, keys);
    }

    private List<@Nullable Object[]> at(MoveConnection connection, String table, Collection<MovedKey> keys)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (List<MovedKey> some : parts(List.copyOf(keys))) {
            rows.addAll(connection.rows(
                    "SELECT " + carried() + " FROM " + table + " " + ALIAS + " WHERE "
                            + anyOf(keyColumns(), some.size(), ALIAS + "."),
                    statement -> {
                        int index = 1;
                        for (MovedKey each : some) {
                            index = bindEqual(statement, index, keyColumns(), each.values());
                        }
                    },
                    this::row));
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

    /** Deletes the rows of keys at the target. */
    void delete(MoveConnection connection, Collection<MovedKey> keys) throws SQLException {
        deleteAny(connection, keyColumns(), keys.stream().map(MovedKey::values).toList());
    }

    private void deleteAny(MoveConnection connection, List<Column> some, List<List<String>> values)
            throws SQLException {
        for (List<List<String>> part : parts(values)) {
            connection.update("DELETE FROM " + target + " WHERE " + anyOf(some, part.size(), ""), statement -> {
                int index = 1;
                for (List<String> each : part) {
                    index = bindEqual(statement, index, some, each);
                }
            });
        }
    }

    /**
     * Deletes rows of the target that have a unique value of one of these rows. The source has both rows only if the other
     * one was changed meanwhile, so that its key is in the journal.
     */
    void deleteClashing(MoveConnection connection, List<@Nullable Object[]> rows) throws SQLException {
        for (List<Integer> unique : uniques) {
            List<List<String>> values = rows.stream()
                    .filter(row -> unique.stream().allMatch(i -> row[i] != null))
                    .map(row -> unique.stream().map(i -> text(row[i])).toList())
                    .toList();
            deleteAny(connection, unique.stream().map(columns::get).toList(), values);
        }
    }

    /** Inserts rows at the target, many with one statement. */
    void insert(MoveConnection connection, List<@Nullable Object[]> rows) throws SQLException {
        int most = Math.max(1, Math.min(MOST_ROWS, MOST_PARAMETERS / columns.size()));
        String row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        for (int i = 0; i < rows.size(); i += most) {
            List<@Nullable Object[]> some = rows.subList(i, Math.min(rows.size(), i + most));
            String text = "INSERT INTO " + target + " (" + list(columns, "") + ")" + sql().overriding() + " VALUES "
                    + String.join(", ", Collections.nCopies(some.size(), row));
            connection.update(text, statement -> {
                int index = 1;
                for (@Nullable Object[] each : some) {
                    for (int c = 0; c < each.length; c++) {
                        CarriedValue.set(statement, index++, columns.get(c), each[c]);
                    }
                }
            });
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
                names.add(columns.get(i).reportedName());
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

    /** Reads the first entries of the journal; an entry without a key stands for all rows. */
    List<Entry> entries(MoveConnection connection, int most) throws SQLException {
        return connection.rows(
                "SELECT j.entry, " + journalItems() + " FROM " + journal() + " j ORDER BY j.entry LIMIT " + most,
                MoveConnection.Parameters.NONE,
                row -> new Entry(row.getLong(1), journaledKey(row, 2)));
    }

    /** Deletes exactly these entries of the journal. */
    void forget(MoveConnection connection, List<Entry> entries) throws SQLException {
        for (List<Entry> some : parts(entries)) {
            String numbers =
                    some.stream().map(each -> Long.toString(each.number())).collect(Collectors.joining(", "));
            connection.execute("DELETE FROM " + journal() + " WHERE entry IN (" + numbers + ")");
        }
    }

    /** Returns those of the keys about which the journal has an entry. */
    Set<MovedKey> pending(MoveConnection connection, Collection<MovedKey> keys) throws SQLException {
        if (keys.isEmpty()) {
            return Set.of();
        }
        if (connection.first(
                        "SELECT entry FROM " + journal() + " WHERE " + journalColumn(key.get(0)) + " IS NULL LIMIT 1")
                != null) {
            return Set.copyOf(keys);
        }
        Set<MovedKey> pending = new LinkedHashSet<>();
        for (List<MovedKey> some : parts(List.copyOf(keys))) {
            pending.addAll(journaled(connection, some));
        }
        pending.retainAll(keys);
        for (MovedKey each : keys) {
            // Equal keys may be spelled in another way.
            if (!pending.contains(each) && !journaled(connection, List.of(each)).isEmpty()) {
                pending.add(each);
            }
        }
        return pending;
    }

    private List<MovedKey> journaled(MoveConnection connection, List<MovedKey> some) throws SQLException {
        String any = String.join(
                " OR ",
                Collections.nCopies(
                        some.size(),
                        "("
                                + key.stream()
                                        .map(i -> "j." + journalColumn(i) + " = " + sql().mark(columns.get(i)))
                                        .collect(Collectors.joining(" AND "))
                                + ")"));
        return connection.rows(
                "SELECT DISTINCT " + journalItems() + " FROM " + journal() + " j WHERE " + any,
                statement -> {
                    int index = 1;
                    for (MovedKey each : some) {
                        index = bindEqual(statement, index, keyColumns(), each.values());
                    }
                },
                row -> Objects.requireNonNull(journaledKey(row, 1)));
    }

    private String journalItems() {
        return key.stream()
                .map(i -> dialect()
                        .carried("j." + journalColumn(i), columns.get(i).typeName()))
                .collect(Collectors.joining(", "));
    }

    private @Nullable MovedKey journaledKey(ResultSet row, int first) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            Object value = CarriedValue.read(row, first + i, columns.get(key.get(i)));
            if (value == null) {
                return null;
            }
            values.add(text(value));
        }
        return new MovedKey(values);
    }

    /** Returns the definition of the columns of the key, as the journal has them. */
    String journalKeys() {
        return key.stream()
                .map(i -> journalColumn(i) + " " + columns.get(i).definition() + journalNull())
                .collect(Collectors.joining(", "));
    }

    private String journalNull() {
        return dialect() == Dialect.POSTGRESQL || dialect() == Dialect.H2 ? "" : " NULL";
    }

    /** Returns the names of the journal's columns of the key. */
    String journalNames() {
        return key.stream().map(this::journalColumn).collect(Collectors.joining(", "));
    }

    /** Returns the columns of the key of a row with this name, as a trigger has it. */
    String keyIn(String row) {
        return list(keyColumns(), row + ".");
    }
}
