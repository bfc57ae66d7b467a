package io.shardkit.execute.query;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.Execution;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.execute.driver.Outcome;
import io.shardkit.execute.gather.Gatherer;
import io.shardkit.merge.memory.KeptColumns;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.AnswerColumns;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The query over gathered rows. Its own rows are all fetched at once, as the gathered ones are about to go. */
final class GatheredQuery {
    private final Execution execution;
    private final @Nullable AnswerColumns described;
    private @Nullable ResultSetMetaData columns;

    /** @param described tells the columns of the answer, or null if they are those that the text has */
    GatheredQuery(Execution execution, @Nullable AnswerColumns described) {
        this.execution = execution;
        this.described = described;
    }

    /** Asks it, perhaps more than once. */
    CallRunner<ResultSet> runner() {
        return new CallRunner<>(this::open, this::run, null);
    }

    Outcome.Rows answer(Gatherer.Answer answer) {
        return new Outcome.GatheredRows(answer.rows(), answer.shard(), columns, described != null);
    }

    private Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        if (described != null) {
            columns = described(shard, described.call());
        }
        return opened(shard, call);
    }

    private KeptColumns described(ShardConnection shard, ShardCall call) throws SQLException {
        try (ResultSet none = DriverCalls.query(opened(shard, call), call.sql())) {
            return new KeptColumns(none.getMetaData());
        } finally {
            execution.runs(null);
        }
    }

    private Statement opened(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open = execution.openOne(shard, call, execution.keys());
        open.forgetSettings();
        open.statement.setFetchSize(0);
        execution.runs(open);
        return open.statement;
    }

    private ResultSet run(Statement driver, ShardCall call) throws SQLException {
        try {
            ResultSet rows = DriverCalls.query(driver, call.sql());
            if (described == null) {
                columns = new GatheredMetaData(rows.getMetaData());
            } else if (!((KeptColumns) Objects.requireNonNull(columns))
                    .sameTypesAs(rows.getMetaData(), described.wider())) {
                described.learned().foundTypesToDiffer();
                throw ShardingExceptions.of(ErrorCode.SORT_TYPE_UNKNOWN, "an expression over aggregates");
            }
            return rows;
        } finally {
            execution.runs(null);
        }
    }
}
