package io.shardkit.benchmarks.subject;

import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.Pools;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import javax.sql.DataSource;

/** Another sharding framework to be compared with; found as a service where the build added one. */
public interface Peer {

    /** A data source over the pools with these tables sharded; those of several tables are joined by their keys. */
    DataSource open(Pools pools, List<Layout> layouts) throws SQLException;

    /** Its name and version. */
    String version();

    /** The peer, if the build added one. */
    static Optional<Peer> find() {
        return ServiceLoader.load(Peer.class).findFirst();
    }
}
