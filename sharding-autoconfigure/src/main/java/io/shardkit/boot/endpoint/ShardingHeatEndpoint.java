package io.shardkit.boot.endpoint;

import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.observe.HeatState;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@link Endpoint Actuator endpoint} with the sharding values, units and statements that get the traffic, and what would
 * even it out. Sharding values may be personal data.
 */
@Endpoint(id = "shardingheat", defaultAccess = Access.READ_ONLY)
public final class ShardingHeatEndpoint {
    private final ShardingDataSource dataSource;

    ShardingHeatEndpoint(ShardingDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Returns the traffic of all instances; no database is asked. */
    @ReadOperation
    public HeatState heat() {
        return dataSource.heat();
    }
}
