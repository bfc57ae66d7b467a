package io.shardkit.proxy.backend;

import io.shardkit.dialect.driver.SentTexts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answer to a statement: rows or a count, and maybe more of them. Not thread-safe. */
public final class Answer implements AutoCloseable {
    /** Warnings that the servers call notes. */
    private static final Set<Integer> NOTES = Set.of(1003, 1008, 1050, 1051, 1061, 1091, 1105, 1287, 1305, 1360, 1592);

    private static final int MOST = 65_535;

    private final Statement statement;
    private final Request request;
    private final LogicalDatabase database;
    private final Runnable ended;
    private @Nullable ResultSet rows;
    private List<ResultColumn> columns = List.of();
    private long count;

    Answer(Statement statement, Request request, boolean hasRows, LogicalDatabase database, Runnable ended)
            throws SQLException {
        this.statement = statement;
        this.request = request;
        this.database = database;
        this.ended = ended;
        take(hasRows);
    }

    private void take(boolean hasRows) throws SQLException {
        rows = hasRows ? statement.getResultSet() : null;
        count = hasRows ? -1 : statement.getLargeUpdateCount();
        columns = rows == null ? List.of() : ResultColumn.of(rows.getMetaData(), database);
    }

    /** The rows, or null if there is a count. */
    public @Nullable ResultSet rows() {
        return rows;
    }

    public List<ResultColumn> columns() {
        return columns;
    }

    /**
     * Returns true if getBytes gives values as the server's strings where getString does not.
     *
     * @throws SQLException if the rows are closed
     */
    public boolean hasSentTexts() throws SQLException {
        return rows != null && !database.facts().plainTexts() && rows.isWrapperFor(SentTexts.class);
    }

    /** Returns the number of rows that the statement wrote. */
    public long count() {
        return Math.max(0, count);
    }

    /** The first key that was generated; 0 if none was, or none that is a number. */
    public long firstKey() throws SQLException {
        if (!request.keys()) {
            return 0;
        }
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return keys.next() && keys.getObject(1) instanceof Number key ? key.longValue() : 0;
        }
    }

    /** Goes on to the next answer; false if there is none. */
    public boolean next() throws SQLException {
        if (!request.several()) {
            return false;
        }
        boolean hasRows = statement.getMoreResults();
        if (!hasRows && statement.getLargeUpdateCount() < 0) {
            return false;
        }
        take(hasRows);
        return true;
    }

    /** Returns the warnings of the databases; asked for when all rows are read. */
    public List<Warning> warnings() throws SQLException {
        SQLWarning warning = statement.getWarnings();
        if (warning == null) {
            return List.of();
        }
        List<Warning> all = new ArrayList<>();
        for (SQLWarning each = warning; each != null && all.size() < MOST; each = each.getNextWarning()) {
            int code = each.getErrorCode();
            all.add(new Warning(NOTES.contains(code) ? "Note" : "Warning", code, String.valueOf(each.getMessage())));
        }
        return all;
    }

    /** Ends it; rows that were not read are not. */
    @Override
    public void close() throws SQLException {
        try {
            statement.close();
        } finally {
            ended.run();
        }
    }
}
