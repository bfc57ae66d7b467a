package io.shardkit.execute.write;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.scatter.LookupReader;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.transaction.Participants;
import io.shardkit.execute.transaction.TransactionRunner;
import io.shardkit.execute.transaction.TransactionRunner.Scope;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.lookup.ChangeWithLookups;
import io.shardkit.plan.lookup.InsertWithLookups;
import io.shardkit.plan.lookup.LookupRow;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs a write together with what it changes in lookup tables, all or nothing: in autocommit all that is one transaction, and
 * in an open transaction a failure leaves that as it was before, where its database would. The rows come first, and then the
 * lookup tables, so that two writes of one row wait for each other where they meet first. For one execution.
 */
final class LookupWriter {
    /** What SQLStates of keys that are there already begin with. */
    private static final String DUPLICATE = "23";

    private final Session session;
    private final Execution execution;
    private final ShardExecutor executor;
    private final CountedWrites writes;

    /** Runs the write of the rows themselves. */
    @FunctionalInterface
    interface Rows {
        CountedWrites.Written write() throws SQLException;
    }

    LookupWriter(ShardExecutor executor, CountedWrites writes) {
        this.executor = executor;
        this.writes = writes;
        this.execution = writes.execution();
        this.session = execution.session();
    }

    CountedWrites.Written insert(InsertWithLookups insert, Rows rows) throws SQLException {
        Parameters user = writes.parameters();
        List<LookupCalls> calls = new ArrayList<>();
        for (InsertWithLookups.Entry entry : insert.entries()) {
            calls.addAll(bound(entry.table().inserts(), entry.inserted(user)));
        }
        SortedSet<Integer> needed = dataSources(insert.write());
        calls.forEach(each -> each.calls().forEach(call -> needed.add(call.dataSource())));
        return within(needed, own -> {
            CountedWrites.Written written = rows.write();
            write(StatementKind.INSERT, calls);
            if (own) {
                // A value that is looked up before its row is there finds nothing; a row without it would not be found.
                dataSources(insert.write()).forEach(session.transaction()::left);
            }
            return written;
        });
    }

    CountedWrites.Written change(ChangeWithLookups change, Rows rows) throws SQLException {
        Parameters user = writes.parameters();
        SortedSet<Integer> needed = dataSources(change.write());
        change.changes().forEach(each -> needed.addAll(each.table().dataSources()));
        change.looks().forEach(call -> needed.add(call.dataSource()));
        return within(needed, own -> {
            List<@Nullable Object[]> before = LookupReader.read(
                    execution,
                    executor,
                    StatementKind.LOCKING_QUERY,
                    change.looks(),
                    user,
                    change.columns(),
                    ParallelismChoice.IN_TURN);
            CountedWrites.Written written = rows.write();
            // Fewer are counted where a database counts only rows that it gave other values.
            if (written.count() > before.size() || (change.deletes() && written.count() < before.size())) {
                throw new SQLTransactionRollbackException(
                        "Other transactions have changed rows that this one writes, of which lookup tables have to know",
                        "40001");
            }
            for (ChangeWithLookups.Change each : change.changes()) {
                LookupTable table = each.table();
                List<LookupRow> deleted = each.deleted(before, change.deletes(), user);
                if (write(StatementKind.DELETE, bound(table.deletes(), deleted)) < deleted.size()) {
                    for (LookupRow row : deleted) {
                        deleteUnseen(table, row);
                    }
                }
                if (own && change.deletes()) {
                    table.dataSources().forEach(session.transaction()::left);
                }
                if (!change.deletes()) {
                    write(StatementKind.INSERT, bound(table.inserts(), each.inserted(before, user)));
                }
            }
            return written;
        });
    }

    /** Calls to a lookup table, with the parameters of their text. */
    private record LookupCalls(List<ShardCall> calls, Parameters parameters) {}

    private List<LookupCalls> bound(List<LookupTable.ForRows> statements, List<LookupRow> rows) throws SQLException {
        List<LookupCalls> bound = new ArrayList<>();
        int done = 0;
        for (LookupTable.ForRows statement : statements) {
            for (; rows.size() - done >= statement.rows(); done += statement.rows()) {
                Parameters own = LookupRow.parameters(rows.subList(done, done + statement.rows()), writes.parameters());
                BoundPlan calls = statement.plan().bind(own, -1, new Learned());
                bound.add(new LookupCalls(((BoundPlan.Calls) calls).calls(), own));
            }
        }
        return bound;
    }

    private static SortedSet<Integer> dataSources(BoundPlan write) {
        SortedSet<Integer> numbers = new TreeSet<>();
        if (write instanceof BoundPlan.UniquenessCheckedInsert checked) {
            numbers.addAll(checked.dataSources());
        } else if (write instanceof BoundPlan.Calls calls) {
            calls.calls().forEach(call -> numbers.add(call.dataSource()));
        }
        return numbers;
    }

    /**
     * Deletes a row that was not met: who wrote it may have committed the row that it is of, and not yet this one. To insert
     * it waits for them, and does nothing in the end if it is not there at all.
     */
    private void deleteUnseen(LookupTable table, LookupRow row) throws SQLException {
        List<LookupCalls> delete = bound(table.deletes(), List.of(row));
        if (write(StatementKind.DELETE, delete) > 0) {
            return;
        }
        try {
            write(StatementKind.INSERT, bound(table.inserts(), List.of(row)));
        } catch (SQLException failure) {
            if (!String.valueOf(failure.getSQLState()).startsWith(DUPLICATE)) {
                throw failure;
            }
            if (session.databases().dialect().transactions().errorAborts()) {
                throw new SQLTransactionRollbackException(
                        "Another transaction is writing to the lookup table " + table, "40001", failure);
            }
        }
        write(StatementKind.DELETE, delete);
    }

    private long write(StatementKind kind, List<LookupCalls> all) throws SQLException {
        long count = 0;
        for (LookupCalls calls : all) {
            count += write(kind, calls);
        }
        return count;
    }

    private long write(StatementKind kind, LookupCalls calls) throws SQLException {
        List<Statement> opened = new ArrayList<>();
        try {
            return executor.write(
                    session,
                    kind,
                    calls.calls(),
                    new CallRunner<>(
                            (shard, call) -> open(shard, call, calls.parameters(), opened),
                            (statement, call) -> DriverCalls.update(statement, call.sql(), KeyRequest.NONE, true),
                            execution.parts()),
                    execution.settings().queryTimeout(),
                    ParallelismChoice.IN_TURN,
                    counts -> counts.stream().mapToLong(Long::longValue).sum());
        } finally {
            for (Statement statement : opened) {
                statement.close();
            }
        }
    }

    private static Statement open(ShardConnection shard, ShardCall call, Parameters parameters, List<Statement> opened)
            throws SQLException {
        PreparedStatement statement = shard.connection().prepareStatement(call.sql());
        opened.add(statement);
        LookupReader.apply(call, parameters, statement);
        return statement;
    }

    /** The steps of a write. */
    @FunctionalInterface
    private interface Steps {
        CountedWrites.Written run(boolean own) throws SQLException;
    }

    /** All connections are taken at once and in order: one that was missed would be waited for while others are held. */
    private CountedWrites.Written within(SortedSet<Integer> dataSources, Steps steps) throws SQLException {
        session.transactions().checkWrite();
        session.connections(List.copyOf(dataSources));
        boolean own = session.autoCommit();
        return TransactionRunner.run(
                session, Scope.of(session), Participants.ofSession(), (connections, progress) -> session.savepoints()
                        .allOrNone(own, progress, () -> steps.run(own)));
    }
}
