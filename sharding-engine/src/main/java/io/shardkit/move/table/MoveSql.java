package io.shardkit.move.table;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements of a move in which databases differ. Immutable. */
abstract class MoveSql {
    /** Errors of MySQL and MariaDB: another row has the value of a unique key. */
    private static final Set<Integer> DUPLICATE = Set.of(1062, 1586);

    private final Dialect dialect;
    private final Set<String> keyTypes;

    /** @param keyTypes names, in lower case, of the types by which rows are put in order and looked up */
    MoveSql(Dialect dialect, Set<String> keyTypes) {
        this.dialect = dialect;
        this.keyTypes = keyTypes;
    }

    /**
     * A question of the check before a move.
     *
     * @param ofCopies whether it is to be asked also of a table that is copied and stays in use where it is
     */
    record CheckQuestion(boolean error, boolean ofCopies, String query, String sentence) {
        /** A question about tables that go away. */
        CheckQuestion(boolean error, String query, String sentence) {
            this(error, false, query, sentence);
        }
    }

    Dialect dialect() {
        return dialect;
    }

    /**
     * Gives a connection the settings of a move.
     *
     * @return the statements that restore the former ones
     */
    abstract List<String> prepare(Connection connection, int seconds) throws SQLException;

    static List<String> row(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                values.add(String.valueOf(rows.getString(i)));
            }
            return values;
        }
    }

    /** Returns true if each statement of a transaction is to see what was committed before it. */
    boolean readsCommitted() {
        return true;
    }

    /** Returns true if a connection can be used after the failure. */
    boolean isOfStatement(SQLException failure) {
        String state = failure.getSQLState();
        return state != null
                && !state.startsWith("08")
                && !state.startsWith("57P")
                && !state.startsWith("HYT01")
                && !state.startsWith("70100")
                && failure.getErrorCode() >= 0;
    }

    /** Returns true if the same may succeed a moment later. */
    boolean isTransient(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith("40");
    }

    /** Returns true if a row has a value that another one has and only one may have. */
    boolean isClash(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith("23");
    }

    /** Returns true if a unique key has the value already. */
    boolean isDuplicate(SQLException failure) {
        return Set.of("23505", "23P01").contains(String.valueOf(failure.getSQLState()))
                || DUPLICATE.contains(failure.getErrorCode());
    }

    /** Returns true if a column or a constraint does not take a value, whatever other rows have. */
    boolean isUnfit(SQLException failure) {
        return isOfStatement(failure) && !isTransient(failure) && !isDuplicate(failure);
    }

    /** Returns true if the table is not there, or not under this name. */
    boolean isNoTable(SQLException failure) {
        return Set.of("42S02", "42S03", "42S04", "42P01").contains(String.valueOf(failure.getSQLState()));
    }

    boolean isKeyType(Column column) {
        return column.carrier() != Carrier.NONE
                && keyTypes.contains(column.typeName().toLowerCase(Locale.ROOT));
    }

    /** Returns the placeholder of a value that is compared with the column. */
    String mark(Column column) {
        return "?";
    }

    /** Sets a parameter that is compared with the column. */
    void bind(PreparedStatement statement, int index, Column column, String value) throws SQLException {
        if (column.carrier() == Carrier.BYTES) {
            statement.setBytes(index, HexFormat.of().parseHex(value));
        } else {
            bindText(statement, index, column, value);
        }
    }

    abstract void bindText(PreparedStatement statement, int index, Column column, String value) throws SQLException;

    /** Returns true if a comparison of rows, {@code (a, b) > (?, ?)}, is answered by an index. */
    boolean comparesRows() {
        return false;
    }

    /** Returns true if rows in a list, {@code (a, b) IN ((?, ?), ..)}, are found by an index, and by other words are not. */
    boolean findsRows() {
        return false;
    }

    /** Returns the words between the columns and the values of an INSERT that gives values to counted columns. */
    String overriding() {
        return "";
    }

    /** Reads the structure of a table. */
    abstract TableStructure structure(MoveStatements connection, TablePlace place, String table) throws SQLException;

    /** Reads the structures of tables, in their order; with few statements where that is possible. */
    List<TableStructure> structures(MoveStatements connection, TablePlace place, List<String> tables)
            throws SQLException {
        List<TableStructure> structures = new ArrayList<>();
        for (String each : tables) {
            structures.add(structure(connection, place, each));
        }
        return structures;
    }

    /** Returns the foreign keys of a table, if they move on this database. */
    List<ForeignKey> foreignKeys(MoveStatements connection, TablePlace place, String table) throws SQLException {
        return List.of();
    }

    /**
     * A foreign key to a table.
     *
     * @param key its name
     * @param table the table that has it; null if that is in another schema
     */
    record Referrer(String key, @Nullable String table) {}

    /** Returns the foreign keys to a table, if they move on this database. */
    List<Referrer> referrers(MoveStatements connection, TablePlace place, String table) throws SQLException {
        return List.of();
    }

    /**
     * Makes a foreign key, without a look at the rows.
     *
     * @param table the quoted name of the table
     * @param generated whether the database makes its name
     * @param parent the quoted name of the table that it refers to
     */
    void addForeignKey(MoveStatements connection, String table, ForeignKey key, boolean generated, String parent)
            throws SQLException {
        throw new SQLException("Foreign keys do not move on this database");
    }

    /** Returns what an ALTER TABLE says to drop a foreign key, which is quoted. */
    String foreignKeyDrop(String name) {
        return " DROP CONSTRAINT " + name;
    }

    /** Returns the names that a key or an index of a table cannot have in a schema, as another thing has them. */
    Set<String> namesInUse(MoveStatements connection, TablePlace place) throws SQLException {
        return Set.of();
    }

    /** Returns the definition of a text of any length and any characters as the last column of a table, and its end. */
    String lastText() {
        return "TEXT NOT NULL)";
    }

    /** Returns the statement that deletes entries of a journal by their numbers, and waits for no others. */
    String forgetting(String journal, String numbers) {
        return "DELETE FROM " + journal + " WHERE entry IN (" + numbers + ")";
    }

    /** Returns the definition of the columns of the journal that come before those of the key. */
    abstract String journalColumns();

    /** Returns the statements that have not been run yet of those that make the journal's triggers, in one transaction where that is possible. */
    abstract List<String> triggers(MoveStatements source, MovedTable table) throws SQLException;

    /**
     * Returns the statements that drop the journal's triggers as far as they are there.
     *
     * @param table the quoted name of the table; null if it is gone, and its triggers with it
     */
    abstract List<String> triggerDrops(TableMove move, @Nullable String table);

    /** Returns the names of the triggers of a move, in lower case. */
    abstract Set<String> triggerNames(TableMove move);

    /** Asks for the names of a table's triggers; ends with the comparison of its name. */
    abstract String triggersQuery();

    /** Returns the names of the triggers of tables. */
    final List<String> triggersOf(MoveStatements connection, TablePlace place, List<String> tables)
            throws SQLException {
        String query = triggersQuery();
        int comparison = query.lastIndexOf(" = ");
        String marks = String.join(", ", Collections.nCopies(tables.size(), query.substring(comparison + 3)));
        return connection.rows(
                dialect.inSchema(query.substring(0, comparison) + " IN (" + marks + ")", place.schema()),
                statement -> set(statement, tables),
                row -> row.getString(1));
    }

    static void set(PreparedStatement statement, List<String> texts) throws SQLException {
        for (int i = 0; i < texts.size(); i++) {
            statement.setString(i + 1, texts.get(i));
        }
    }

    /** Waits until no transaction is open that has changed the table without its triggers, or under its former name. */
    void awaitWriters(MoveStatements source, TablePlace place, String table) throws SQLException {
        // CREATE TRIGGER and the renaming wait for them.
    }

    /** Renames tables, as far as it is possible all at once. */
    abstract void rename(MoveStatements connection, TablePlace place, List<Renaming> renamings) throws SQLException;

    /**
     * Keeps all others from writing tables, but not from reading them, until {@link #unlockForReaders} or the end of the
     * connection; waits for transactions that have written them.
     *
     * @param tables their quoted names; at least one
     * @throws SQLException if a lock of others was waited for too long
     */
    abstract void lockForReaders(MoveStatements connection, List<String> tables) throws SQLException;

    /**
     * Returns a statement that fails, as there is no such table, if the account may lock tables in this way, and fails in
     * another way if it may not; null if no right is needed that a writer has not.
     */
    @Nullable String lockTrial(String table) {
        return null;
    }

    /** Releases what {@link #lockForReaders} has locked; does nothing if that is nothing. */
    void unlockForReaders(MoveStatements connection) throws SQLException {
        // The end of the transaction does.
    }

    /** Returns queries for the sessions that use a table, each in words; some may need rights or settings. */
    abstract List<String> holderQueries(String table);

    /** Returns a query for the transactions that may read in a snapshot of theirs, each in words; null if there is none. */
    abstract @Nullable String snapshotsQuery();

    /** Returns the questions of the check about the source; their parameters are the table's name each. */
    abstract List<CheckQuestion> checks();

    /** Asks for the columns of a table to which an INSERT has to give a value; its parameter is the table's name. */
    abstract String neededQuery();

    /** Asks for the estimated numbers of rows and bytes of the table. */
    abstract String sizeQuery();

    /** Returns the statements that make a table with a trigger, rename it and drop it: those that need rights. */
    abstract List<String> trials(TableMove move);

    /** Returns the statements that drop what is left of them. */
    List<String> cleaning(TableMove move) {
        return trials(move).stream()
                .filter(each -> each.startsWith("DROP "))
                .filter(each -> !each.startsWith("DROP TRIGGER"))
                .map(each -> each.contains(" IF EXISTS ") ? each : each.replaceFirst("^(DROP \\w+) ", "$1 IF EXISTS "))
                .toList();
    }

    /** Returns advice on a failure of one of them. */
    @Nullable String advice(SQLException failure) {
        return null;
    }

    /**
     * Returns the statements that let the counters of a target go on where those of the source are, unless they are further.
     *
     * @param number of the target
     */
    abstract List<String> counters(MoveStatements source, MoveStatements target, MovedTable table, int number)
            throws SQLException;

    /**
     * Returns a mark of the table that another one takes the place of when it is truncated and no trigger sees it. Renaming
     * leaves it as it is.
     *
     * @return an empty text if a truncation is not to be seen
     */
    abstract String incarnation(MoveStatements source, TablePlace place, String table) throws SQLException;

    /** Returns the marks of tables, in their order. */
    List<String> incarnations(MoveStatements source, TablePlace place, List<String> tables) throws SQLException {
        List<String> marks = new ArrayList<>();
        for (String each : tables) {
            marks.add(incarnation(source, place, each));
        }
        return marks;
    }

    /** Returns what follows the name of the table for each part of it that can be truncated without the others. */
    List<String> parts(MoveStatements source, TablePlace place, String table) throws SQLException {
        return List.of("");
    }

    /** Returns words on what makes a truncation visible, where it is not. */
    abstract String truncationAdvice();
}
