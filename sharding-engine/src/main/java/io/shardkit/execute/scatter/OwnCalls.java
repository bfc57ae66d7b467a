package io.shardkit.execute.scatter;

import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Prepares calls that are not the user's statement, with parameters of their own, and closes their statements at the end.
 * For one execution; used from several threads.
 */
public final class OwnCalls implements AutoCloseable {
    private final Queue<Statement> opened = new ConcurrentLinkedQueue<>();
    private final Parameters parameters;
    private final @Nullable AtomicReferenceArray<@Nullable Statement> parts;

    /**
     * @param parameters those of the calls' text
     * @param parts where a statement that runs is found by those who cancel it, or null if it cannot be
     */
    public OwnCalls(Parameters parameters, @Nullable AtomicReferenceArray<@Nullable Statement> parts) {
        this.parameters = parameters;
        this.parts = parts;
    }

    /** Calls all of whose parameters are computed. */
    public OwnCalls() {
        this(Parameters.NONE, null);
    }

    /** Sends queries. */
    public CallRunner<ResultSet> asking() {
        return new CallRunner<>(this::open, (call, text) -> ((PreparedStatement) call).executeQuery(), parts);
    }

    /** Sends writes, and counts their rows. */
    public CallRunner<Long> writing() {
        return new CallRunner<>(
                this::open, (call, text) -> DriverCalls.update(call, text.sql(), KeyRequest.NONE, true), parts);
    }

    private Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        PreparedStatement statement = shard.connection().prepareStatement(call.sql());
        opened.add(statement);
        ParameterMapping mapping = call.mapping();
        if (mapping != null) {
            mapping.apply(parameters, statement);
            return statement;
        }
        for (int i = 0; parameters.isSet(i); i++) {
            parameters.apply(i, statement, i + 1);
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        for (Statement statement : opened) {
            statement.close();
        }
    }
}
