package io.shardkit.options;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The settings of counts of the traffic by sharding value, unit and statement. Immutable.
 *
 * @param interval the time after which counts weigh half, and are shared with the other instances; a second to an hour
 * @param keys the number of sharding values that are counted for each group of bound tables, and of statements; 10 to
 *     10,000
 * @param sample of how many executions one is counted; 1 to 10,000
 * @param hashValues whether sharding values leave this instance, and are shown, as hashes only
 * @param table the name of the table, beside those of the rule store, in which instances share their counts
 */
@API(status = API.Status.EXPERIMENTAL)
public record HeatSettings(Duration interval, int keys, int sample, boolean hashValues, String table) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int FEWEST_KEYS = 10;
    private static final int MOST = 10_000;

    /** The usual name of the table. */
    public static final String TABLE = "sharding_heat";

    /** A minute, 200 values, and one of 128 executions. */
    public static final HeatSettings DEFAULTS = new HeatSettings(Duration.ofMinutes(1), 200, 128, false, TABLE);

    /** Checks the bounds. */
    public HeatSettings {
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw invalid("interval", interval + " is not between a second and an hour");
        }
        if (keys < FEWEST_KEYS || keys > MOST) {
            throw invalid("keys", keys + " is not between 10 and 10000");
        }
        if (sample < 1 || sample > MOST) {
            throw invalid("sample", sample + " is not between 1 and 10000");
        }
        RuleStore.check(table, "sharding.heat.table");
    }

    private static ShardingConfigurationException invalid(String setting, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, "sharding.heat." + setting, why);
    }
}
