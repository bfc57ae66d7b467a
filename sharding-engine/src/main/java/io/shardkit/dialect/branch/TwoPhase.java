package io.shardkit.dialect.branch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements by which a database commits in two phases, over its ordinary connections. Immutable. */
public interface TwoPhase {
    /**
     * Returns true if a branch has its name from its first statement on, and can then no longer be committed as a
     * transaction without a name; else any transaction can be prepared at its end.
     */
    default boolean isNamedAtBegin() {
        return false;
    }

    /** Begins a branch that is named at its begin. */
    default String begin(BranchName id) {
        throw new UnsupportedOperationException("a transaction is named when it is prepared");
    }

    /**
     * Lets a branch that is named at its begin have temporary tables if it is run before that begin, or null if nothing has
     * to be said. Fails where the user has no right to it, or the database does not know it. What is prepared then belongs
     * to its connection until that ends.
     */
    default @Nullable String allowTemporaryTables() {
        return null;
    }

    /** Undoes what {@link #allowTemporaryTables} did, once the branch has ended. */
    default @Nullable String forbidTemporaryTables() {
        return null;
    }

    /** Returns true if a failure says that a branch cannot have temporary tables. */
    default boolean forbidsTemporaryTables(SQLException failure) {
        return false;
    }

    /** Ends the statements of a branch that is named at its begin, which may tell that it can only be rolled back. */
    default String end(BranchName id) {
        throw new UnsupportedOperationException("a transaction is named when it is prepared");
    }

    /** Commits a branch that is named at its begin and has ended, in one phase. */
    default String commitAtOnce(BranchName id) {
        throw new UnsupportedOperationException("a transaction is named when it is prepared");
    }

    /** Prepares a transaction, or a branch that has ended. */
    String prepare(BranchName id);

    /** Commits what was prepared. */
    String commit(BranchName id);

    /** Rolls back what was prepared, or a branch that is named at its begin and has ended. */
    String rollback(BranchName id);

    /** Returns true if a prepared branch can only be ended in autocommit. */
    default boolean endsInAutoCommit() {
        return false;
    }

    /** Asks for the names of all that is prepared, which may be branches of other databases of the server. */
    String preparedQuery();

    /** Returns the right that this query may need, as GRANT names it; null if it needs none. */
    default @Nullable String rightToListPrepared() {
        return null;
    }

    /** The number of its column with the name. */
    default int preparedColumn() {
        return 1;
    }

    /** The name that a transaction manager has given to what is prepared, of a row of that query; null if none has. */
    default @Nullable XaName managed(ResultSet row) throws SQLException {
        return XaName.parse(row.getString(preparedColumn()));
    }

    /** Creates the table of decisions if it is missing. */
    default String createTable(String name) {
        return "CREATE TABLE IF NOT EXISTS " + name + " (" + String.join(", ", COLUMNS) + ", decided_at " + instant()
                + " DEFAULT CURRENT_TIMESTAMP NOT NULL)";
    }

    /** The type of a column with the time of a decision, which sessions of every time zone read as the same one. */
    default String instant() {
        return "TIMESTAMP WITH TIME ZONE";
    }

    /** Inserts a decision with its name and its participants, which lasts once it is committed. */
    default String insert(String table) {
        return "INSERT INTO " + table + " (id, decision, participants) VALUES (?, ?, ?)";
    }

    /**
     * Returns what keeps a database from committing in two phases without losing anything.
     *
     * @return null if nothing does
     */
    @Nullable String lacks(Connection connection) throws SQLException;

    /** The columns of the table of decisions, before the time of the decision. */
    List<String> COLUMNS = List.of(
            "id VARCHAR(40) NOT NULL PRIMARY KEY",
            "decision VARCHAR(16) NOT NULL",
            "participants VARCHAR(2000) NOT NULL");
}
