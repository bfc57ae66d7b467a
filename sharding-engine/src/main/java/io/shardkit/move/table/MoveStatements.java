package io.shardkit.move.table;

import io.shardkit.execute.watch.TimedQuestion;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements on one connection, each within a limit of time. Not thread-safe. */
interface MoveStatements {
    /** Sets the parameters of a statement. */
    @FunctionalInterface
    interface Parameters {
        Parameters NONE = statement -> {};

        void set(PreparedStatement statement) throws SQLException;
    }

    /** Makes something of the current row of a result. */
    @FunctionalInterface
    interface RowReader<T extends @Nullable Object> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a statement without parameters. */
    void execute(String text) throws SQLException;

    /** Runs a statement that changes rows, and returns their number. */
    int update(String text, Parameters parameters) throws SQLException;

    /** Returns what is made of the rows of a query, all of them. */
    <T extends @Nullable Object> List<T> rows(String text, Parameters parameters, RowReader<T> reader)
            throws SQLException;

    /** Returns the first column of the first row of a query, or null if there is none. */
    default @Nullable String first(String text) throws SQLException {
        List<@Nullable String> rows = rows(text, Parameters.NONE, row -> row.getString(1));
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** Asks something of the connection itself. */
    <T> T with(TimedQuestion.Question<T> question) throws SQLException;

    void begin() throws SQLException;

    void commit() throws SQLException;
}
