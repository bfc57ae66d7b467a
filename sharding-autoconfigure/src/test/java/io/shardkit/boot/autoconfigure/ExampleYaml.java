package io.shardkit.boot.autoconfigure;

/** Parts of an {@code application.yml}. */
final class ExampleYaml {
    static final String TWO_SOURCES =
            """
            sharding:
              data-sources:
                ds0: { url: "%s", username: sa }
                ds1: { url: "%s", username: sa }
            """
                    .formatted(H2.url(), H2.url());
    static final String ALGORITHMS =
            """
              algorithms:
                by-user: { type: mod, props: { sharding-count: 2 } }
                by-order: { type: mod, props: { sharding-count: 4 } }
              key-generators:
                snowflake: { type: snowflake, props: { worker-id: 7 } }
            """;
    static final String GOOD_TABLE = table("t_order", "ds{0..1}.t_order_{0..3}", "by-user", "by-order");

    static String table(String name, String nodes, String databaseAlgorithm, String tableAlgorithm) {
        return """
                %s:
                  actual-data-nodes: "%s"
                  database-strategy: { sharding-column: user_id, algorithm: %s }
                  table-strategy: { sharding-column: order_id, algorithm: %s }
            """
                .formatted(name, nodes, databaseAlgorithm, tableAlgorithm)
                .indent(0);
    }

    static String config(String... parts) {
        return TWO_SOURCES + ALGORITHMS + "  tables:\n" + String.join("", parts);
    }

    private ExampleYaml() {}
}
