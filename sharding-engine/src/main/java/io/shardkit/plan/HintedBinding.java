package io.shardkit.plan;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.hint.ShardingHint;
import io.shardkit.route.HintedTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.List;

/** Binds a statement where a hint may name the data source on which it runs. */
public final class HintedBinding {
    private HintedBinding() {}

    /**
     * Binds it, where a hint names a data source to that one: what no sharded table decides goes there.
     *
     * @param dataSources the names of all
     * @throws SQLException with {@link ErrorCode#HINT_CONTRADICTED} if it needs to run elsewhere
     */
    public static BoundPlan bind(
            StatementPlan plan, Parameters parameters, int preferred, Learned learned, List<String> dataSources)
            throws SQLException {
        ShardingHint hint = ShardingHint.current();
        String name = hint == null ? null : hint.dataSourceName();
        if (name == null) {
            return bound(plan, parameters, preferred, learned);
        }
        int wanted = HintedTable.dataSource(name, dataSources);
        BoundPlan bound = bound(plan, parameters, wanted, learned);
        if (!bound.staysOn(wanted)) {
            throw ShardingExceptions.of(
                    ErrorCode.HINT_CONTRADICTED, "the statement does not run on data source " + name + " alone");
        }
        return bound;
    }

    private static BoundPlan bound(StatementPlan plan, Parameters parameters, int preferred, Learned learned)
            throws SQLException {
        try {
            return plan.bind(parameters, preferred, learned);
        } catch (RuntimeException | StackOverflowError unexpected) {
            throw ShardingExceptions.unexpected(unexpected);
        }
    }
}
