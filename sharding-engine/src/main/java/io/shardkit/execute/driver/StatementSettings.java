package io.shardkit.execute.driver;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.merge.RowLimit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a logical statement. A driver's statement remembers the version it was given, so that nothing is set
 * where nothing changed.
 */
public final class StatementSettings {
    /** Of a driver's statement whose settings are not those of any version. */
    static final int UNKNOWN = -1;

    private static final StatementSettings FRESH = new StatementSettings(false);
    private static final StatementSettings FRESH_POOLABLE = new StatementSettings(true);

    private int version;
    private boolean fetchSizeSet;
    private boolean fetchDirectionSet;
    private boolean maxRowsSet;
    private boolean maxFieldSizeSet;
    private boolean queryTimeoutSet;
    private boolean escapeProcessingSet;
    private boolean poolableSet;
    private int fetchSize;
    private int fetchDirection = ResultSet.FETCH_FORWARD;
    private long maxRows;
    private int maxFieldSize;
    private int queryTimeout;
    private boolean escapeProcessing = true;
    private boolean poolable;
    private @Nullable String cursorName;

    private StatementSettings(boolean poolable) {
        this.poolable = poolable;
    }

    /** Returns the settings of a statement on which nothing was set; many statements share them. */
    public static StatementSettings fresh(boolean poolable) {
        return poolable ? FRESH_POOLABLE : FRESH;
    }

    /** These if they belong to one statement, else a copy that does. */
    @SuppressWarnings("ReferenceEquality")
    public // the two shared ones
    StatementSettings own() {
        return this == FRESH || this == FRESH_POOLABLE ? new StatementSettings(poolable) : this;
    }

    public int fetchSize() {
        return fetchSize;
    }

    public void setFetchSize(int rows) {
        // Negative sizes are a driver's own language, such as MySQL's for streaming.
        fetchSize = rows;
        fetchSizeSet = true;
        version++;
    }

    public int fetchDirection() {
        return fetchDirection;
    }

    public void setFetchDirection(int direction) throws SQLException {
        if (direction < ResultSet.FETCH_FORWARD || direction > ResultSet.FETCH_UNKNOWN) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "fetch direction " + direction);
        }
        fetchDirection = direction;
        fetchDirectionSet = true;
        version++;
    }

    public long maxRows() {
        return maxRows;
    }

    public void setMaxRows(long rows) throws SQLException {
        maxRows = notNegative(rows, "maximum of rows");
        maxRowsSet = true;
        version++;
    }

    /** Returns the limit under the maximum of rows. */
    public RowLimit limited(RowLimit limit) {
        return maxRows == 0 || maxRows >= limit.count() ? limit : new RowLimit(limit.offset(), maxRows);
    }

    public int maxFieldSize() {
        return maxFieldSize;
    }

    public void setMaxFieldSize(int bytes) throws SQLException {
        maxFieldSize = (int) notNegative(bytes, "maximum of bytes");
        maxFieldSizeSet = true;
        version++;
    }

    public int queryTimeout() {
        return queryTimeout;
    }

    public void setQueryTimeout(int seconds) throws SQLException {
        queryTimeout = (int) notNegative(seconds, "timeout");
        queryTimeoutSet = true;
        version++;
    }

    public void setEscapeProcessing(boolean enabled) {
        escapeProcessing = enabled;
        escapeProcessingSet = true;
        version++;
    }

    public boolean poolable() {
        return poolable;
    }

    public void setPoolable(boolean value) {
        poolable = value;
        poolableSet = true;
        version++;
    }

    public void setCursorName(String name) {
        cursorName = name;
        version++;
    }

    private static long notNegative(long value, String what) throws SQLException {
        if (value < 0) {
            throw ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, what + " " + value);
        }
        return value;
    }

    /**
     * Makes all settings on the one statement whose answer is the answer.
     *
     * @param driverKeepsTime whether the driver is told of the timeout
     */
    public void apply(OpenStatement open, boolean driverKeepsTime) throws SQLException {
        if (open.settings != version) {
            set(open.statement, fetchSize, maxRows);
            if (queryTimeoutSet && (driverKeepsTime || queryTimeout == 0)) {
                open.statement.setQueryTimeout(queryTimeout);
            }
            open.settings = version;
        }
    }

    /**
     * Makes the settings on one of several statements whose answers are put together; its timeout is for the caller to
     * set.
     *
     * @param streams whether the statement has its connection for itself until its rows are read
     * @param rows how many of its rows can matter, 0 for all
     */
    public void applyPart(OpenStatement open, boolean streams, long rows) throws SQLException {
        if (version != 0) {
            set(open.statement, streams ? fetchSize : Math.max(0, fetchSize), rows);
            open.settings = UNKNOWN;
        }
    }

    private void set(Statement statement, int rowsToFetch, long rowsAtMost) throws SQLException {
        if (fetchSizeSet) {
            statement.setFetchSize(rowsToFetch);
        }
        if (fetchDirectionSet) {
            statement.setFetchDirection(fetchDirection);
        }
        if (maxRowsSet) {
            if (rowsAtMost > Integer.MAX_VALUE) {
                statement.setLargeMaxRows(rowsAtMost);
            } else {
                statement.setMaxRows((int) rowsAtMost);
            }
        }
        if (maxFieldSizeSet) {
            statement.setMaxFieldSize(maxFieldSize);
        }
        if (escapeProcessingSet) {
            statement.setEscapeProcessing(escapeProcessing);
        }
        if (poolableSet) {
            statement.setPoolable(poolable);
        }
        if (cursorName != null) {
            statement.setCursorName(cursorName);
        }
    }
}
