package io.shardkit.plan;

import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/** One call whose answer is the answer: query, write or DDL. The path that has to be short. */
public record SingleShard(ShardCall call) implements Calls {
    private static final int[] FIRST_ROW = {0};

    @Override
    public ShardCall single() {
        return call;
    }

    @Override
    public List<ShardCall> calls() {
        return List.of(call);
    }

    @Override
    public Calls.Counts counts() {
        return Calls.Counts.SUM;
    }

    @Override
    public int[] rowsOf(int number) {
        return FIRST_ROW;
    }

    @Override
    public boolean isOne() {
        return true;
    }

    @Override
    public Calls.DriverKeys driverKeys() {
        return Calls.DriverKeys.OF_ANY_CALL;
    }

    @Override
    public Fanout fanout() {
        return Fanout.ONE;
    }

    @Override
    public boolean reads(BitSet dataSources) {
        return dataSources.get(call.dataSource());
    }

    @Override
    public BoundPlan on(ServerChoice servers) throws SQLException {
        int number = servers.of(call.dataSource());
        return number == call.dataSource() ? this : new SingleShard(call.on(number));
    }

    @Override
    public SingleShard edited(CallEdit edit) throws SQLException {
        return new SingleShard(edit.edit(call));
    }

    @Override
    public void describe(Explanation to) {
        to.way("verbatim");
        to.run(call);
    }
}
