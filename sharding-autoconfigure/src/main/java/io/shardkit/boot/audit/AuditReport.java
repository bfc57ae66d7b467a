package io.shardkit.boot.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The forecast of an application's statements under the rule. It has SQL without values.
 *
 * @param sent how many executions were sent, each entry of a batch by itself
 * @param notPlanned how many of them could not be planned, or came faster than they were
 * @param ways how many of the others would run in which way
 * @param statements each shape of SQL; the most expensive way first, and in it those that took the most time
 * @param columns the possible sharding columns, the best first
 */
public record AuditReport(
        long sent, long notPlanned, Map<String, Long> ways, List<Statement> statements, List<Column> columns) {

    /**
     * A statement.
     *
     * @param dataSource the name of the bean that it is sent to
     * @param sql its text, with {@code ?} for its values
     * @param operation such as {@code query}
     * @param way the most expensive in which it would run: {@code one_unit}, {@code lookup}, {@code scatter},
     *     {@code gather} or {@code refused}; {@code none} if no database is asked, {@code unknown} if none was planned
     * @param ways how many executions would run in which way
     * @param executions how many there were
     * @param failures how often it failed, a batch as one
     * @param units to how many units an execution would go at most
     * @param micros how long all executions took, where they ran
     * @param refusal the code of a refusal, or empty
     * @param reason why there is no cheaper way, or empty
     * @param advice what would make it cheaper
     */
    public record Statement(
            String dataSource,
            String sql,
            String operation,
            String way,
            Map<String, Long> ways,
            long executions,
            long failures,
            int units,
            long micros,
            String refusal,
            String reason,
            List<String> advice) {}

    /**
     * A column that tables could be sharded by, or columns that mean the same.
     *
     * @param dataSource where the tables are
     * @param column its name; where tables have it by several names, each with its table
     * @param tables the tables that have it
     * @param copied the tables beside them, which would be copied to each data source
     * @param executions how many executions concern the tables that have it
     * @param onOneUnit how many of these would stay on one unit
     * @param percent of all executions, those that concern them and would stay on one unit
     */
    public record Column(
            String dataSource,
            String column,
            List<String> tables,
            List<String> copied,
            long executions,
            long onOneUnit,
            double percent) {}

    /** @param sent is asked after everything else, so that nothing is planned that it has not counted */
    static AuditReport of(LongSupplier sent, List<Tally> tallies, List<Column> columns) {
        List<Statement> statements = tallies.stream()
                .sorted(Comparator.comparing(Tally::worst)
                        .thenComparingLong(Tally::nanos)
                        .reversed())
                .map(Tally::report)
                .toList();
        Map<String, Long> ways = new TreeMap<>();
        statements.forEach(statement -> statement.ways().forEach((way, count) -> ways.merge(way, count, Long::sum)));
        long planned = ways.values().stream().mapToLong(Long::longValue).sum();
        long all = sent.getAsLong();
        return new AuditReport(all, all - planned, ways, statements, List.copyOf(columns));
    }
}
