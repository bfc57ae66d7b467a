package io.shardkit.loadtest;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Over how many databases and tables the orders lie: an order in the database of its user, there in the table of its id,
 * whose lowest bits are the user's database. One table has no number in its name.
 *
 * @param databases 1, 2 or 4, each on a server of its own
 * @param tables of each kind in each database
 */
record Topology(int databases, int tables) {

    /** For tables of a report, such as {@code 2 databases, 4 tables each}. */
    String title() {
        return count(databases, "database") + ", " + count(tables, "table") + (databases > 1 ? " each" : "");
    }

    /** Short, part of a database's name: {@code 2x4}. */
    String name() {
        return databases + "x" + tables;
    }

    List<String> names() {
        return IntStream.range(0, databases).mapToObj(number -> "ds" + number).toList();
    }

    /** The endings of the tables' names. */
    List<String> suffixes() {
        return tables == 1
                ? List.of("")
                : IntStream.range(0, tables).mapToObj(number -> "_" + number).toList();
    }

    /** The number of the database of a user. */
    int database(long userId) {
        return Math.floorMod(userId, databases);
    }

    /** The ending of the name of an order's table. */
    String suffix(long orderId) {
        return suffixes().get(Math.abs(Long.hashCode(orderId) % tables));
    }

    /**
     * Shardkit's rules for it, as the sample has them for its own.
     *
     * @param tuning more settings of each data source, such as those of its pool, in YAML's short form
     */
    String rules(String tuning) {
        return rules(names(), tuning);
    }

    /**
     * The same with other data sources, on which no order lies yet.
     *
     * @param sources the names of all
     */
    String rules(List<String> sources, String tuning) {
        return "sharding:\n  data-sources:\n"
                + sources.stream()
                        .map(name -> String.format(
                                Locale.ROOT,
                                "    %s: { url: \"${orders.%s.url}\", username: \"${orders.username}\", password:"
                                        + " \"${orders.password}\"%s }\n",
                                name,
                                name,
                                tuning))
                        .collect(Collectors.joining())
                + declared()
                + """
                  binding-tables: [ "t_order, t_order_item" ]
                  broadcast-tables: [ t_country ]
                  default-data-source: ds0
                  key-generators:
                    order-keys: { type: snowflake, props: { worker-id: 7, embed: user_id, embed-shards: 4 } }
                    item-keys: { type: snowflake, props: { worker-id: 7 } }
                """;
    }

    /** The part of the rules that differs between topologies, as the file of a wanted rule has it. */
    String wanted() {
        return "sharding:\n" + declared();
    }

    private String declared() {
        return "  tables:\n" + table("t_order", "order_id", "order-keys")
                + table("t_order_item", "item_id", "item-keys")
                + """
                  algorithms:
                    by-user: { type: mod, props: { sharding-count: %d } }
                    by-order: { type: hash-mod, props: { sharding-count: %d } }
                """
                        .formatted(databases, tables);
    }

    private String table(String table, String key, String generator) {
        String source = databases == 1 ? "ds0" : "ds{0.." + (databases - 1) + "}";
        String name = tables == 1 ? table : table + "_{0.." + (tables - 1) + "}";
        return """
                    %s:
                      actual-data-nodes: %s.%s
                      database-strategy: { sharding-column: user_id, also-by: order_id, algorithm: by-user }
                      table-strategy: { sharding-column: order_id, algorithm: by-order }
                      key-generate-strategy: { column: %s, generator: %s }
                """
                .formatted(table, source, name, key, generator);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
