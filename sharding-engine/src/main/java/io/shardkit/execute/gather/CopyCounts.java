package io.shardkit.execute.gather;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the rows that copies of tables would move. Asked once for a statement; only tables that may be asked for by keys
 * are counted. For one thread.
 */
final class CopyCounts {
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

    /** By first use, about how many rows of each table lie on other data sources. */
    Map<Integer, Long> of(Gather gather) throws SQLException {
        Map<Integer, Long> counts = new HashMap<>();
        List<GatherTable> unknown = new ArrayList<>();
        for (GatherTable table : gather.tables()) {
            Long known = gather.sizes().whole(table.use());
            if (known != null) {
                counts.put(table.use(), known);
            } else if (table.narrowing() != null) {
                unknown.add(table);
            }
        }
        if (!unknown.isEmpty()) {
            Map<Integer, Long> asked = ask(gather, unknown);
            asked.forEach(gather.sizes()::foundWhole);
            counts.putAll(asked);
        }
        return counts;
    }

    private Map<Integer, Long> ask(Gather gather, List<GatherTable> tables) throws SQLException {
        Map<Integer, Long> counts = new ConcurrentHashMap<>();
        List<RemoteReads.Pull> pulls = new ArrayList<>();
        for (GatherTable table : tables) {
            counts.put(table.use(), 0L);
            CopyWriter sum = new Sum(count -> counts.merge(table.use(), count, Long::sum));
            for (ShardCall call : table.remote()) {
                if (call.dataSource() != gather.dataSource()) {
                    String sql = "SELECT COUNT(*) FROM (" + call.sql() + ") sk_counted";
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
