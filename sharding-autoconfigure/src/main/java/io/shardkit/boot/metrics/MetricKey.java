package io.shardkit.boot.metrics;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Tag;

/** The keys of the metrics. Each has few values: none of them is of the application's data. */
enum MetricKey {
    OPERATION(
            "sharding.operation",
            "what the statement does: `query`, `locking_query`, `insert`, `update`, `delete`, `ddl`, `set`,"
                    + " `transaction` or `other`"),
    WAY("sharding.way", "how it ran: `one_unit`, `scatter`, `gather`, `batch`, or `none` if no database ran it"),
    ERROR_TYPE(
            "error.type",
            "`none`, the [code](error-codes.md) of a refusal, else the SQLSTATE of the database or the name of the"
                    + " exception's class"),
    REFUSAL("sharding.refusal", "the [code](error-codes.md), such as `SK-2041`"),
    DATA_SOURCE("sharding.data.source", "the name of a data source; of a gather, of the place"),
    REPLICA("sharding.replica", "the name of a replica"),
    KEY_GENERATOR("sharding.key.generator", "the name of a key generator with `worker-id: lease`"),
    SUCCESS("sharding.outcome", "`success` or `failure`"),
    PLAN_RESULT("sharding.plan.result", "`hit` if the plan of the text or of its shape was kept, else `miss`"),
    COMMIT_MODE(
            "sharding.commit.mode",
            "how: `autocommit` of a statement that databases commit by themselves, `best_effort`, `one_writer` or `atomic`"),
    COMMIT_OUTCOME(
            "sharding.commit.outcome", "`committed`, `failed` (nowhere), `partly` (not everywhere), or `unknown`"),
    MEMBER_STATE(
            "sharding.member.state",
            "`running`, `armed` or `paused` while the rule changes, `draining` while transactions go on with a data source that"
                    + " has left it, or `outdated` if it cannot take the newest rule"),
    MOVE_PHASE(
            "sharding.move.phase",
            "`preparing`, `copying`, `following`, `verifying`, `ready`, `altering`, `switching`, `switched`, `halted`"
                    + " or `failed`"),
    MOVE_OUTCOME("sharding.move.outcome", "`switched`, or `undone` if the tables stayed where they were"),
    TABLE("sharding.table", "the first table of a group of bound tables"),
    SUMMARY(
            "db.query.summary",
            "operations and tables, such as `SELECT t_order`: of the first hundred; `(others)` of those that came later");

    /** Keys that only spans have, as their values may be any number. */
    static final String UNITS = "sharding.units";

    static final String PLANNED = "sharding.planned";

    private final String key;
    private final String meaning;

    MetricKey(String key, String meaning) {
        this.key = key;
        this.meaning = meaning;
    }

    String key() {
        return key;
    }

    String meaning() {
        return meaning;
    }

    Tag tag(String value) {
        return Tag.of(key, value);
    }

    KeyValue keyValue(String value) {
        return KeyValue.of(key, value);
    }
}
