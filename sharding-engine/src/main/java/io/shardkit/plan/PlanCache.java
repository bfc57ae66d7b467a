package io.shardkit.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The plans of one rule set by SQL text; bounded, thread-safe. A refusal is a plan too and is kept like one. */
public final class PlanCache {

    /** Makes the plan of a text. */
    @FunctionalInterface
    public interface Source {
        /**
         * @throws SQLException if there can be no plan at the moment; nothing is kept then
         */
        Plan plan(String sql) throws SQLException;

        /** As {@link PlanCache#describe}. */
        default @Nullable ShardCall describe(String sql) throws SQLException {
            return null;
        }

        /** Forgets what is known of the tables. */
        default void forget() {}
    }

    private final Cache<String, Plan> plans;
    private final Source source;
    private final AtomicLong epoch = new AtomicLong();

    /**
     * @param maximumSize how many plans are kept
     * @param source makes the plan of a text that is not kept
     */
    public PlanCache(int maximumSize, Source source) {
        this.plans = Caffeine.newBuilder().maximumSize(maximumSize).build();
        this.source = source;
    }

    /** The plan of a text; nothing is parsed if it was asked for before. */
    public Plan get(String sql) throws SQLException {
        Plan plan = plans.getIfPresent(sql);
        if (plan != null) {
            return plan;
        }
        long before = epoch.get();
        Plan made = source.plan(sql);
        plans.put(sql, made);
        if (epoch.get() != before) {
            // The tables changed meanwhile: what was made may be of the old ones.
            plans.invalidate(sql);
        }
        return made;
    }

    /** Differs before and after each {@link #clear()}: a plan of an earlier epoch may be of tables that were changed. */
    public long epoch() {
        return epoch.get();
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

    /** Forgets all plans, and what they were made from, as after a change of the tables. */
    public void clear() {
        source.forget();
        epoch.incrementAndGet();
        plans.invalidateAll();
    }
}
