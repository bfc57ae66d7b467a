package io.shardkit.planner;

import io.shardkit.catalog.LentConnections;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.observe.Advice;
import io.shardkit.observe.StatementForecast;
import io.shardkit.options.ShardingOptions;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.ShardCall;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.shape.NormalizedSql;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The plans of one rule set by SQL text, each beside what its executions learned; bounded by their number and by the bytes
 * that they occupy, thread-safe. A text that is new gets the plan of its shape if another one had that before. A refusal is
 * a plan too and is kept like one.
 */
public final class PlanCache {

    /** Makes the plan of a text. */
    @FunctionalInterface
    public interface Source {
        /**
         * @throws SQLException if there can be no plan at the moment; nothing is kept then
         */
        Plan plan(String sql) throws SQLException;

        /** As {@link PlanCache#ofLookup}. */
        default Plan ofLookup(String sql) throws SQLException {
            return plan(sql);
        }

        /** As {@link PlanCache#advice}. */
        default List<Advice> advice(String sql, PastExecution run) throws SQLException {
            return List.of();
        }

        /** As {@link PlanCache#forecast}. */
        default @Nullable StatementForecast forecast(String sql, ShardMap other) throws SQLException {
            return null;
        }

        /** As {@link PlanCache#describe}. */
        default @Nullable ShardCall describe(String sql) throws SQLException {
            return null;
        }

        /** The shape of a text, or null if it is to be planned by itself. */
        default @Nullable NormalizedSql shape(String sql) {
            return null;
        }

        /** As {@link PlanCache#isQualified}. */
        default boolean isQualified(String sql) throws SQLException {
            return false;
        }

        /** The same, which learns of tables on open connections where there are some. */
        default Source on(OpenConnections open) {
            return this;
        }

        /** The same, which knows nothing of tables but what it reads on open connections where there are some. */
        default Source fresh(OpenConnections open) {
            return on(open);
        }

        /** Forgets what is known of the tables. */
        default void forget() {}
    }

    private static final AtomicLong EPOCHS = new AtomicLong();

    /** A power of two. */
    private static final int SEEN = 1024;

    /** A plan that weighs more than this part of all is not kept: it would put out too many others. */
    private static final int SMALLEST_NUMBER = 8;

    private final long heaviest;
    private final WeightedCache<String, Plan> plans;
    private final WeightedCache<String, Plan> plansOfShapes;
    private final Source source;

    /** The hashes of recent statements, each in a place that it shares with others; read and written without order. */
    private final int[] seen = new int[SEEN];

    private volatile long epoch = EPOCHS.incrementAndGet();

    /**
     * @param maximumSize how many plans are kept
     * @param source makes the plan of a text that is not kept
     */
    public PlanCache(int maximumSize, Source source) {
        this(maximumSize, ShardingOptions.builder().build().planCacheWeight(), source);
    }

    /**
     * @param maximumSize how many plans are kept
     * @param maximumWeight how many bytes they may occupy, as {@link PlanWeight} estimates them
     * @param source makes the plan of a text that is not kept
     */
    public PlanCache(int maximumSize, long maximumWeight, Source source) {
        // Half of the weight for statements, half for shapes.
        long weight = Math.max(maximumSize, maximumWeight / 2);
        this.heaviest = Math.max(weight / SMALLEST_NUMBER, weight / maximumSize);
        this.plans = cache(maximumSize, weight);
        this.plansOfShapes = cache(maximumSize, weight);
        this.source = source;
    }

    /** A plan weighs so much at least that no more than the maximum fit. */
    private static WeightedCache<String, Plan> cache(int maximumSize, long maximumWeight) {
        long least = maximumWeight / maximumSize;
        return new WeightedCache<>(maximumWeight, (sql, plan) -> Math.max(least, PlanWeight.of(sql, plan.statement())));
    }

    /**
     * The plan of a text; nothing is parsed if it was asked for before.
     *
     * @param open on what a new text's tables may be read
     */
    public Plan get(String sql, OpenConnections open) throws SQLException {
        Plan plan = plans.getIfPresent(sql);
        if (plan == null) {
            return first(sql, open);
        }
        boolean worn = plan.isOfShape() && ParameterizedPlan.isWorn(plan.learned());
        return worn ? own(sql, source) : plan;
    }

    /**
     * The plan of a text that writes a lookup table, which users may not; it is not kept.
     *
     * @throws SQLException if it is refused, or a database cannot be asked
     */
    public Plan ofLookup(String sql) throws SQLException {
        return source.ofLookup(sql);
    }

    /**
     * Returns changes that would have made an execution of a statement cheaper; the statement is planned for that, and
     * the plan is neither kept nor told to a listener.
     *
     * @throws SQLException if a database cannot be asked about a table
     */
    public List<Advice> advice(String sql, PastExecution run) throws SQLException {
        return source.advice(sql, run);
    }

    /**
     * Returns the way in which a statement would run under another rule of the same tables; null if it is the same way, or
     * that cannot be told.
     *
     * @throws SQLException if a database cannot be asked about a table
     */
    public @Nullable StatementForecast forecast(String sql, ShardMap other) throws SQLException {
        return source.forecast(sql, other);
    }

    /**
     * The plan of a text for tables that the transaction on these connections changed; it is not kept.
     *
     * @param open the connections of the transaction
     */
    public Plan uncommitted(String sql, OpenConnections open) throws SQLException {
        try (LentConnections lent = new LentConnections(open)) {
            return source.fresh(lent).plan(sql);
        }
    }

    /** Returns the number of plans kept, of statements and of shapes. */
    public int size() {
        return plans.size() + plansOfShapes.size();
    }

