package io.shardkit.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;

/** The plans of one rule set by SQL text; bounded, thread-safe. A refusal is a plan too and is kept like one. */
public final class PlanCache {
    private final Cache<String, Plan> plans;
    private final Function<String, Plan> planner;

    /**
     * @param maximumSize how many plans are kept
     * @param planner makes the plan of a text that is not kept
     */
    public PlanCache(int maximumSize, Function<String, Plan> planner) {
        this.plans = Caffeine.newBuilder().maximumSize(maximumSize).build();
        this.planner = planner;
    }

    /** The plan of a text; nothing is parsed if it was asked for before. */
    public Plan get(String sql) {
        Plan plan = plans.getIfPresent(sql);
        if (plan != null) {
            return plan;
        }
        Plan made = planner.apply(sql);
        plans.put(sql, made);
        return made;
    }

    /** Forgets all plans, as after a change of the tables. */
    public void clear() {
        plans.invalidateAll();
    }
}
