package io.shardkit.planner.broadcast;

import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementPlan;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write or the DDL of a broadcast table, however it is made: all data sources of the rule have to get it. Immutable.
 *
 * @param plan the plan of the write
 */
public record CopiesPlan(StatementPlan plan) implements ForwardingPlan {

    /** Returns the plan, as one of these if the statement writes a broadcast table. */
    public static StatementPlan of(StatementPlan plan, ParsedStatement statement, ShardMap rule) {
        return writes(statement, rule) ? new CopiesPlan(plan) : plan;
    }

    private static boolean writes(ParsedStatement statement, ShardMap rule) {
        List<TableUse> uses = statement.tables();
        if (statement instanceof ParsedStatement.Ddl) {
            // An index is dropped by its own name.
            return uses.isEmpty()
                    ? !rule.broadcastTables().isEmpty()
                    : uses.stream().anyMatch(use -> rule.isBroadcast(use.name()));
        }
        if (statement instanceof ParsedStatement.Write write) {
            return write.targets().stream()
                    .anyMatch(target -> rule.isBroadcast(uses.get(target).name()));
        }
        boolean inserts = statement instanceof ParsedStatement.Inserting || statement instanceof ParsedStatement.Merge;
        return inserts && rule.isBroadcast(uses.get(0).name());
    }

    @Override
    public boolean writesCopies() {
        return true;
    }

    @Override
    public Footprint footprint() {
        return plan.footprint();
    }

    @Override
    public @Nullable Refusal refusal() {
        return plan.refusal();
    }
}
