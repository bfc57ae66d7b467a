package io.shardkit.boot.metrics;

import io.micrometer.core.instrument.Meter;
import java.util.List;

/** The metrics, by name; docs/metrics.md is made of them. */
enum ShardingMetric {
    QUERY(
            "sharding.query",
            Meter.Type.TIMER,
            "Statements and batches, from the call of the application to the first answer",
            MetricKey.OPERATION,
            MetricKey.WAY,
            MetricKey.ERROR_TYPE),
    QUERY_UNITS(
            "sharding.query.units",
            Meter.Type.DISTRIBUTION_SUMMARY,
            "How many units a statement went to, of those that went to several",
            MetricKey.OPERATION,
            MetricKey.WAY),
    SHARD_CALL(
            "sharding.shard.call",
            Meter.Type.TIMER,
            "Calls to one data source, from sending to its first answer",
            MetricKey.DATA_SOURCE,
            MetricKey.SUCCESS),
    MERGE_ROWS(
            "sharding.merge.rows",
            Meter.Type.DISTRIBUTION_SUMMARY,
            "Rows that the application read of a merged answer"),
    GATHER("sharding.gather", Meter.Type.TIMER, "Copying of rows to one place", MetricKey.DATA_SOURCE),
    GATHER_ROWS(
            "sharding.gather.rows",
            Meter.Type.DISTRIBUTION_SUMMARY,
            "Rows that were copied to one place",
            MetricKey.DATA_SOURCE),
    REFUSALS("sharding.refusals", Meter.Type.COUNTER, "Statements that Shardkit refused", MetricKey.REFUSAL),
    PLAN("sharding.plan", Meter.Type.TIMER, "Planning of SQL that had no plan", MetricKey.OPERATION),
    PLAN_REQUESTS(
            "sharding.plan.cache.requests",
            Meter.Type.COUNTER,
            "How often the plan of a text was asked for",
            MetricKey.PLAN_RESULT),
    PLAN_CACHE_SIZE("sharding.plan.cache.size", Meter.Type.GAUGE, "Plans in the cache, of SQL and of shapes"),
    COMMIT(
            "sharding.commit",
            Meter.Type.TIMER,
            "Commits of transactions; of a statement that databases commit by themselves in autocommit, its time",
            MetricKey.COMMIT_MODE,
            MetricKey.COMMIT_OUTCOME),
    IN_DOUBT(
            "sharding.transactions.in.doubt",
            Meter.Type.GAUGE,
            "Parts of atomic transactions that are prepared and have no end yet"),
    LEASE_REMAINING(
            "sharding.lease.remaining",
            Meter.Type.GAUGE,
            "Seconds until a key generator has no leased worker id any more unless it renews it; 0 if it has none",
            MetricKey.KEY_GENERATOR),
    REACHABLE(
            "sharding.data.source.reachable",
            Meter.Type.GAUGE,
            "1, or 0 if the data source cannot be reached, as far as the last connection told",
            MetricKey.DATA_SOURCE),
    REPLICA_READS(
            "sharding.replica.reads",
            Meter.Type.COUNTER,
            "Reads that a replica got",
            MetricKey.DATA_SOURCE,
            MetricKey.REPLICA),
    RULE_EPOCH(
            "sharding.rule.epoch",
            Meter.Type.GAUGE,
            "The epoch of the rule by which this instance runs; 0 if no rule is stored"),
    RULE_MEMBERS(
            "sharding.rule.members",
            Meter.Type.GAUGE,
            "Instances that keep to the stored rule, as this one saw them last",
            MetricKey.MEMBER_STATE),
    MOVES("sharding.moves", Meter.Type.GAUGE, "Moves that this instance works on", MetricKey.MOVE_PHASE),
    MOVE_ROWS("sharding.move.rows", Meter.Type.COUNTER, "Rows that this instance copied to the targets of moves"),
    MOVE_JOURNAL(
            "sharding.move.journal",
            Meter.Type.GAUGE,
            "Changes that are to be copied again, of the moves that this instance works on"),
    MOVE_LAG("sharding.move.lag", Meter.Type.GAUGE, "Seconds since the oldest of these changes was made"),
    MOVE_PAUSE(
            "sharding.move.pause",
            Meter.Type.TIMER,
            "Time for which this instance's attempts to switch a move held new transactions on its tables",
            MetricKey.MOVE_OUTCOME),
    HEAT_KEY_SHARE(
            "sharding.heat.key.share",
            Meter.Type.GAUGE,
            "Part of the executions on a table that name its most frequent sharding value at least, 0 to 1",
            MetricKey.TABLE),
    HEAT_UNIT_SHARE(
            "sharding.heat.unit.share",
            Meter.Type.GAUGE,
            "Part of the calls on a table that go to the unit with the most, 0 to 1",
            MetricKey.TABLE),
    HEAT_SKEW(
            "sharding.heat.skew",
            Meter.Type.GAUGE,
            "Calls to the unit with the most, as a multiple of the mean of the table's units; 0 without traffic",
            MetricKey.TABLE),
    STATEMENT(
            "sharding.statement",
            Meter.Type.TIMER,
            "Executions of statements, and their time, by operations and tables; needs `sharding.statements.enabled`",
            MetricKey.SUMMARY),
    STATEMENT_ROWS(
            "sharding.statement.rows",
            Meter.Type.COUNTER,
            "Rows that the application read of such statements, or that they wrote",
            MetricKey.SUMMARY),
    STATEMENT_ERRORS(
            "sharding.statement.errors",
            Meter.Type.COUNTER,
            "Executions of such statements that failed or were refused",
            MetricKey.SUMMARY);

    private final String meterName;
    private final Meter.Type type;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<MetricKey> keys;

    ShardingMetric(String meterName, Meter.Type type, String description, MetricKey... keys) {
        this.meterName = meterName;
        this.type = type;
        this.description = description;
        this.keys = List.of(keys);
    }

    String meterName() {
        return meterName;
    }

    Meter.Type type() {
        return type;
    }

    /** One sentence without a full stop. */
    String description() {
        return description;
    }

    /** In the order in which their values are given. */
    List<MetricKey> keys() {
        return keys;
    }
}
