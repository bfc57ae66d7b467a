package io.shardkit.loadtest;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The rules of {@link Topology#rules} for ShardingSphere-JDBC, in the file that its driver reads. It finds an order by its
 * user and its id, in the places where Shardkit has it.
 *
 * @param topology of several databases and tables
 * @param pool the most connections to each database
 */
record PeerRules(Topology topology, List<PhysicalTables.Location> locations, int pool) {

    String yaml() {
        return """
                mode:
                  type: Standalone
                  repository: { type: JDBC }
                dataSources:
                %srules:
                - !SHARDING
                  tables:
                %s%s  bindingTables:
                  - t_order, t_order_item
                  shardingAlgorithms:
                    by_user: { type: INLINE, props: { algorithm-expression: "ds${user_id %% %d}" } }
                %s%s  keyGenerators:
                    snowflake: { type: SNOWFLAKE, props: { worker-id: 9, max-vibration-offset: 4095 } }
                - !BROADCAST
                  tables:
                  - t_country
                """
                .formatted(
                        sources(),
                        table("t_order", "order_id"),
                        table("t_order_item", "item_id"),
                        topology.databases(),
                        byOrder("t_order"),
                        byOrder("t_order_item"));
    }

    private String sources() {
        return locations.stream()
                .map(location ->
                        """
                          %s:
                            dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                            driverClassName: %s
                            jdbcUrl: "%s"
                            username: "%s"
                            password: "%s"
                            maximumPoolSize: %d
                        """
                                .formatted(
                                        location.name(),
                                        DatabaseServers.driver(),
                                        location.url(),
                                        location.username(),
                                        location.password(),
                                        pool))
                .collect(Collectors.joining());
    }

    private String table(String table, String key) {
        String nodes = topology.names().stream()
                .flatMap(name -> topology.suffixes().stream().map(suffix -> name + "." + table + suffix))
                .collect(Collectors.joining(","));
        return """
                    %s:
                      actualDataNodes: %s
                      databaseStrategy: { standard: { shardingColumn: user_id, shardingAlgorithmName: by_user } }
                      tableStrategy: { standard: { shardingColumn: order_id, shardingAlgorithmName: by_%s } }
                      keyGenerateStrategy: { column: %s, keyGeneratorName: snowflake }
                """
                .formatted(table, nodes, table, key);
    }

    /**
     * Returns an inline algorithm that does what hash-mod does here: the peer's own HASH_MOD is for tables whose data
     * nodes it chooses itself.
     */
    private String byOrder(String table) {
        return """
                    by_%s: { type: INLINE, props: { algorithm-expression: "%s_${Math.abs(order_id.hashCode() %% %d)}" } }
                """
                .formatted(table, table, topology.tables());
    }
}
