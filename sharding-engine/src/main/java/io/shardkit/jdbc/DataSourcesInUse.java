package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.Databases;
import io.shardkit.execute.atomic.AtomicProtocol;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.watch.HelperThreads;
import io.shardkit.execute.xa.XaSource;
import io.shardkit.replica.Replicas;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data sources of the rules in use. What another rule needs beyond those that the instance was given is opened by its
 * provider, and closed once no rule has it, no connection of it is in use, and nothing is in doubt there. Thread-safe.
 */
final class DataSourcesInUse implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataSourcesInUse.class);

    /** The time between two looks at data sources that no rule has: at first, and at most. */
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final Map<String, DataSource> given;
    private final @Nullable DataSourceProvider provider;

    /** The pools that the provider has opened and that are not closed. */
    private final Map<String, DataSource> opened = new HashMap<>();

    /** The data sources of rules, of earlier ones too as long as something of them is in use. */
    private final Map<String, Use> used = new LinkedHashMap<>();

    /** A transaction manager knows each by one object. */
    private final Map<String, XaSource> resources = new LinkedHashMap<>();

    /** The data sources of rules that are to come. */
    private final Set<String> announced = new HashSet<>();

    private volatile Shards current;
    private volatile Others others = () -> false;
    private volatile boolean managed;

    /** True while something of this instance uses a data source that the rule has no more. */
    private volatile boolean draining;

    private boolean looking;
    private volatile boolean closed;

    /** The other instances that keep to the rule. */
    @FunctionalInterface
    interface Others {
        /** Returns true if one may still use a data source that the newest rule lacks, and leave something prepared there. */
        boolean areBehind() throws SQLException;
    }

    /** A data source, and the databases by which it was used last. */
    private record Use(DataSource pool, Databases databases) {
        int number(String name) {
            return databases.names().indexOf(name);
        }
    }

    /**
     * @param given the pools that are the caller's
     * @param provider opens others; null if there are none
     * @param start the data sources of the first rule
     */
    DataSourcesInUse(Map<String, DataSource> given, @Nullable DataSourceProvider provider, Shards start) {
        this.given = Map.copyOf(given);
        this.provider = provider;
        this.current = start;
        use(start.databases());
    }

    /** Keeps data sources that leave the rule until no instance uses them. */
    void awaits(Others instances) {
        others = instances;
    }

    /**
     * Has the data sources take part in the transactions of a transaction manager.
     *
     * @throws ShardingConfigurationException if one cannot commit in two phases
     */
    synchronized void manage() throws SQLException {
        current.checkTwoPhase();
        managed = true;
    }

    /** Returns true while transactions of this instance go on with data sources that have left the rule. */
    boolean isDraining() {
        return draining;
    }

    /** The data sources of the rule of the moment. */
    Shards current() {
        return current;
    }

    private void use(Databases databases) {
        for (int i = 0; i < databases.size(); i++) {
            used.put(databases.names().get(i), new Use(databases.dataSources().get(i), databases));
        }
    }

    /**
     * Opens the data sources of a rule, to be {@link #take taken} or {@link #withdraw withdrawn}.
     *
     * @throws ShardingConfigurationException if this instance lacks one, or cannot use it beside the others
     */
    synchronized Shards prepare(ShardMap rule) throws SQLException {
        Shards now = current;
        if (rule.dataSources().equals(now.databases().names())) {
            return now;
        }
        if (closed) {
            throw new SQLException(ErrorCode.CLOSED.message("data source"));
        }
        Set<String> more = new HashSet<>();
        try {
            Map<String, DataSource> pools = pools(rule, more);
            Shards next = now.over(rule, pools);
            if (managed) {
                next.checkTwoPhase();
            }
            for (int i = 0; i < pools.size(); i++) {
                String name = next.databases().names().get(i);
                if (!now.databases().names().contains(name)) {
                    used.put(name, new Use(next.databases().dataSources().get(i), next.databases()));
                }
            }
            announced.addAll(rule.dataSources());
            return next;
        } catch (SQLException | RuntimeException failure) {
            more.forEach(this::close);
            throw failure;
        }
    }

    /**
     * Returns the pool of a data source, which may be one that no rule has yet: it stays open from then on.
     *
     * @throws ShardingConfigurationException if this instance lacks it
     */
    synchronized DataSource pool(String name) {
        Use use = used.get(name);
        DataSource pool = use != null ? use.pool() : given.get(name);
        if (pool == null) {
            pool = opened.computeIfAbsent(name, this::open);
        }
        return pool;
    }

    /** Returns a replica of a data source that lags, in words; an empty text if none is known to. */
    String lagging(String name) {
        Replicas replicas = current.databases().replicas();
        return replicas == null ? "" : replicas.lagging(name);
    }

    /** The pools of a rule, of which those are opened that are not open. */
    private Map<String, DataSource> pools(ShardMap rule, Set<String> more) {
        Map<String, DataSource> pools = new LinkedHashMap<>();
        for (String name : rule.dataSources()) {
            DataSource pool = given.containsKey(name) ? given.get(name) : opened.get(name);
            if (pool == null) {
                pool = open(name);
                opened.put(name, pool);
                more.add(name);
            }
            pools.put(name, pool);
        }
        return pools;
    }

    private DataSource open(String name) {
        DataSource pool = provider == null ? null : provider.open(name);
        if (pool == null) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "sharding.data-sources",
                    "this instance lacks data source " + name + " of the rule, and has "
                            + current.databases().names());
        }
        LOG.info("Data source {} is opened, as the next rule has it", name);
        return pool;
    }

    /** From now on statements that begin use these. */
    synchronized void take(Shards next) {
        current = next;
        use(next.databases());
        // The rule after this one may lack them, and be taken before it is said that none is to come.
        next.databases().names().forEach(announced::remove);
        draining = isAnyUsed();
        retireUnused();
    }

    /** Gives up what was opened for rules that were not taken; no rule is to come. */
    synchronized void withdraw() {
        announced.clear();
        retireUnused();
    }

    private void retireUnused() {
        if (!looking && !unused().isEmpty()) {
            looking = true;
            try {
                HelperThreads.helpers().execute(this::retire);
            } catch (RejectedExecutionException ends) {
                looking = false;
            }
        }
    }

    private List<String> unused() {
        List<String> unused = new ArrayList<>(used.keySet());
        unused.removeAll(current.databases().names());
        unused.removeAll(announced);
        return unused;
    }

    /** Looks at the data sources that no rule has until nothing uses them. */
    private void retire() {
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            // The others may not have heard of data sources that leave the rule from here on.
            List<String> leaving = leaving();
            boolean alone = areOthersAhead();
            synchronized (this) {
                leaving.retainAll(unused());
                if (alone) {
                    leaving.forEach(this::retire);
                }
                draining = isAnyUsed();
                if (closed || unused().isEmpty()) {
                    looking = false;
                    return;
                }
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(LONGEST_PAUSE_NANOS, pause + pause / 4);
        }
    }

    private synchronized List<String> leaving() {
        draining = isAnyUsed();
        return unused();
    }

    private boolean isAnyUsed() {
        return unused().stream().anyMatch(name -> !isLeft(name));
    }

    /** Returns true if nothing of this instance uses a data source, nor will. */
    private boolean isLeft(String name) {
        Use use = used.get(name);
        return use == null || use.databases().retire(use.number(name));
    }

    /** Returns true if no other instance will prepare anything where the rule does not lead any more. */
    private boolean areOthersAhead() {
        try {
            boolean nothingIsPrepared = !managed && current.atomic() == null;
            return nothingIsPrepared || !others.areBehind();
        } catch (SQLException | RuntimeException unanswered) {
            LOG.debug("It is not known which rules the other instances have", unanswered);
            return false;
        }
    }

    private void retire(String name) {
        Use use = used.get(name);
        AtomicProtocol atomic = current.atomic();
        try {
            if (use == null || !isLeft(name)) {
                return;
            }
            if (atomic != null && atomic.covers(name, use.pool())) {
                atomic.leave(name, use.pool());
                return;
            }
            if (managed && !resource(use.databases(), use.number(name)).isEmpty()) {
                return;
            }
        } catch (SQLException | RuntimeException unanswered) {
            LOG.debug("It is not known if something is in doubt on {}", name, unanswered);
            return;
        }
        used.remove(name);
        Replicas replicas = current.databases().replicas();
        if (replicas != null) {
            replicas.leave(name);
        }
        synchronized (resources) {
            resources.remove(name);
        }
        if (opened.containsKey(name)) {
            LOG.info("Data source {} is closed, as no rule has it any more", name);
            close(name);
        }
    }

    private void close(String name) {
        DataSource pool = opened.remove(name);
        if (pool == null || provider == null) {
            return;
        }
        try {
            provider.close(name, pool);
        } catch (Exception failure) {
            LOG.warn("Data source {} could not be closed", name, failure);
        }
    }

    /** The resources of databases for a transaction manager, in their order. */
    List<XaSource> resources(Databases databases) {
        List<XaSource> all = new ArrayList<>(databases.size());
        for (int i = 0; i < databases.size(); i++) {
            all.add(resource(databases, i));
        }
        return all;
    }

    private XaSource resource(Databases databases, int number) {
        synchronized (resources) {
            return resources.computeIfAbsent(databases.names().get(number), name -> XaSource.of(databases, number));
        }
    }

    /** The resources of all data sources that may have something in doubt. */
    List<XaSource> resources() {
        resources(current.databases());
        synchronized (resources) {
            return List.copyOf(resources.values());
        }
    }

    /** Ends what looks at the data sources, and closes the pools that the provider has opened. */
    @Override
    public void close() {
        closed = true;
        close(current);
        synchronized (this) {
            List.copyOf(opened.keySet()).forEach(this::close);
        }
    }

    private static void close(Shards shards) {
        AtomicProtocol atomic = shards.atomic();
        if (atomic != null) {
            atomic.close();
        }
        Replicas replicas = shards.databases().replicas();
        if (replicas != null) {
            replicas.close();
        }
    }
}
