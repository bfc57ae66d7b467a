package io.shardkit.execute.transaction;

import io.shardkit.execute.WriteSteps;
import java.sql.SQLException;

/** A transaction that begins and ends with the steps that are run in it. For one run. */
abstract class OwnTransaction extends WriteSteps.Progress {

    /** Prepares what the steps need before any of them. */
    abstract void open() throws SQLException;

    /** Commits everything. */
    abstract void commit() throws SQLException;

    /** Undoes everything, or breaks the session down; errors join the one that led here. */
    abstract void undo(Throwable failure);

    /** Told last, whether it was committed or undone. */
    abstract void close();

    /** Lets autocommit go on after a commit, or breaks the session down: what is committed is not reported as failed. */
    abstract void resumeAutoCommit();
}
