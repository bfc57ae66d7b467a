package io.shardkit.jdbc;

import io.shardkit.catalog.GrowingTables;
import io.shardkit.execute.StartCheck;
import io.shardkit.execute.run.Shards;
import io.shardkit.execute.run.StatementRunner;
import io.shardkit.options.ShardingOptions;
import io.shardkit.planner.ObservedPlanning;
import io.shardkit.planner.PlanCache;
import io.shardkit.rule.ShardMap;
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

    private final Shards shards;
    private final ShardingOptions options;
    private final Planning planning;

    /** The plan caches of all rules in use: a transaction may go on under an earlier rule. */
    private final Set<PlanCache> caches = Collections.newSetFromMap(new WeakHashMap<>());

    private final CurrentDatabase current;

    /** The actual tables that are there, if tables of the rule may be created later. */
    private volatile @Nullable GrowingTables growing;

    /** Makes what plans by a rule. */
    @FunctionalInterface
    interface Planning {
        PlanCache.Source by(ShardMap rule, StartCheck.Facts facts);
    }

    private RulesInUse(Shards shards, ShardMap rule, ShardingOptions options, Planning planning) {
        this.shards = shards;
        this.options = options;
        this.planning = planning;
        this.current = new CurrentDatabase(logical(rule, rule, shards.runner(rule)));
    }

    /** Begins with a rule. */
    static RulesInUse start(Shards shards, ShardMap rule, ShardingOptions options, Planning planning)
            throws SQLException {
        RulesInUse rules = new RulesInUse(shards, rule, options, planning);
        if (rule.grows()) {
            // From now on statements are planned by the tables of the rule that are there.
            rules.prepare(rule, false).run();
        }
        return rules;
    }

    /** The databases by the rule of the moment. */
    CurrentDatabase current() {
        return current;
    }

    /**
     * Makes ready what a rule needs.
     *
     * @param warm whether what was planned before is planned by it
     * @return takes it
     */
    Runnable prepare(ShardMap rule, boolean warm) throws SQLException {
        GrowingTables tables = rule.grows()
                ? new GrowingTables(rule, shards.databases(), shards.databases().dialect(), grown -> grown(rule, grown))
                : null;
        ShardMap there = tables == null ? rule : tables.start();
        LogicalDatabase logical = logical(rule, there, shards.runner(there));
        if (warm) {
            warm(logical.plans(), current.get().plans());
        }
        return () -> take(logical, tables);
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

    private synchronized void take(LogicalDatabase logical, @Nullable GrowingTables tables) {
        growing = tables;
        current.set(logical);
    }

    /** Other tables of a rule are there now, which need not be the rule of the moment any longer. */
    @SuppressWarnings("ReferenceEquality") // each rule is an object
    private synchronized void grown(ShardMap declared, ShardMap there) {
        if (current.get().declared() == declared) {
            current.set(logical(declared, there, shards.runner(there)));
        }
    }

    private LogicalDatabase logical(ShardMap declared, ShardMap rule, StatementRunner runner) {
        PlanCache plans = new PlanCache(
                options.planCacheSize(),
                options.planCacheWeight(),
                ObservedPlanning.of(planning.by(rule, shards.facts()), options.listener()));
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
                runner,
                shards.product());
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
