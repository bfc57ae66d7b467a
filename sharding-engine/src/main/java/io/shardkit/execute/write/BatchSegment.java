package io.shardkit.execute.write;

import io.shardkit.plan.ShardCall;
import java.util.ArrayList;
import java.util.List;

/** Calls that go to one driver as one batch. */
final class BatchSegment {
    private final ShardCall first;
    private final boolean viaPrepared;
    private final List<BatchStep> steps = new ArrayList<>();

    BatchSegment(ShardCall first, boolean prepared) {
        this.first = first;
        this.viaPrepared = prepared || first.mapping() != null;
    }

    int dataSource() {
        return first.dataSource();
    }

    /** Text of the calls, if they are prepared. */
    String sql() {
        return first.sql();
    }

    /** Returns true if the driver's statement is a prepared one. */
    boolean viaPrepared() {
        return viaPrepared;
    }

    List<BatchStep> steps() {
        return steps;
    }

    void add(BatchStep step) {
        steps.add(step);
    }

    /** Returns true if the driver can take a call into the same batch. */
    boolean takes(ShardCall call, boolean prepared) {
        return viaPrepared
                ? (prepared || call.mapping() != null) && call.sql().equals(first.sql())
                : call.mapping() == null;
    }
}
