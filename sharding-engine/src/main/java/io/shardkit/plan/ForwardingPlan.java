package io.shardkit.plan;

import io.shardkit.route.Traffic;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A plan of a statement around another plan, of which it says what it does not say itself. It is refused at its binding,
 * its footprint counts the statement, and no database gets it as it was written: there is something to do around it.
 */
public interface ForwardingPlan extends StatementPlan {
    /** Returns the plan inside. */
    StatementPlan plan();

    @Override
    default StatementKind kind() {
        return plan().kind();
    }

    @Override
    default int parameterCount() {
        return plan().parameterCount();
    }

    @Override
    default Footprint footprint() {
        return Footprint.OF_STATEMENT;
    }

    @Override
    default @Nullable String generatedKeyColumn() {
        return plan().generatedKeyColumn();
    }

    @Override
    default @Nullable String explained() {
        return plan().explained();
    }

    @Override
    default boolean isForOnce() {
        return plan().isForOnce();
    }

    @Override
    default boolean returning() {
        return plan().returning();
    }

    @Override
    default boolean writesCopies() {
        return plan().writesCopies();
    }

    @Override
    default boolean setsLastKey() {
        return plan().setsLastKey();
    }

    @Override
    default boolean commits() {
        return plan().commits();
    }

    @Override
    default BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        return plan().bind(parameters, preferredDataSource, learned);
    }

    @Override
    default @Nullable BoundPlan bindWithoutMerge(Parameters parameters, int preferredDataSource) throws SQLException {
        return plan().bindWithoutMerge(parameters, preferredDataSource);
    }

    @Override
    default ParallelismChoice pace(Learned learned) {
        return plan().pace(learned);
    }

    @Override
    default Traffic traffic() {
        return plan().traffic();
    }

    @Override
    default String reason(BoundPlan bound) {
        return plan().reason(bound);
    }
}
