package io.shardkit.execute.gather;

import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.execute.Databases;
import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the rows that copies of tables would move, no further than a bound: to count all rows of a large table would take
 * as long as to read them. Only tables that may be asked for by keys are counted. For one thread.
 */
final class CopyCounts {
    /** The count of a table that has more rows than were counted. */
    static final long MANY = Long.MAX_VALUE;

    private final Databases databases;
    private final Session session;
    private final Parameters parameters;
    private final Deadline deadline;

    CopyCounts(Databases databases, Session session, Parameters parameters, Deadline deadline) {
        this.databases = databases;
        this.session = session;
        this.parameters = parameters;
        this.deadline = deadline;
    }

    /**
     * By first use, about how many rows of tables lie on other data sources; {@link #MANY} for more than a bound.
     *
     * @param most the bound for each unit
     */
    Map<Integer, Long> of(Gather gather, List<GatherTable> tables, long most) throws SQLException {
        Map<Integer, Long> counts = new ConcurrentHashMap<>();
        List<RemoteReads.Pull> pulls = new ArrayList<>();
        for (GatherTable table : tables) {
            counts.put(table.use(), 0L);
            CopyWriter sum =
                    new Sum(count -> counts.merge(table.use(), count, (a, b) -> a == MANY || b > most ? MANY : a + b));
            for (ShardCall call : table.remote()) {
                if (call.dataSource() != gather.dataSource()) {
                    String sql = counting(call.sql(), gather.limit().rows() + 1, most + 1);
                    ShardCall counting = new ShardCall(call.dataSource(), call.unit(), sql, call.mapping());
                    pulls.add(new RemoteReads.Pull(counting, sum, true, (rows, bytes) -> {}));
                }
            }
        }
        RemoteReads reads = new RemoteReads(
                databases, session, gather.dataSource(), pulls, parameters, deadline, GatherBudget.unlimited());
        reads.start();
        try {
            reads.write();
        } finally {
            reads.stop();
        }
        return counts;
    }

    /**
     * The query that counts the first rows of another one.
     *
     * @param limited the number of rows to which the other one is limited, as copies are
     */
    private String counting(String sql, long limited, long most) {
        ClauseRules clauses = databases.dialect().clauses();
        String limit = " " + clauses.firstRows(Long.toString(limited));
        // A limit within a limit would have some databases read up to the larger one.
        String rows = sql.endsWith(limit) && most <= limited
                ? sql.substring(0, sql.length() - limit.length()) + " " + clauses.firstRows(Long.toString(most))
                : sql;
        return "SELECT COUNT(*) FROM (" + rows + ") sk_counted";
    }

    /** Takes a count. */
    @FunctionalInterface
    private interface Counter {
        void add(long count);
    }

    /** Adds up counts that are read, and writes nothing. */
    private record Sum(Counter to) implements CopyWriter, CopyWriter.Collector {
        @Override
        public CopyWriter.Collector collector() {
            return this;
        }

        @Override
        public long add(ResultSet source) throws SQLException {
            to.add(source.getLong(1));
            return 0;
        }

        @Override
        public boolean isFull() {
            return false;
        }

        @Override
        public CopyWriter.Chunk take() {
            return () -> {};
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
