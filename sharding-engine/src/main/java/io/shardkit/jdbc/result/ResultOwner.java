package io.shardkit.jdbc.result;

import io.shardkit.execute.TableNames;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The statement that a result set belongs to. */
public interface ResultOwner {
    /** The statement that the user knows; its settings are the result set's. */
    Statement statement();

    /** The logical names of what the rows are from. */
    TableNames tableNames();

    /** Told by a result set when it is closed. */
    void resultClosed(ResultSet rows) throws SQLException;
}
