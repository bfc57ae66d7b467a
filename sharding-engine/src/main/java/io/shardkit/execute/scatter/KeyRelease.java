package io.shardkit.execute.scatter;

import io.shardkit.dialect.facts.Transactions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.plan.unique.UniqueCheck.KeyLocks;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Releases the locks of a transaction which do not end with it, when it has ended. Not thread-safe. */
final class KeyRelease implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRelease.class);

    /** Maximum number of locks that one statement releases. */
    private static final int MOST = 500;

    private final Transactions transactions;
    private final Map<Integer, OfShard> byDataSource = new TreeMap<>();

    private record OfShard(ShardConnection shard, List<Long> numbers) {}

    KeyRelease(Transactions transactions) {
        this.transactions = transactions;
    }

    void add(ShardConnection shard, List<KeyLocks.Lock> locks) {
        OfShard held = byDataSource.get(shard.dataSource());
        if (held == null || !held.shard().equals(shard)) {
            OfShard first = new OfShard(shard, new ArrayList<>());
            byDataSource.put(shard.dataSource(), first);
            shard.beforeReturn(() -> release(first));
            held = first;
        }
        for (KeyLocks.Lock lock : locks) {
            held.numbers().add(lock.number());
        }
    }

    @Override
    public void run() {
        byDataSource.values().forEach(this::release);
    }

    private void release(OfShard held) {
        ShardConnection shard = held.shard();
        if (shard.isLost() || held.numbers().isEmpty()) {
            return;
        }
        try {
            for (int from = 0; from < held.numbers().size(); from += MOST) {
                release(
                        shard,
                        held.numbers().subList(from, Math.min(held.numbers().size(), from + MOST)));
            }
            held.numbers().clear();
            shard.beforeReturn(null);
        } catch (SQLException | RuntimeException failure) {
            // The database releases them with the connection.
            LOG.warn("Locks on unique keys on {} cannot be released; its connection is ended", shard.name(), failure);
            shard.discard();
        }
    }

    private void release(ShardConnection shard, List<Long> numbers) throws SQLException {
        String sql = Objects.requireNonNull(transactions.unlockNumbers(numbers.size()));
        try (PreparedStatement statement = shard.connection().prepareStatement(sql)) {
            for (int i = 0; i < numbers.size(); i++) {
                statement.setLong(i + 1, numbers.get(i));
            }
            shard.calling(statement, () -> {
                statement.executeQuery().close();
                return true;
            });
        }
    }
}
