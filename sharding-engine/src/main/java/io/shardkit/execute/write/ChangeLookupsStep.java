package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.scatter.LookupReader;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.lookup.ChangeWithLookups;
import io.shardkit.plan.lookup.LookupTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Locks and reads rows, changes them by the steps that follow, and then what lookup tables have of them. */
final class ChangeLookupsStep {
    private ChangeLookupsStep() {}

    static <R, T> T run(ChangeWithLookups change, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        if (run.answers().areRows()) {
            throw ShardingExceptions.of(ErrorCode.LOOKUP_WRITE, "RETURNING");
        }
        LookupRows rows = new LookupRows(run);
        SortedSet<Integer> needed = new TreeSet<>(change.write().dataSources());
        change.changes().forEach(each -> needed.addAll(each.table().dataSources()));
        change.looks().forEach(call -> needed.add(call.dataSource()));
        return rows.within(needed, own -> {
            List<@Nullable Object[]> before = LookupReader.read(
                    run.execution(),
                    run.executor(),
                    StatementKind.LOCKING_QUERY,
                    change.looks(),
                    run.answers().parameters(),
                    change.columns(),
                    ParallelismChoice.IN_TURN);
            T answer = rest.run();
            check(change, run.answers().count(answer), before.size());
            keep(change, rows, before, own);
            return answer;
        });
    }

    /** Fewer are counted where a database counts only rows that it gave other values. */
    private static void check(ChangeWithLookups change, long count, int read) throws SQLException {
        if (count > read || (change.deletes() && count < read)) {
            throw new SQLTransactionRollbackException(
                    "Other transactions have changed rows that this one writes, of which lookup tables have to know",
                    "40001");
        }
    }

    private static void keep(ChangeWithLookups change, LookupRows rows, List<@Nullable Object[]> before, boolean own)
            throws SQLException {
        Parameters user = rows.run().answers().parameters();
        for (ChangeWithLookups.Change each : change.changes()) {
            LookupTable table = each.table();
            rows.delete(table, each.deleted(before, change.deletes(), user));
            if (own && change.deletes()) {
                table.dataSources().forEach(rows.run().session().transaction()::left);
            }
            if (!change.deletes()) {
                rows.write(StatementKind.INSERT, rows.bound(table.inserts(), each.inserted(before, user)));
            }
        }
    }
}
