package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.transaction.CommitGate;
import io.shardkit.membership.RuleFollower;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/** Takes the rules that are stored. */
final class RuleFollowing implements RuleFollower {
    private final RulesInUse rules;
    private final CommitGate gate;
    private final Consumer<ShardingConfigurationException> stopping;

    /**
     * @param gate of the commits over several data sources by all rules
     * @param stopping is told the difference because of which no statement may run any more
     */
    RuleFollowing(RulesInUse rules, CommitGate gate, Consumer<ShardingConfigurationException> stopping) {
        this.rules = rules;
        this.gate = gate;
        this.stopping = stopping;
    }

    @Override
    public void announce(ShardMap next) {
        try {
            rules.announce(next);
        } catch (SQLException failure) {
            throw notReady("data sources", failure);
        }
    }

    @Override
    public boolean isDraining() {
        return rules.isDraining();
    }

    @Override
    public void withdraw() {
        rules.withdraw();
    }

    @Override
    public Taking prepare(ShardMap next) {
        try {
            return rules.prepare(next, true);
        } catch (SQLException failure) {
            throw notReady("tables", failure);
        }
    }

    private static ShardingConfigurationException notReady(String what, SQLException failure) {
        return new ShardingConfigurationException(
                ErrorCode.RULE_STORE_LACKING,
                "sharding.rule-store",
                "the " + what + " of the newer rule cannot be looked at: " + failure.getMessage(),
                failure);
    }

    @Override
    public void hold(Set<String> tables, Duration longest) {
        CurrentDatabase current = rules.current();
        Hold held = current.hold();
        if (held == null || !held.isOf(tables)) {
            current.release();
            current.hold(new Hold(tables, longest));
        }
    }

    @Override
    public void release() {
        rules.current().release();
    }

    @Override
    public void holdCommits(Duration longest) {
        gate.hold(longest);
    }

    @Override
    public boolean areCommitsStill() {
        return gate.isStill();
    }

    @Override
    public void releaseCommits() {
        gate.release();
    }

    @Override
    public void stop(ShardingConfigurationException difference) {
        stopping.accept(difference);
    }
}
