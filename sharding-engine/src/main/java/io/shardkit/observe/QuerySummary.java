package io.shardkit.observe;

import java.util.List;

/**
 * The facts of a statement that may be shown and counted, as OpenTelemetry's conventions for databases name them. Has no
 * values, neither literals nor parameters. Immutable.
 *
 * @param system the database product: {@code mysql}, {@code mariadb}, {@code postgresql} or {@code h2database}
 * @param operation the first operation, such as {@code SELECT} or {@code CREATE TABLE}; empty if the SQL cannot be read
 * @param collections the tables that the statement names, each once, in their order
 * @param summary the operations with their tables, such as {@code INSERT t_order SELECT t_item}, in 255 characters at most;
 *     empty if the SQL cannot be read
 * @param text the SQL with {@code ?} for each literal, and without comments
 */
public record QuerySummary(String system, String operation, List<String> collections, String summary, String text) {
    /** Copies the list. */
    public QuerySummary {
        collections = List.copyOf(collections);
    }
}
