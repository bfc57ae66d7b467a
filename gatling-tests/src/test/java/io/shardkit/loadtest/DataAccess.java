package io.shardkit.loadtest;

import java.nio.file.Path;
import java.util.List;

/** The code by which the order service reaches its tables: the sample's profiles. */
enum DataAccess {
    JDBC("jdbc"),
    BY_HAND("by-hand"),
    SHARDING("sharding"),
    /** ShardingSphere-JDBC as the service's only DataSource, by its driver; where the build added it. */
    PEER("peer");

    private final String profile;

    DataAccess(String profile) {
        this.profile = profile;
    }

    /** Its name in the report, and in Spring if it is a profile of the sample. */
    String profile() {
        return profile;
    }

    /**
     * Returns the properties that give the service its data access, its tables and its databases; those of Shardkit's rules are
     * in a file.
     *
     * @param rules the file for the rules of the topology, which only Shardkit and the peer read
     * @param driver the class of the JDBC driver of the databases
     */
    List<String> properties(Topology topology, Path rules, String driver) {
        return switch (this) {
            case JDBC ->
                List.of(
                        "spring.profiles.active=jdbc," + DatabaseServers.profile(),
                        "spring.datasource.driver-class-name=" + driver);
            case BY_HAND ->
                List.of(
                        "spring.profiles.active=by-hand," + DatabaseServers.profile(),
                        "by-hand.databases=" + topology.databases(),
                        "by-hand.tables=" + topology.tables(),
                        "by-hand.ds0.driver-class-name=" + driver,
                        "by-hand.ds1.driver-class-name=" + driver);
            case SHARDING ->
                List.of(
                        "spring.profiles.active=sharding,other-rules," + DatabaseServers.profile(),
                        "spring.config.additional-location=" + rules.toUri());
            case PEER ->
                List.of(
                        "spring.profiles.active=jdbc," + DatabaseServers.profile(),
                        // Its parser does not know all of the schema: another service has made the tables
                        "spring.sql.init.mode=never",
                        "spring.datasource.url=jdbc:shardingsphere:absolutepath:" + rules.toAbsolutePath(),
                        "spring.datasource.driver-class-name=org.apache.shardingsphere.driver.ShardingSphereDriver");
        };
    }
}
