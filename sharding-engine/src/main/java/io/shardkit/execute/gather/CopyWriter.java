package io.shardkit.execute.gather;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/** Writes rows of other databases into one table, many in one statement. Not thread-safe, but for its collectors. */
interface CopyWriter extends AutoCloseable {

    /** Returns a collector of rows for this writer; each collector may be used by another thread. */
    Collector collector();

    /**
     * Refuses a copy that differs from its rows.
     *
     * @throws SQLException with {@link ErrorCode#GATHER_TYPE} if the statement changed a value that it wrote
     */
    static void checkExact(Statement written, Dialect dialect) throws SQLException {
        for (SQLWarning each = written.getWarnings(); each != null; each = each.getNextWarning()) {
            if (dialect.temporaryTables().tellsOfChange(each)) {
                throw ShardingExceptions.of(ErrorCode.GATHER_TYPE, "the copy of a row: " + each.getMessage());
            }
        }
    }

    /** Writes what was taken and not yet written. */
    void flush() throws SQLException;

    @Override
    void close() throws SQLException;

    /** Takes rows in the form in which they are written. Not thread-safe. */
    interface Collector {
        /** Takes the current row, which has the table's columns, and returns about how many bytes its values take. */
        long add(ResultSet source) throws SQLException;

        /** Returns true if there are enough rows for a statement. */
        boolean isFull();

        /** Returns the rows that were taken since the last call. */
        Chunk take();
    }

    /** Rows that wait to be written. */
    @FunctionalInterface
    interface Chunk {
        /** Hands them to the writer, in the writer's thread. */
        void write() throws SQLException;
    }
}
