package io.shardkit.jdbc;

import io.shardkit.catalog.GrowingTables;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.Databases;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.write.StoredEpoch;
import io.shardkit.heat.Heat;
import io.shardkit.membership.RuleFollower;
import io.shardkit.options.ShardingOptions;
import io.shardkit.planner.CountedPlanning;
import io.shardkit.planner.HeatPlanning;
import io.shardkit.planner.ObservedPlanning;
import io.shardkit.planner.PlanCache;
import io.shardkit.replica.Replicas;
import io.shardkit.rule.ShardMap;
import io.shardkit.statistics.StatementStatistics;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules by which statements run: the one of the moment, and earlier ones as long as transactions go on by them. Another
 * rule is made ready while statements run, and then taken at once. Thread-safe.
 */
final class RulesInUse {
    private static final Logger LOG = LoggerFactory.getLogger(RulesInUse.class);

    private final DataSourcesInUse sources;
    private final ShardingOptions options;
    private final Planning planning;

    /** The counts of the traffic; null if nothing is counted. */
    private final @Nullable Heat heat;

    /** Counts statements; null if they are not counted. */
    private final @Nullable StatementStatistics statistics;

    /** The plan caches of all rules in use: a transaction may go on under an earlier rule. */
    private final Set<PlanCache> caches = Collections.newSetFromMap(new WeakHashMap<>());

    private final CurrentDatabase current;

    /** The actual tables that are there, if tables of the rule may be created later. */
    private volatile @Nullable GrowingTables growing;

    /** Makes what plans by a rule. */
    @FunctionalInterface
    interface Planning {
        PlanCache.Source by(ShardMap rule, Shards shards);
    }

    private RulesInUse(
            DataSourcesInUse sources, Shards shards, ShardMap rule, ShardingOptions options, Planning planning) {
        this.sources = sources;
        this.options = options;
        this.planning = planning;
        this.statistics = options.statistics() == null
                ? null
                : new StatementStatistics(
                        options.statistics(), shards.databases().dialect());
        this.heat = options.heat() == null ? null : new Heat(options.heat());
        this.current = new CurrentDatabase(logical(rule, rule, shards));
    }

    /** Begins with a rule. */
    static RulesInUse start(
            DataSourcesInUse sources,
            ShardMap rule,
            @Nullable StoredEpoch stored,
            ShardingOptions options,
            Planning planning)
            throws SQLException {
        Shards shards = sources.prepare(rule);
        sources.take(shards);
        sources.withdraw();
        RulesInUse rules = new RulesInUse(sources, shards, rule, options, planning);
        if (rule.grows()) {
            // From now on statements are planned by the tables of the rule that are there.
            rules.prepare(rule, false).take(stored);
        } else if (stored != null) {
            rules.stored(stored);
        }
        return rules;
    }

    /** Returns the counts of the traffic; null if nothing is counted. */
    @Nullable Heat heat() {
        return heat;
    }

    /** Returns what counts statements; null if they are not counted. */
    @Nullable StatementStatistics statistics() {
        return statistics;
    }

    /** The databases by the rule of the moment. */
    CurrentDatabase current() {
        return current;
    }

    /**
     * Opens the data sources that a rule needs, which may be to come.
     *
     * @throws ShardingConfigurationException if this instance lacks one, or cannot use it
     */
    void announce(ShardMap rule) throws SQLException {
        sources.prepare(rule);
    }

    /** Gives up what was opened or made ready for rules to come. */
    void withdraw() {
        sources.withdraw();
    }

    /** Returns true while transactions go on with data sources that have left the rule. */
    boolean isDraining() {
        return sources.isDraining();
    }

    /**
     * Makes ready what a rule needs.
     *
     * @param warm whether what was planned before is planned by it
     * @return takes it
     */
    RuleFollower.Taking prepare(ShardMap rule, boolean warm) throws SQLException {
        Shards shards = sources.prepare(rule);
        Databases databases = shards.databases();
        GrowingTables tables = rule.grows()
                ? new GrowingTables(rule, databases, databases.dialect(), grown -> grown(rule, grown, shards))
                : null;
        ShardMap there = tables == null ? rule : tables.start();
        LogicalDatabase logical = logical(rule, there, shards);
        if (warm) {
            warm(logical.plans(), current.get().plans());
        }
        return stored -> take(logical.by(stored), tables, shards);
    }

    /** The rule of the moment is stored by now. */
    synchronized void stored(@Nullable StoredEpoch stored) {
        current.set(current.get().by(stored));
    }

    /** Plans what was planned before; a statement whose tables are still to come is planned when it is wanted. */
    private static void warm(PlanCache next, PlanCache before) {
        for (String shape : before.shapes()) {
            try {
                next.warmShape(shape);
            } catch (SQLException unplanned) {
                LOG.debug("A shape was not planned by the next rule", unplanned);
            }
        }
        for (String sql : before.statements()) {
            try {
                next.warm(sql);
            } catch (SQLException unplanned) {
                LOG.debug("A statement was not planned by the next rule", unplanned);
            }
        }
    }

    private synchronized void take(LogicalDatabase logical, @Nullable GrowingTables tables, Shards shards) {
        growing = tables;
        tablesMayBeElsewhere(shards);
        current.set(logical);
        sources.take(shards);
    }

    /** By the time that a statement is planned by the other rule, it has no answer of a replica that lacks its tables. */
    private static void tablesMayBeElsewhere(Shards shards) {
        Replicas replicas = shards.databases().replicas();
        if (replicas != null) {
            replicas.tablesChanged();
        }
    }

    /** Other tables of a rule are there now, which need not be the rule of the moment any longer. */
    @SuppressWarnings("ReferenceEquality") // each rule is an object
    private synchronized void grown(ShardMap declared, ShardMap there, Shards shards) {
        if (current.get().declared() == declared) {
            tablesMayBeElsewhere(shards);
            current.set(logical(declared, there, shards).by(current.get().stored()));
        }
    }

    private LogicalDatabase logical(ShardMap declared, ShardMap rule, Shards shards) {
        PlanCache.Source source = planning.by(rule, shards);
        if (heat != null) {
            source = new HeatPlanning(source, shards.databases().dialect(), heat.of(rule));
        }
        source = CountedPlanning.of(source, statistics);
        PlanCache plans = new PlanCache(
                options.planCacheSize(), options.planCacheWeight(), ObservedPlanning.of(source, options.listener()));
        synchronized (caches) {
            caches.add(plans);
        }
        return new LogicalDatabase(
                shards.databases(),
                shards.protocols(),
                declared,
                rule,
                plans,
                this::tablesChanged,
                shards.runner(rule),
                shards.product(),
                statistics);
    }

    private void tablesChanged() {
        List<PlanCache> all;
        synchronized (caches) {
            all = List.copyOf(caches);
        }
        all.forEach(PlanCache::clear);
        GrowingTables tables = growing;
        if (tables != null) {
            tables.expire();
        }
    }
}
