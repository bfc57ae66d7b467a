package io.shardkit.loadtest;

import java.util.List;

/** How the order service reaches its tables: the sample's profiles. */
enum Way {
    JDBC("jdbc"),
    BY_HAND("by-hand"),
    SHARDING("sharding");

    private final String profile;

    Way(String profile) {
        this.profile = profile;
    }

    /** Its name in Spring and in the report. */
    String profile() {
        return profile;
    }

    /**
     * What tells the service its way, its tables and its databases; those of Shardkit's rules are in a file.
     *
     * @param rules where the rules of the topology are written; read by {@code sharding} only
     */
    List<String> properties(Topology topology, String rules) {
        return switch (this) {
            case JDBC -> List.of("spring.profiles.active=jdbc,mariadb");
            case BY_HAND ->
                List.of(
                        "spring.profiles.active=by-hand,mariadb",
                        "by-hand.databases=" + topology.databases(),
                        "by-hand.tables=" + topology.tables());
            case SHARDING ->
                List.of(
                        "spring.profiles.active=sharding,other-rules,mariadb",
                        "spring.config.additional-location=" + rules);
        };
    }
}
