package io.shardkit.execute.write;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.watch.Step;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.lookup.InsertWithLookups;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Inserts rows by the steps that follow, and then what lookup tables are told of them. */
final class InsertLookupsStep {
    private InsertLookupsStep() {}

    static <R, T> T run(InsertWithLookups insert, WriteRun<R, T> run, Step<T> rest) throws SQLException {
        if (run.answers().areRows()) {
            throw ShardingExceptions.of(ErrorCode.LOOKUP_WRITE, "RETURNING");
        }
        LookupRows rows = new LookupRows(run);
        Parameters user = run.answers().parameters();
        List<LookupRows.Calls> calls = new ArrayList<>();
        for (InsertWithLookups.Entry entry : insert.entries()) {
            calls.addAll(rows.bound(entry.table().inserts(), entry.inserted(user)));
        }
        List<Integer> written = insert.write().dataSources();
        SortedSet<Integer> needed = new TreeSet<>(written);
        calls.forEach(each -> each.calls().forEach(call -> needed.add(call.dataSource())));
        return rows.within(needed, own -> {
            T answer = rest.run();
            rows.write(StatementKind.INSERT, calls);
            if (own) {
                // A value that is looked up before its row is there finds nothing; a row without it would not be found.
                written.forEach(run.session().transaction()::left);
            }
            return answer;
        });
    }
}
