package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.options.ReplicaSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks primaries and replicas at an interval, each on a thread of its own, so that a server that does not answer does not
 * delay the checks of the others. All threads are daemons. Thread-safe.
 */
final class ReplicaChecks {
    /** The time a start waits for the first answers. */
    private static final long FIRST_SECONDS = 10;

    private final List<Group> groups;
    private final ReplicaSettings settings;
    private final ReplicaRules rules;
    private final CountDownLatch closed = new CountDownLatch(1);

    ReplicaChecks(List<Group> groups, ReplicaSettings settings, ReplicaRules rules) {
        this.groups = groups;
        this.settings = settings;
        this.rules = rules;
    }

    /** Asks all for the first time, and waits for that a while. */
    void start() {
        List<Runnable> primaries = new ArrayList<>();
        List<Runnable> replicas = new ArrayList<>();
        for (Group group : groups) {
            if (rules.positionQuery() != null || rules.writableQuery() != null) {
                primaries.add(new PrimaryCheck(group, rules));
            }
            for (Member member : group.members()) {
                replicas.add(new MemberCheck(group, member, settings, rules));
            }
        }
        // The lag of a replica is known once its primary was asked.
        run(primaries, "shardkit-primary-");
        run(replicas, "shardkit-replica-");
    }

    private void run(List<Runnable> tasks, String name) {
        CountDownLatch first = new CountDownLatch(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            Runnable task = tasks.get(i);
            Thread thread = new Thread(null, () -> repeat(task, first), name + i, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
        }
        try {
            if (!first.await(FIRST_SECONDS, TimeUnit.SECONDS)) {
                // Replicas that have not answered get no reads until they do.
                return;
            }
        } catch (InterruptedException later) {
            Thread.currentThread().interrupt();
        }
    }

    private void repeat(Runnable task, CountDownLatch first) {
        try {
            do {
                task.run();
                first.countDown();
            } while (!closed.await(settings.checkInterval().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            first.countDown();
        }
    }

    void close() {
        closed.countDown();
    }
}
