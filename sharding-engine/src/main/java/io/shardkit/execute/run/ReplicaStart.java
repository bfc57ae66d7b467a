package io.shardkit.execute.run;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.StartCheck;
import io.shardkit.options.Replica;
import io.shardkit.options.ReplicaGroup;
import io.shardkit.options.Replication;
import io.shardkit.options.ShardingOptions;
import io.shardkit.replica.Replicas;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the replicas when a data source is opened. */
final class ReplicaStart {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaStart.class);

    private ReplicaStart() {}

    /**
     * Compares each replica with its primary. One that cannot be reached is left for later.
     *
     * @param settings of the primaries
     * @return what all servers agree on
     * @throws ShardingConfigurationException if a replica is another kind of database than its primary, reads SQL in another
     *     way, or is the primary
     */
    static ServerSettings check(
            Map<String, DataSource> dataSources,
            Replication replication,
            ShardingOptions options,
            ServerSettings settings)
            throws SQLException {
        ServerSettings common = settings;
        for (Map.Entry<String, DataSource> primary : dataSources.entrySet()) {
            ReplicaGroup group = replication.groups().get(primary.getKey());
            for (Replica replica : group == null ? List.<Replica>of() : group.replicas()) {
                Map<String, DataSource> pair = new LinkedHashMap<>();
                pair.put(primary.getKey(), primary.getValue());
                pair.put(replica.name(), replica.dataSource());
                common = common.with(compare(pair, replica, options, common));
            }
        }
        return common;
    }

    private static ServerSettings compare(
            Map<String, DataSource> pair, Replica replica, ShardingOptions options, ServerSettings known)
            throws SQLException {
        try {
            return StartCheck.ofGroup(pair, options.executor(), options.limits().timeoutSeconds())
                    .get(0)
                    .settings();
        } catch (ShardingConfigurationException failure) {
            if (failure.errorCode() != ErrorCode.UNREACHABLE_DATA_SOURCE) {
                throw failure;
            }
            LOG.warn("Replica {} cannot be reached at start: {}", replica.name(), failure.detail());
            return known;
        }
    }

    /** The replicas, which are asked for their health from now on; null if there are none. */
    static @Nullable Replicas replicas(Map<String, DataSource> dataSources, Replication replication, Dialect dialect) {
        if (replication.groups().isEmpty()) {
            return null;
        }
        Replicas replicas = Replicas.of(dataSources, replication, dialect.replicas());
        replicas.start();
        return replicas;
    }
}
