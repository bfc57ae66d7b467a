package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.move.alter.CommonColumns;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The source table as it is now. Immutable.
 *
 * @param move the move
 * @param sourceName the name that it has at the source in this moment
 * @param source the same in quotes, with its schema: of the table itself, or after the fence the other one
 * @param targetNames the names that its targets have in this moment
 * @param common the columns that are written, which are not computed by the database
 * @param key numbers of the columns of the key among those that are written, from 0
 * @param uniques the same of the other keys
 */
record MovedTable(
        TableMove move,
        String sourceName,
        String source,
        List<String> targetNames,
        CommonColumns common,
        List<Integer> key,
        List<List<Integer>> uniques) {
    MovedTable {
        targetNames = List.copyOf(targetNames);
        key = List.copyOf(key);
        uniques = List.copyOf(uniques);
    }

    /** The same table when it has the name that nothing uses. */
    MovedTable fenced() {
        String name = move.fenced();
        return new MovedTable(move, name, move.source().quoted(dialect(), name), targetNames, common, key, uniques);
    }

    /** Returns the columns that are written. */
    List<Column> columns() {
        return common.columns();
    }

    private Dialect dialect() {
        return move.dialect();
    }

    /** Returns the quoted name of a target. */
    String target(int number) {
        return move.targets().get(number).place().quoted(dialect(), targetNames.get(number));
    }

    /** Returns the quoted name of the journal. */
    String journal() {
        return move.journal();
    }

    List<Column> keyColumns() {
        return key.stream().map(columns()::get).toList();
    }

    /** Returns the names of columns with something before each. */
    String list(Collection<Column> some, String before) {
        return some.stream()
                .map(column -> before + dialect().quoted(column.reportedName()))
                .collect(Collectors.joining(", "));
    }

    /** Returns the name of a column of the journal, which tells the number of the key's column within the table. */
    String journalColumn(int number) {
        return "k" + common.ordinals().get(number);
    }

    /** Returns the definition of the columns of the key, as the journal has them. */
    String journalKeys() {
        return key.stream()
                .map(i -> journalColumn(i) + " " + columns().get(i).definition() + " NULL")
                .collect(Collectors.joining(", "));
    }

    /** Returns the names of the journal's columns of the key. */
    String journalNames() {
        return key.stream().map(this::journalColumn).collect(Collectors.joining(", "));
    }

    /** Returns true if rows whose key is NULL are passed by, as they have no entries. */
    boolean hasKeyless() {
        return keyColumns().stream().anyMatch(Column::nullable);
    }

    /** Returns the condition that a row with this name is not passed by; of tables that have such rows. */
    String isKeyed(String row) {
        return keyColumns().stream()
                .map(column -> row + "." + dialect().quoted(column.reportedName()) + " IS NOT NULL")
                .collect(Collectors.joining(" AND "));
    }

    /** Returns the columns of the key of a row with this name, as a trigger has it. */
    String keyIn(String row) {
        return list(keyColumns(), row + ".");
    }
}
