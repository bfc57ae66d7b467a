package io.shardkit.lab.report;

import java.util.List;

/**
 * A part of the page under its own heading; whatever list is empty is not shown.
 *
 * @param text a paragraph, may be empty
 * @param figures shown as a table with their intervals
 * @param charts drawn one under another
 * @param measurements shown as a table of throughput and percentiles
 * @param shards shown as a table of each shard's load
 * @param tables whatever fits none of these
 */
public record Section(
        String title,
        String text,
        List<Figure> figures,
        List<Chart> charts,
        List<Measurement> measurements,
        List<ShardLoad> shards,
        List<Table> tables) {

    public Section {
        figures = List.copyOf(figures);
        charts = List.copyOf(charts);
        measurements = List.copyOf(measurements);
        shards = List.copyOf(shards);
        tables = List.copyOf(tables);
    }

    /**
     * Rows of text.
     *
     * @param columns headings; a column whose cells are numbers is set to the right
     */
    public record Table(String title, List<String> columns, List<List<String>> rows) {
        public Table {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
        }
    }
}
