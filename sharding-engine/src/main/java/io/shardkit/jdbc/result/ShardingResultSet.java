package io.shardkit.jdbc.result;

import io.shardkit.statistics.StatementCounter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The rows of a logical statement: a driver's own of one unit, or merged ones. */
public abstract class ShardingResultSet extends ReadingResultSet implements RowUpdates {
    final ResultOwner owner;
    private @Nullable ResultSetMetaData metaData;

    /** The rows that were read one after the other. */
    int rowsRead;

    private @Nullable StatementCounter counter;

    ShardingResultSet(ResultOwner owner, ResultSet row, int visibleColumns, @Nullable ColumnLabels labels) {
        super(row, visibleColumns, labels);
        this.owner = owner;
    }

    /** Gives it columns before anyone asks for them. */
    final void describe(ResultSetMetaData columns) {
        metaData = columns;
    }

    /** Has the rows counted when it is closed. */
    public final void countBy(@Nullable StatementCounter ofStatement) {
        counter = ofStatement;
    }

    /** The columns as the user asked for them. */
    abstract ResultSetMetaData readMetaData() throws SQLException;

    /**
     * Releases the resources that the rows are read from.
     *
     * @param last the result set that the cursor last stood in
     */
    abstract void release(ResultSet last) throws SQLException;

    @Override
    public final void close() throws SQLException {
        if (closed()) {
            return;
        }
        ResultSet last = row;
        row = AbsentRow.CLOSED;
        if (counter != null) {
            counter.current().countRows(rowsRead);
        }
        try {
            release(last);
        } finally {
            owner.resultClosed(this);
        }
    }

    @Override
    public final ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        if (metaData == null) {
            metaData = readMetaData();
        }
        return metaData;
    }

    @Override
    public final Statement getStatement() throws SQLException {
        checkOpen();
        return owner.statement();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        ResultSet driver = single("unwrap to " + type.getName());
        return type.isInstance(driver) ? type.cast(driver) : driver.unwrap(type);
    }
}