    /** Returns the estimated bytes of the kept plans. */
    long weight() {
        long[] weight = {0};
        plans.forEach((sql, plan) -> weight[0] += PlanWeight.of(sql, plan.statement()));
        plansOfShapes.forEach((sql, plan) -> weight[0] += PlanWeight.of(sql, plan.statement()));
        return weight[0];
    }

    /** The plan of a text that was not seen lately. */
    private Plan first(String sql, OpenConnections open) throws SQLException {
        long before = epoch;
        NormalizedSql shape = shape(sql);
        Plan known = shape == null ? null : plansOfShapes.getIfPresent(shape.text());
        if (shape != null && known != null && known.statement().refusal() == null) {
            return shaped(sql, shape, known, before);
        }
        try (LentConnections lent = new LentConnections(open)) {
            Source planner = source.on(lent);
            if (shape != null && known == null) {
                Plan made = kept(plansOfShapes, shape.text(), planner.plan(shape.text()), before);
                if (made.statement().refusal() == null) {
                    return shaped(sql, shape, made, before);
                }
            }
            return own(sql, planner);
        }
    }

    private @Nullable NormalizedSql shape(String sql) throws SQLException {
        try {
            return source.shape(sql);
        } catch (RuntimeException | StackOverflowError unexpected) {
            throw ShardingExceptions.unexpected(unexpected);
        }
    }

    private Plan shaped(String sql, NormalizedSql shape, Plan plan, long before) {
        Plan shaped = new Plan(new ParameterizedPlan(plan, shape, () -> own(sql, source)))
                .servedBy(plan.serving())
                .countedBy(plan.counter());
        if (plan.learned().takeFresh()) {
            shaped.learned().wasMade();
        }
        return wasSeen(sql) ? kept(plans, sql, shaped, before) : shaped;
    }

    /**
     * Returns true if a statement came before, not too many others ago; a plan of a statement that never comes again is
     * not worth keeping.
     */
    private boolean wasSeen(String sql) {
        int hash = sql.hashCode();
        int place = hash & (SEEN - 1);
        boolean same = seen[place] == hash;
        seen[place] = hash;
        return same;
    }

    /** The plan that is made from a text itself. */
    private Plan own(String sql, Source planner) throws SQLException {
        Plan known = plans.getIfPresent(sql);
        if (known != null && !known.isOfShape()) {
            return known;
        }
        long before = epoch;
        Plan made = planner.plan(sql);
        String explained = made.statement().explained();
        if (explained != null) {
            // Not kept, so that it tells of the latest executions.
            Plan run = plans.getIfPresent(explained);
            return run == null ? made : made.beside(run.learned());
        }
        return kept(plans, sql, made, before);
    }

    private Plan kept(WeightedCache<String, Plan> cache, String text, Plan made, long before) {
        Refusal refusal = made.statement().refusal();
        boolean ofThisThread = refusal != null && refusal.code() == ErrorCode.TOO_COMPLEX;
        if (ofThisThread || made.statement().isForOnce() || PlanWeight.of(text, made.statement()) > heaviest) {
            return made;
        }
        cache.put(text, made);
        if (epoch != before) {
            // The tables changed meanwhile: what was made may be of the old ones.
            cache.invalidate(text);
        }
        return made;
    }

    /**
     * Differs before and after each {@link #clear()}, and between any two caches: a plan of another epoch may be of
     * tables that were changed, or of another rule.
     */
    public long epoch() {
        return epoch;
    }

    /**
     * A call that is fit to be prepared, and not to be run, to learn of a text's columns and parameters; its parameters
     * are the user's as they stand. Null if no data source has all tables of the text.
     *
     * @throws SQLException a coded refusal if the text is not understood
     */
    public @Nullable ShardCall describe(String sql) throws SQLException {
        return source.describe(sql);
    }

    /**
     * Returns true if a statement names the schema of one of its tables, which its plan takes for the one of fresh
     * connections.
     *
     * @throws SQLException a coded refusal if the statement is not understood
     */
    public boolean isQualified(String sql) throws SQLException {
        return source.isQualified(sql);
    }

    /** Has statements that hold a plan ask for it again. */
    public void renew() {
        epoch = EPOCHS.incrementAndGet();
    }

    /** Returns the statements that have plans of their own here, to be planned by {@link #warm} of another cache. */
    public Set<String> statements() {
        Set<String> statements = new LinkedHashSet<>();
        plans.forEach((sql, plan) -> {
            if (!plan.isOfShape()) {
                statements.add(sql);
            }
        });
        return statements;
    }

    /** Returns the shapes of statements that have plans here, to be planned by {@link #warmShape} of another cache. */
    public Set<String> shapes() {
        Set<String> shapes = new LinkedHashSet<>();
        plansOfShapes.forEach((sql, plan) -> shapes.add(sql));
        return shapes;
    }

    /**
     * Plans a statement before it is wanted.
     *
     * @throws SQLException if it cannot be planned yet, as its tables are still to come
     */
    public void warm(String sql) throws SQLException {
        kept(plans, sql, source.plan(sql), epoch);
    }

    /**
     * As {@link #warm}, of a shape.
     *
     * @throws SQLException as {@link #warm} does
     */
    public void warmShape(String sql) throws SQLException {
        kept(plansOfShapes, sql, source.plan(sql), epoch);
    }

    /** Forgets all plans, and what they were made from, as after a change of the tables. */
    public void clear() {
        source.forget();
        // A plan made from facts known before is not kept, and a caller that gets one meanwhile has to ask again.
        epoch = EPOCHS.incrementAndGet();
        plans.invalidateAll();
        plansOfShapes.invalidateAll();
        epoch = EPOCHS.incrementAndGet();
    }
}
