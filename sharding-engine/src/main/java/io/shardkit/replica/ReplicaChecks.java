package io.shardkit.replica;

import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.options.ReplicaSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks a primary and its replicas at an interval, each on a thread of its own, so that a server that does not answer does
 * not delay the checks of the others. All threads are daemons. Thread-safe.
 */
final class ReplicaChecks {
    /** The time a start waits for the first answers. */
    private static final long FIRST_SECONDS = 10;

    private final Group group;
    private final ReplicaSettings settings;
    private final ReplicaRules rules;
    private final CountDownLatch closed = new CountDownLatch(1);

    ReplicaChecks(Group group, ReplicaSettings settings, ReplicaRules rules) {
        this.group = group;
        this.settings = settings;
        this.rules = rules;
    }

    /** Asks the primary from now on; returns what is counted down by the first answer. */
    CountDownLatch startPrimary() {
        return rules.positionQuery() != null || rules.writableQuery() != null
                ? run(List.of(new PrimaryCheck(group, rules)), "shardkit-primary-")
                : new CountDownLatch(0);
    }

    /** The same of the replicas. */
    CountDownLatch startReplicas() {
        List<Runnable> replicas = new ArrayList<>();
        for (Member member : group.members()) {
            replicas.add(new MemberCheck(group, member, settings, rules));
        }
        return run(replicas, "shardkit-replica-");
    }

    /** Waits a while for first answers; replicas that have not answered get no reads until they do. */
    static void awaitAll(List<CountDownLatch> answers) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_SECONDS);
        try {
            for (CountDownLatch first : answers) {
                if (!first.await(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException later) {
            Thread.currentThread().interrupt();
        }
    }

    private CountDownLatch run(List<Runnable> tasks, String name) {
        CountDownLatch first = new CountDownLatch(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            Runnable task = tasks.get(i);
            Thread thread = new Thread(null, () -> repeat(task, first), name + group.name() + "-" + i, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
        }
        return first;
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
