package io.shardkit.execute.write;

import io.shardkit.execute.scatter.OwnCalls;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.lookup.LookupRow;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Writes rows of lookup tables beside the rows that they are of, all or nothing: in autocommit all that is one transaction,
 * and in an open transaction a failure leaves that as it was before, where its database would. The rows come first, and then
 * the lookup tables, so that two writes of one row wait for each other where they meet first. For one execution.
 */
record LookupRows(WriteRun<?, ?> run) {
    /** The prefix of the SQLStates of duplicate keys. */
    private static final String DUPLICATE = "23";

    /** Calls to a lookup table, with the parameters of their text. */
    record Calls(List<ShardCall> calls, Parameters parameters) {}

    /** The work within the transaction. */
    @FunctionalInterface
    interface Steps<T> {
        /** @param own whether the transaction is the statement's own */
        T run(boolean own) throws SQLException;
    }

    /** Runs the write and all that it changes in lookup tables. */
    <T> T within(SortedSet<Integer> dataSources, Steps<T> steps) throws SQLException {
        Session session = run.session();
        session.transactions().checkWrite();
        boolean own = session.autoCommit();
        return run.transact(List.copyOf(dataSources), null, (connections, progress) -> session.savepoints()
                .allOrNone(own, progress, () -> steps.run(own)));
    }

    /** The calls of statements for these rows. */
    List<Calls> bound(List<LookupTable.ForRows> statements, List<LookupRow> rows) throws SQLException {
        List<Calls> bound = new ArrayList<>();
        int done = 0;
        for (LookupTable.ForRows statement : statements) {
            for (; rows.size() - done >= statement.rows(); done += statement.rows()) {
                Parameters own = LookupRow.parameters(
                        rows.subList(done, done + statement.rows()),
                        run.answers().parameters());
                BoundPlan calls = statement.plan().bind(own, -1, new Learned());
                bound.add(new Calls(calls.ownCalls(), own));
            }
        }
        return bound;
    }

    /** Deletes rows, also those that others have not committed yet. */
    void delete(LookupTable table, List<LookupRow> rows) throws SQLException {
        if (write(StatementKind.DELETE, bound(table.deletes(), rows)) < rows.size()) {
            for (LookupRow row : rows) {
                deleteUnseen(table, row);
            }
        }
    }

    /**
     * Deletes a row that was not met: who wrote it may have committed the row that it is of, and not yet this one. To insert
     * it waits for them, and does nothing in the end if it is not there at all.
     */
    private void deleteUnseen(LookupTable table, LookupRow row) throws SQLException {
        List<Calls> delete = bound(table.deletes(), List.of(row));
        if (write(StatementKind.DELETE, delete) > 0) {
            return;
        }
        try {
            write(StatementKind.INSERT, bound(table.inserts(), List.of(row)));
        } catch (SQLException failure) {
            if (!String.valueOf(failure.getSQLState()).startsWith(DUPLICATE)) {
                throw failure;
            }
            if (run.session().databases().dialect().transactions().errorAborts()) {
                throw new SQLTransactionRollbackException(
                        "Another transaction is writing to the lookup table " + table, "40001", failure);
            }
        }
        write(StatementKind.DELETE, delete);
    }

    /** Sends calls, and counts the rows. */
    long write(StatementKind kind, List<Calls> all) throws SQLException {
        long count = 0;
        for (Calls calls : all) {
            count += write(kind, calls);
        }
        return count;
    }

    private long write(StatementKind kind, Calls calls) throws SQLException {
        try (OwnCalls writing = new OwnCalls(calls.parameters(), run.execution().parts())) {
            return run.executor()
                    .write(
                            run.session(),
                            kind,
                            calls.calls(),
                            writing.writing(),
                            run.timeout(),
                            ParallelismChoice.IN_TURN,
                            counts -> counts.stream().mapToLong(Long::longValue).sum());
        }
    }
}
