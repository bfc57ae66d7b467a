package io.shardkit.benchmarks.report;

import java.util.List;
import java.util.stream.Stream;

/** The workloads as the page names them, in its order. */
final class Workloads {

    /**
     * A workload.
     *
     * @param name of the method that JMH runs
     * @param title on the page
     */
    record Workload(String name, String title) {}

    /** All of them. */
    static final List<Workload> ALL = List.of(
            new Workload("pointSelect", "point select"),
            new Workload("keptStatement", "point select, statement kept"),
            new Workload("literalSql", "point select, literal SQL, all different"),
            new Workload("bindingJoin", "binding join"),
            new Workload("bindingJoinByBothKeys", "binding join, both keys given"),
            new Workload("update", "update"),
            new Workload("insert", "insert"),
            new Workload("shortTransaction", "transaction: read, write"),
            new Workload("wideSelect", "wide table: select"),
            new Workload("wideUpdate", "wide table: update"),
            new Workload("wideInsert", "wide table: insert"),
            new Workload("sysbenchPointSelect", "sysbench point_select"),
            new Workload("sysbenchReadOnly", "sysbench read_only"),
            new Workload("sysbenchReadWrite", "sysbench read_write"),
            new Workload("sysbenchWriteOnly", "sysbench write_only"),
            new Workload("sysbenchUpdateIndex", "sysbench update_index"),
            new Workload("sysbenchUpdateNonIndex", "sysbench update_non_index"),
            new Workload("sysbenchDelete", "sysbench delete, and insert"),
            new Workload("batchOf100", "100 rows by batch, 8 units"),
            new Workload("statementOf100", "100 rows by one INSERT, 8 units"),
            new Workload("batchOf1000", "1,000 rows by batch, 8 units"),
            new Workload("inList", "IN, 4 units"),
            new Workload("orderByLimit", "ORDER BY LIMIT 10, 8 units"),
            new Workload("groupBy", "GROUP BY, 8 units"),
            new Workload("stream", "1,000,000 rows, 8 units"));

    /** Inserts of many rows over both data sources. */
    private static final List<String> BULK_INSERTS = List.of("batchOf100", "statementOf100", "batchOf1000");

    /** Queries over several units. */
    private static final List<String> QUERIES = List.of("inList", "orderByLimit", "groupBy");

    /** The workloads that have several variants by hand. */
    static final List<String> WITH_ALTERNATIVES =
            Stream.concat(BULK_INSERTS.stream(), QUERIES.stream()).toList();

    private Workloads() {}

    /** Returns true if the workload inserts many rows over both data sources. */
    static boolean isBulkInsert(String name) {
        return BULK_INSERTS.contains(name);
    }

    /** Returns the page's name for a workload. */
    static String title(String name) {
        return ALL.stream()
                .filter(workload -> workload.name().equals(name))
                .map(Workload::title)
                .findFirst()
                .orElse(name);
    }
}
