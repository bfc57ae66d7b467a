package io.shardkit.lab.subject;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import javax.sql.DataSource;

/** Another sharding framework to be compared with; found as a service where the build added one. */
public interface Peer {

    /** Its name and version. */
    String name();

    /**
     * A data source over these pools, which the caller closes if it can be closed.
     *
     * @param tables sharded; those of several that lie alike are joined by their keys
     * @param broadcast logical names of tables that are on each server
     */
    DataSource open(Map<String, DataSource> pools, List<Layout> tables, List<String> broadcast) throws SQLException;

    /** The peer, if the build added one. */
    static Optional<Peer> find() {
        return ServiceLoader.load(Peer.class).findFirst();
    }
}
