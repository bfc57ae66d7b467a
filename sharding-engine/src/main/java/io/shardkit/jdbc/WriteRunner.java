package io.shardkit.jdbc;

import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.driver.DriverCalls;
import io.shardkit.execute.driver.KeptRows;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.OpenStatement;
import io.shardkit.plan.ShardCall;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs one write of several. */
final class WriteRunner extends ShardCallRunner<WriteRunner.Written> {
    private final KeyRequest keys;
    private final Parameters parameters;
    private final boolean large;

    /** What a call wrote, and the driver's keys if they were asked for. */
    record Written(long count, @Nullable KeptRows keys) {}

    /** @param large whether counts may be greater than an int */
    WriteRunner(ExecutingStatement statement, Parameters parameters, boolean large) {
        super(statement);
        this.keys = statement.driverKeys();
        this.parameters = parameters;
        this.large = large;
    }

    @Override
    public Statement open(ShardConnection shard, ShardCall call) throws SQLException {
        OpenStatement open = statement.openPart(shard, call, parameters, statement.cursor);
        statement.settings.applyPart(open, false, 0);
        return open.statement;
    }

    @Override
    Written ask(Statement part, ShardCall call) throws SQLException {
        long count = DriverCalls.update(part, call.sql(), keys, large);
        return new Written(count, keys.wanted() ? KeptRows.read(part) : null);
    }

    static List<Long> counts(List<Written> written) {
        return written.stream().map(Written::count).toList();
    }
}
