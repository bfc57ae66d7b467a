package io.shardkit.options;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The settings of statistics of statements. Immutable.
 *
 * @param shapes the number of statements, without their values, that are counted apart; 10 to 10,000
 * @param interval the time after which they are shared with the other instances; a second to an hour
 * @param table the name of the table, beside those of the rule store, in which instances share them
 */
@API(status = API.Status.EXPERIMENTAL)
public record StatisticsSettings(int shapes, Duration interval, String table) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int FEWEST = 10;
    private static final int MOST = 10_000;

    /** The usual name of the table. */
    public static final String TABLE = "sharding_statement";

    /** 1,000 statements, and a minute. */
    public static final StatisticsSettings DEFAULTS = new StatisticsSettings(1_000, Duration.ofMinutes(1), TABLE);

    /** Checks the bounds. */
    public StatisticsSettings {
        if (shapes < FEWEST || shapes > MOST) {
            throw invalid("shapes", shapes + " is not between 10 and 10000");
        }
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw invalid("interval", interval + " is not between a second and an hour");
        }
        RuleStore.check(table, "sharding.statements.table");
    }

    private static ShardingConfigurationException invalid(String setting, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, "sharding.statements." + setting, why);
    }
}
