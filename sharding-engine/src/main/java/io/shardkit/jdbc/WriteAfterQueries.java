package io.shardkit.jdbc;

import io.shardkit.plan.Answer;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Plan;
import io.shardkit.sql.Parameters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a write that is made of the answers of queries: each part is a statement of its own on the same connection, and
 * all are one transaction.
 */
final class WriteAfterQueries {
    private final ExecutingStatement statement;
    private final ShardingConnection connection;
    private final List<Object> generatedKeys = new ArrayList<>();

    WriteAfterQueries(ExecutingStatement statement, ShardingConnection connection) {
        this.statement = statement;
        this.connection = connection;
    }

    /** The keys that were generated for the rows, in their order. */
    List<Object> generatedKeys() {
        return generatedKeys;
    }

    /** The count of changed rows. */
    long run(BoundPlan.AfterQueries bound) throws SQLException {
        return statement.session.inTransaction(progress -> {
            List<Answer> answers = new ArrayList<>();
            for (BoundPlan.AfterQueries.Query query : bound.queries()) {
                answers.add(ask(query));
            }
            long count = 0;
            for (BoundPlan.AfterQueries.Write write : bound.writes().of(answers)) {
                count += write(write);
                progress.succeeded();
            }
            return count;
        });
    }

    private Answer ask(BoundPlan.AfterQueries.Query query) throws SQLException {
        try (ShardingPreparedStatement part = part(query.plan(), query.parameters(), KeyRequest.NONE)) {
            part.setMaxRows(query.enough());
            try (ResultSet rows = part.executeQuery()) {
                return AnswerReader.read(rows, query.maxRows());
            }
        } finally {
            statement.running.setRelease(null);
        }
    }

    /** Runs a write as a statement of its own. */
    long write(BoundPlan.AfterQueries.Write write) throws SQLException {
        Plan plan = write.plan();
        KeyRequest keys = plan.generatedKeyColumn() == null ? KeyRequest.NONE : statement.keys();
        try (ShardingPreparedStatement part = part(plan, write.parameters(), keys)) {
            long count = part.executeLargeUpdate();
            if (keys.wanted()) {
                try (ResultSet made = part.getGeneratedKeys()) {
                    while (made.next()) {
                        generatedKeys.add(made.getObject(1));
                    }
                }
            }
            return count;
        } finally {
            statement.running.setRelease(null);
        }
    }

    private ShardingPreparedStatement part(Plan plan, Parameters parameters, KeyRequest keys) throws SQLException {
        ShardingPreparedStatement part = new ShardingPreparedStatement(connection, plan, CursorKind.PLAIN, keys);
        part.take(parameters);
        part.setQueryTimeout(statement.settings.queryTimeout());
        statement.running.setRelease(part);
        return part;
    }
}
