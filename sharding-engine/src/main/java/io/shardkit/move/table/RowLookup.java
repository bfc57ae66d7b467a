package io.shardkit.move.table;

import io.shardkit.catalog.CarriedValue;
import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.table.MoveStatements.RowReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds and deletes rows of a table by values of its columns, many at a time, and in the order of its key. Immutable. */
record RowLookup(MovedTable table, MoveSql sql) {
    /** A name of the table within queries, that no column in ORDER BY can be taken for. */
    static final String ALIAS = "shardkit_row";

    private static final int MOST_KEYS = 250;

    /** Tables that one statement looks through. */
    private static final int MOST_TABLES = 16;

    private Dialect dialect() {
        return sql.dialect();
    }

    /** Returns the condition for one key. */
    String equal() {
        return anyOf(table.keyColumns(), 1, ALIAS + ".");
    }

    /** Returns the condition for keys on one side of another one. */
    String beyond(String operator) {
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

    int bindBeyond(PreparedStatement statement, int first, MovedKey bound) throws SQLException {
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

    int bindEqual(PreparedStatement statement, int first, List<Column> some, List<String> values) throws SQLException {
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

    /** The same; the columns have other names there. */
    String anyOf(List<Column> some, List<String> names, int count) {
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

    /** Returns the items of some columns, as they have the same name at the source and at targets. */
    String carried(List<Column> some) {
        return some.stream()
                .map(column ->
                        dialect().carried(ALIAS + "." + dialect().quoted(column.reportedName()), column.typeName()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the key of a row. */
    MovedKey keyOf(@Nullable Object[] row) {
        return new MovedKey(table.key().stream().map(i -> text(row[i])).toList());
    }

    static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    /** Reads a key from the columns of a result from one of them on; null if a part of it is NULL. */
    @Nullable MovedKey readKey(ResultSet row, int first) throws SQLException {
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

    /**
     * Reads rows of some keys.
     *
     * @param selected the query up to the name of the table
     * @param ending its end
     */
    <T> List<T> find(
            MoveConnection connection, String selected, Collection<MovedKey> keys, String ending, RowReader<T> reader)
            throws SQLException {
        return find(
                connection,
                selected,
                table.keyColumns(),
                keys.stream().map(MovedKey::values).toList(),
                ending,
                reader);
    }

    /** Reads rows that have values of some columns. */
    <T> List<T> find(
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
                    "SELECT " + selected + " " + ALIAS + " WHERE " + anyOf(columns, some.size(), ALIAS + ".") + ending,
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

    /** Reads rows that have the same values of some columns as one of these rows, where none of them is NULL. */
    <T> List<T> findAlike(
            MoveConnection connection,
            String selected,
            List<Integer> columns,
            List<@Nullable Object[]> rows,
            String ending,
            RowReader<T> reader)
            throws SQLException {
        List<List<String>> values = rows.stream()
                .filter(row -> columns.stream().allMatch(i -> row[i] != null))
                .map(row -> columns.stream().map(i -> text(row[i])).toList())
                .toList();
        return find(
                connection, selected, columns.stream().map(table.columns()::get).toList(), values, ending, reader);
    }

    /** Returns lists of as many as one statement names. */
    static <T> List<List<T>> parts(List<T> all) {
        return parts(all, MOST_KEYS);
    }

    private static <T> List<List<T>> parts(List<T> all, int most) {
        List<List<T>> parts = new ArrayList<>();
        for (int i = 0; i < all.size(); i += most) {
            parts.add(all.subList(i, Math.min(all.size(), i + most)));
        }
        return parts;
    }

    /**
     * Finds keys in targets of one database.
     *
     * @param found gets each target, and each key of a row that it has
     */
    void present(
            MoveConnection connection,
            List<Integer> targets,
            Collection<MovedKey> keys,
            BiConsumer<Integer, MovedKey> found)
            throws SQLException {
        List<Column> columns = table.keyColumns();
        String items = carried(columns);
        for (List<MovedKey> part : parts(List.copyOf(keys))) {
            for (List<Integer> some : parts(targets, MOST_TABLES)) {
                String query = some.stream()
                        .map(target -> "SELECT " + items + ", " + target + " FROM " + table.target(target) + " " + ALIAS
                                + " WHERE " + anyOf(columns, part.size(), ALIAS + "."))
                        .collect(Collectors.joining(" UNION ALL "));
                connection.rows(
                        query,
                        statement -> {
                            int index = 1;
                            for (int i = 0; i < some.size(); i++) {
                                for (MovedKey each : part) {
                                    index = bindEqual(statement, index, columns, each.values());
                                }
                            }
                        },
                        row -> {
                            found.accept(row.getInt(columns.size() + 1), Objects.requireNonNull(readKey(row, 1)));
                            return true;
                        });
            }
        }
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
}
