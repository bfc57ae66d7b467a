package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Peer;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.options.Replication;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The variants of a workload that are compared: who runs its statements. */
public enum Variant {
    /** By code that knows where the rows lie: the limit. Over both data sources, at the same time. */
    HAND,
    /** By hand, one data source after the other. */
    HAND_IN_TURN,
    /** By hand, with one UNION ALL for each data source where {@link #HAND} sends one query for each table. */
    HAND_UNION,
    /** Through Shardkit. */
    SHARDKIT,
    /** Through the peer. */
    PEER;

    /** Returns true if the caller knows where the rows lie. */
    public boolean isByHand() {
        return this != SHARDKIT && this != PEER;
    }

    /** The variants of every workload: the peer only if the build added one. */
    public static List<Variant> common() {
        return Peer.find().isPresent() ? List.of(HAND, SHARDKIT, PEER) : List.of(HAND, SHARDKIT);
    }

    /** Opens the subject over pools whose databases have the tables. */
    Subject open(Pools pools, List<Layout> layouts, Opened opened) throws SQLException {
        Map<String, DataSource> all = pools.byName(Databases.SOURCES);
        return switch (this) {
            case HAND, HAND_IN_TURN, HAND_UNION -> Subject.byHand(name(), pools);
            case SHARDKIT -> opened.shardkit(name(), all, layouts, List.of(), Replication.NONE);
            case PEER ->
                opened.peer("", all, layouts, List.of())
                        .orElseThrow(() -> new IllegalStateException("no peer: build with -Ppeer"));
        };
    }
}
