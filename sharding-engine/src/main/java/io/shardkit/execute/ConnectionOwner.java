package io.shardkit.execute;

import io.shardkit.execute.watch.SessionWatch;
import io.shardkit.execute.watch.Step;
import java.sql.SQLException;

/** The session that physical connections belong to. */
public interface ConnectionOwner {
    /** All databases. */
    Databases databases();

    /** Ends calls, or the session. */
    SessionWatch watch();

    /** Tells whether the commit under way leaves autocommit on. */
    boolean commitsBySwitch();

    /** Tells whether the statement under way makes temporary tables wherever it writes. */
    boolean makesTemporaryTables();

    /** Makes calls that write to a data source, and come from no statement of the session: they count as one. */
    void write(int dataSource, Step<Boolean> calls) throws SQLException;
}
