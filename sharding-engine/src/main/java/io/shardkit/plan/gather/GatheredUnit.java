package io.shardkit.plan.gather;

import java.util.Map;

/**
 * An actual table that is written.
 *
 * @param tables the names of those that are read and written there, by the numbers of their uses in the user's text
 */
public record GatheredUnit(int dataSource, int unit, Map<Integer, String> tables) {
    public GatheredUnit {
        tables = Map.copyOf(tables);
    }
}
