package io.shardkit.options;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the tables by which all instances of an application keep to one rule. Immutable.
 *
 * @param mode whether the tables are used
 * @param dataSource the data source that has them, by name; null for the default one of the rule
 * @param ruleTable the name of the table of rules, with or without a schema
 * @param memberTable the name of the table of instances, with or without a schema
 * @param create whether the tables are created where they are missing
 * @param poll how often an instance looks for a newer rule, and tells that it lives; 100 ms to an hour
 * @param pause how long new transactions on tables that change are held at most while the rule is switched; up to a minute
 * @param accept the hash of the configured rule, if it replaces a stored one that places rows elsewhere; null for none
 * @param instance the name of this instance in messages; null for its host and process
 */
public record RuleStore(
        Mode mode,
        @Nullable String dataSource,
        String ruleTable,
        String memberTable,
        boolean create,
        Duration poll,
        Duration pause,
        @Nullable String accept,
        @Nullable String instance) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)?");
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofHours(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** The usual name of the table of rules. */
    public static final String RULES = "sharding_rule";

    /** The usual name of the table of instances. */
    public static final String MEMBERS = "sharding_member";

    /** Uses no tables: it is up to the operator that all instances have the same rule. */
    public static final RuleStore OFF = of(Mode.OFF);

    /** The tables are used where they can be made. */
    public static final RuleStore DEFAULTS = of(Mode.AUTO);

    /** The use of the tables. */
    public enum Mode {
        /** Not used. */
        OFF,
        /** Used if they are there or can be made; else a warning says which rights are missing. */
        AUTO,
        /** Used; the start fails without them. */
        REQUIRED
    }

    /** Checks names and times. */
    public RuleStore {
        check(ruleTable, "sharding.rule-store.rule-table");
        check(memberTable, "sharding.rule-store.member-table");
        if (poll.compareTo(LEAST) < 0 || poll.compareTo(MOST) > 0) {
            throw invalid("poll", poll + " is not between 100 ms and an hour");
        }
        if (pause.isNegative() || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw invalid("pause", pause + " is not between 0 and a minute");
        }
    }

    /** Throws if a name is not one of a table that needs no quotes. */
    static void check(String name, String property) {
        if (!NAME.matcher(name).matches()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    "'" + name + "' is not a plain name, with or without a schema");
        }
    }

    private static ShardingConfigurationException invalid(String setting, String why) {
        return new ShardingConfigurationException(ErrorCode.INVALID_SETTING, "sharding.rule-store." + setting, why);
    }

    /** The usual tables. */
    public static RuleStore of(Mode mode) {
        return new RuleStore(
                mode, null, RULES, MEMBERS, true, Duration.ofSeconds(5), Duration.ofSeconds(2), null, null);
    }

    /** The same with another time between two looks. */
    public RuleStore every(Duration time) {
        return new RuleStore(mode, dataSource, ruleTable, memberTable, create, time, pause, accept, instance);
    }

    /** The same by another name of the instance. */
    public RuleStore named(String name) {
        return new RuleStore(mode, dataSource, ruleTable, memberTable, create, poll, pause, accept, name);
    }

    /** The same, which replaces a stored rule by the configured one of this hash. */
    public RuleStore accepting(String hash) {
        return new RuleStore(mode, dataSource, ruleTable, memberTable, create, poll, pause, hash, instance);
    }
}
