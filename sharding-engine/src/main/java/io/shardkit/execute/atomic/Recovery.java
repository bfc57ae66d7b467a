package io.shardkit.execute.atomic;

import io.shardkit.dialect.branch.BranchId;
import io.shardkit.execute.atomic.AtomicDatabase.Decision;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.observe.InDoubtTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is prepared to its end when those who prepared it do not: they may have died, or lost a database. It looks
 * at all databases at an interval. What belongs to a transaction that this process is committing is left alone; of what
 * belongs to others, and has been there for long, the decision is asked for, and made where there is none. Several
 * processes may do the same at the same time. Thread-safe.
 */
final class Recovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    /** Seconds that a commit waits for its decision when the answer is lost. */
    private static final int SETTLE_SECONDS = 5;

    private static final long IDLE_MILLIS = 10_000;
    private static final long BUSY_MILLIS = 500;

    /** The problem of an in-doubt branch of this process, before its database was asked again. */
    private static final String NOT_TOLD = "its database has not answered how it ended";

    /** After how long rows are looked at that those who inserted them did not remove. */
    private static final int ORPHAN_HOURS = 1;

    /**
     * Maximum number of finished transactions kept while their decisions cannot be removed; more are left to the look for
     * orphans.
     */
    private static final int MOST_FINISHED = 10_000;

    /** Hours for which a transaction is known to be rolled back; no commit takes nearly so long. */
    private static final int ABORTED_HOURS = 24;

    private static final int FORGOTTEN_AT_A_TIME = 200;

    private final List<AtomicDatabase> databases;

    /** Databases that no rule has any more, each with the transactions of this process that may still need it. */
    private final Map<AtomicDatabase, Set<String>> leaving = new ConcurrentHashMap<>();

    private final Duration recoverAfter;
    private final Duration orphanInterval;

    /** Transactions that this process is committing. */
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    /** Transactions that this process has ended except for some branch, with the database where they are decided. */
    private final Map<String, AtomicDatabase> unfinished = new ConcurrentHashMap<>();

    /** Transactions whose decision will not be asked for, with the database of the decision. */
    private final Map<String, AtomicDatabase> finished = new ConcurrentHashMap<>();

    /**
     * Branches that were found prepared, or may be since their database does not answer, with the time and the last
     * problem.
     */
    private final Map<BranchId, Found> found = new ConcurrentHashMap<>();

    /** Transactions of this process that ended while the databases were asked, which may tell of them as they were. */
    private final Set<String> endedMeanwhile = ConcurrentHashMap.newKeySet();

    private volatile boolean sweeping;

    private final Object bell = new Object();
    private volatile boolean closed;
    private @Nullable Thread thread;
    private long orphansLookedAt = System.nanoTime();

    /** True if all databases answered at the last look. */
    private boolean complete = true;

    private record Found(AtomicDatabase database, long since, String problem) {}

    Recovery(List<AtomicDatabase> databases, Duration recoverAfter) {
        this(databases, recoverAfter, Duration.ofHours(ORPHAN_HOURS));
    }

    /** @param orphanInterval at which decisions of dead processes are looked for */
    Recovery(List<AtomicDatabase> databases, Duration recoverAfter, Duration orphanInterval) {
        this.databases = new CopyOnWriteArrayList<>(databases);
        this.recoverAfter = recoverAfter;
        this.orphanInterval = orphanInterval;
    }

    void start() {
        Thread recoverer = HelperThreads.daemon(this::run, "shardkit-recovery");
        thread = recoverer;
        recoverer.start();
    }

    /** The database of a pool, if it is looked at; else null. */
    @Nullable AtomicDatabase covered(String name, DataSource pool) {
        return databases.stream()
                .filter(each -> each.isOf(name, pool))
                .findAny()
                .orElse(null);
    }

    /** Looks at these databases from now on, too. */
    void cover(Collection<AtomicDatabase> others) {
        for (AtomicDatabase database : others) {
            leaving.remove(database);
            if (!databases.contains(database)) {
                databases.add(database);
            }
        }
    }

    /** Looks no more at a database once nothing is in doubt that it takes part in or decides. */
    void leave(AtomicDatabase database) {
        leaving.computeIfAbsent(database, first -> new HashSet<>(running));
        synchronized (bell) {
            bell.notifyAll();
        }
    }

    /**
     * Forgets the databases that no rule has and no transaction needs.
     *
     * @param candidates those that left before the databases were asked
     */
    private void letGo(Set<AtomicDatabase> candidates) {
        leaving.forEach((database, began) -> {
            if (!candidates.contains(database)) {
                return;
            }
            began.retainAll(running);
            boolean isNeeded = !began.isEmpty()
                    || unfinished.containsValue(database)
                    || finished.containsValue(database)
                    || found.keySet().stream()
                            .anyMatch(branch -> branch.participant().equals(database.id())
                                    || branch.decider().equals(database.id()));
            if (!isNeeded && leaving.remove(database) != null) {
                databases.remove(database);
            }
        });
    }

    /** A transaction of this process is about to prepare. */
    void begins(String transaction) {
        running.add(transaction);
    }

    /**
     * A transaction of this process has come as far as it can.
     *
     * @param committed whether it is known to be committed, so that there is a decision
     * @param open what may still be prepared, and where, which is in doubt at once: its database may be the one that tells
     *     nothing any more
     */
    void ends(String transaction, AtomicDatabase decider, boolean committed, Map<BranchId, AtomicDatabase> open) {
        if (!open.isEmpty()) {
            cover(open.values());
            cover(List.of(decider));
            unfinished.put(transaction, decider);
            long now = System.nanoTime();
            open.forEach((branch, database) -> found.putIfAbsent(branch, new Found(database, now, NOT_TOLD)));
        }
        boolean wanted = !open.isEmpty();
        if (open.isEmpty() && committed) {
            finished.put(transaction, decider);
            wanted = finished.size() % FORGOTTEN_AT_A_TIME == 0;
        }
        if (sweeping) {
            endedMeanwhile.add(transaction);
        }
        running.remove(transaction);
        if (wanted) {
            synchronized (bell) {
                bell.notifyAll();
            }
        }
    }

    /**
     * Returns the decision on a transaction of this process, or that it is rolled back if there is none.
     *
     * @param failure gets what goes wrong
     * @return null if its database cannot be asked
     */
    @Nullable Boolean settle(AtomicDatabase decider, String transaction, Exception failure) {
        Future<Boolean> answer = HelperThreads.helpers().submit(() -> {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
            while (true) {
                try {
                    return decider.settle(transaction);
                } catch (SQLException | RuntimeException again) {
                    if (System.nanoTime() > until) {
                        throw again;
                    }
                    TimeUnit.MILLISECONDS.sleep(BUSY_MILLIS / 2);
                }
            }
        });
        try {
            return answer.get(SETTLE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException unanswered) {
            failure.addSuppressed(unanswered);
        }
        answer.cancel(true);
        return null;
    }

    private void run() {
        while (!closed) {
            try {
                sweep(false);
            } catch (RuntimeException unexpected) {
                LOG.warn("The recovery of transactions failed, and goes on", unexpected);
            }
            try {
                synchronized (bell) {
                    if (!closed) {
                        bell.wait(
                                unfinished.isEmpty() && leaving.isEmpty()
                                        ? Math.min(IDLE_MILLIS, pause())
                                        : BUSY_MILLIS);
                    }
                }
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private long pause() {
        return Math.max(BUSY_MILLIS, recoverAfter.toMillis() / 3);
    }

    /**
     * Looks at all databases once.
     *
     * @param now whether also what was prepared just now is ended, unless this process is committing it
     */
    synchronized void sweep(boolean now) {
        sweeping = true;
        try {
            look(now);
        } finally {
            sweeping = false;
            endedMeanwhile.clear();
        }
    }

    private void look(boolean now) {
        // A transaction that is still ending may be among the unfinished already, while its branches are passed over.
        Map<String, AtomicDatabase> known = new HashMap<>(unfinished);
        known.keySet().removeIf(running::contains);
        // A branch that appears while the databases are asked may have been prepared after its database answered.
        Set<BranchId> before = new HashSet<>(found.keySet());
        before.removeIf(branch -> running.contains(branch.transaction()));
        Set<AtomicDatabase> left = Set.copyOf(leaving.keySet());
        boolean forOrphans = complete && System.nanoTime() - orphansLookedAt >= orphanInterval.toNanos();
        Map<AtomicDatabase, List<String>> orphans = forOrphans ? orphans() : Map.of();
        Set<String> told = new HashSet<>();
        Set<BranchId> prepared = new HashSet<>();
        Set<AtomicDatabase> answered = new HashSet<>();
        for (AtomicDatabase database : databases) {
            try {
                for (BranchId branch : database.prepared()) {
                    told.add(branch.transaction());
                    if (!running.contains(branch.transaction()) && !endedMeanwhile(branch)) {
                        prepared.add(branch);
                        meet(branch, database, now || known.containsKey(branch.transaction()));
                    }
                }
                answered.add(database);
            } catch (SQLException | RuntimeException unreachable) {
                LOG.debug("{} cannot tell what is prepared on it", database.dataSourceName(), unreachable);
            }
        }
        before.removeAll(prepared);
        before.forEach(branch ->
                found.computeIfPresent(branch, (gone, last) -> answered.contains(last.database()) ? null : last));
        complete = answered.containsAll(databases);
        if (complete) {
            known.forEach((transaction, decider) -> {
                if (!isPrepared(transaction, prepared)) {
                    unfinished.remove(transaction);
                    finished.put(transaction, decider);
                }
            });
        }
        forgetFinished(answered);
        if (complete) {
            letGo(left);
        }
        if (complete && forOrphans) {
            orphansLookedAt = System.nanoTime();
            orphans.forEach((database, decisions) -> {
                decisions.removeIf(told::contains);
                forget(database, decisions);
            });
        }
    }

    /**
     * Returns true if this process ended the branch after its database was asked; a branch that it could not end is among
     * the found.
     */
    private boolean endedMeanwhile(BranchId branch) {
        return endedMeanwhile.contains(branch.transaction()) && !found.containsKey(branch);
    }

    private static boolean isPrepared(String transaction, Set<BranchId> prepared) {
        return prepared.stream().anyMatch(branch -> branch.transaction().equals(transaction));
    }

    /** A branch is there; if it has been for long, or is this process's own, it is ended. */
    private void meet(BranchId branch, AtomicDatabase database, boolean now) {
        long time = System.nanoTime();
        Found before = found.computeIfAbsent(branch, first -> new Found(database, time, ""));
        if (!now && time - before.since() < recoverAfter.toNanos()) {
            return;
        }
        String problem = end(branch, database);
        if (problem == null) {
            found.remove(branch);
        } else {
            if (!problem.equals(before.problem())) {
                LOG.warn("{} on {} is in doubt: {}", branch, database.dataSourceName(), problem);
            }
            found.put(branch, new Found(database, before.since(), problem));
        }
    }

    /** Ends a branch, or says what keeps it from that. */
    private @Nullable String end(BranchId branch, AtomicDatabase database) {
        AtomicDatabase decider = databases.stream()
                .filter(each -> each.id().equals(branch.decider()))
                .findAny()
                .orElse(null);
        if (decider == null) {
            return "it is decided in a database that is not one of the data sources";
        }
        try {
            boolean commit = decider.settle(branch.transaction());
            if (database.end(branch, commit)) {
                LOG.info(
                        "{} on {} was in doubt and is now {}",
                        branch,
                        database.dataSourceName(),
                        commit ? "committed" : "rolled back");
            } else {
                LOG.info("{} on {} was in doubt and has ended", branch, database.dataSourceName());
            }
            return null;
        } catch (SQLException | RuntimeException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    private void forgetFinished(Collection<AtomicDatabase> reachable) {
        for (AtomicDatabase database : reachable) {
            List<String> gone = finished.entrySet().stream()
                    .filter(each -> each.getValue() == database)
                    .map(Map.Entry::getKey)
                    .toList();
            if (forget(database, gone)) {
                gone.forEach(finished::remove);
            }
        }
        if (finished.size() > MOST_FINISHED) {
            finished.clear();
        }
    }

    private static boolean forget(AtomicDatabase database, List<String> transactions) {
        try {
            for (int from = 0; from < transactions.size(); from += FORGOTTEN_AT_A_TIME) {
                database.forget(transactions.subList(from, Math.min(transactions.size(), from + FORGOTTEN_AT_A_TIME)));
            }
            return true;
        } catch (SQLException | RuntimeException later) {
            LOG.debug("Decisions in {} could not be removed yet", database.dataSourceName(), later);
            return false;
        }
    }

    /**
     * Decisions whose processes may have died. Participants prepare before a decision is made, so that one is done of which
     * no database, asked after this, tells a branch.
     */
    private Map<AtomicDatabase, List<String>> orphans() {
        Map<AtomicDatabase, List<String>> all = new HashMap<>();
        Set<String> known =
                new HashSet<>(databases.stream().map(AtomicDatabase::id).toList());
        for (AtomicDatabase database : databases) {
            try {
                List<String> own = new ArrayList<>();
                for (Decision decision : database.olderThan(ORPHAN_HOURS)) {
                    if (decision.commit()
                            && !running.contains(decision.transaction())
                            && known.containsAll(decision.participants())) {
                        own.add(decision.transaction());
                    }
                }
                for (Decision decision : database.olderThan(ABORTED_HOURS)) {
                    if (!decision.commit()) {
                        own.add(decision.transaction());
                    }
                }
                all.put(database, own);
            } catch (SQLException | RuntimeException later) {
                LOG.debug("Old decisions in {} could not be read", database.dataSourceName(), later);
            }
        }
        return all;
    }

    List<InDoubtTransaction> inDoubt() {
        long now = System.nanoTime();
        List<InDoubtTransaction> all = new ArrayList<>();
        found.forEach((branch, each) -> all.add(new InDoubtTransaction(
                branch.transaction(),
                each.database().dataSourceName(),
                branch.text(),
                Duration.ofNanos(now - each.since()),
                each.problem())));
        return all;
    }

    /** Forgets what is finished, if the databases can still be reached, and ends. */
    @Override
    public void close() {
        synchronized (bell) {
            closed = true;
            bell.notifyAll();
        }
        Thread recoverer = thread;
        if (recoverer != null) {
            // It is not interrupted, which would cost the connection that it may have.
            try {
                recoverer.join(TimeUnit.SECONDS.toMillis(1));
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
        forgetFinished(databases);
    }
}
