package io.shardkit.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tables of a section of the page: figures, measurements, shards, and the others. */
final class SectionTables {

    private static final String NONE = "–";

    private SectionTables() {}

    private static HtmlTable table(Section section, String caption, List<String> columns) {
        return new HtmlTable(section.title() + ": " + caption, caption, columns);
    }

    static String render(Section section) {
        StringBuilder tables = new StringBuilder();
        if (!section.figures().isEmpty()) {
            tables.append(figures(section));
        }
        if (!section.measurements().isEmpty()) {
            tables.append(measurements(section));
        }
        if (!section.shards().isEmpty()) {
            tables.append(shards(section));
        }
        section.tables().forEach(each -> {
            HtmlTable table = table(section, each.title(), each.columns());
            each.rows().forEach(table::row);
            tables.append(table.end());
        });
        return tables.toString();
    }

    private static String figures(Section section) {
        HtmlTable table = table(section, "Figures", List.of("figure", "value", "interval", "better is"));
        for (Figure figure : section.figures()) {
            Interval interval = figure.interval();
            table.row(List.of(
                    figure.name(),
                    Numbers.format(figure.value(), figure.unit()),
                    interval == null
                            ? NONE
                            : Numbers.format(interval, figure.unit()) + " (" + Numbers.percent(interval.confidence())
                                    + ")",
                    switch (figure.better()) {
                        case HIGHER -> "higher";
                        case LOWER -> "lower";
                        case NEITHER -> "";
                    }));
        }
        return table.end();
    }

    private static String measurements(Section section) {
        List<Measurement> measurements = section.measurements();
        boolean costs = measurements.stream().anyMatch(each -> each.cpuMicros() != null);
        List<String> columns = new ArrayList<>(
                List.of("operation", "subject", "load", "requests/s", "p50 ms", "p90", "p95", "p99", "p99.9", "max"));
        if (costs) {
            columns.add("CPU µs/request");
            columns.add("garbage KiB/request");
        }
        columns.add("requests");
        columns.add("errors");
        boolean dropped = measurements.stream().anyMatch(each -> each.unserved() > 0);
        if (dropped) {
            columns.add("not begun in time");
        }
        HtmlTable table = table(section, "Throughput and latency", columns);
        for (Measurement each : measurements) {
            List<String> cells = new ArrayList<>(
                    List.of(each.operation(), each.subject(), each.load(), Numbers.format(each.perSecond())));
            cells.addAll(percentiles(each.latency()));
            if (costs) {
                Double bytes = each.allocatedBytes();
                cells.add(optional(each.cpuMicros()));
                cells.add(optional(bytes == null ? null : bytes / 1024));
            }
            cells.add(String.format(Locale.ROOT, "%,d", each.requests()));
            cells.add(String.format(Locale.ROOT, "%,d", each.errors()));
            if (dropped) {
                cells.add(String.format(Locale.ROOT, "%,d", each.unserved()));
            }
            table.row(each.errors() == 0 ? "" : "failed", cells);
        }
        return table.end();
    }

    private static List<String> percentiles(Measurement.@Nullable Latency latency) {
        return latency == null
                ? List.of(NONE, NONE, NONE, NONE, NONE, NONE)
                : List.of(
                        Numbers.format(latency.p50()),
                        Numbers.format(latency.p90()),
                        Numbers.format(latency.p95()),
                        Numbers.format(latency.p99()),
                        Numbers.format(latency.p999()),
                        Numbers.format(latency.max()));
    }

    private static String shards(Section section) {
        HtmlTable table = table(
                section, "Load of each shard", List.of("subject", "shard", "operations", "statements", "rows", "skew"));
        for (ShardLoad each : section.shards()) {
            table.row(List.of(
                    each.subject(),
                    each.shard(),
                    count(each.operations()),
                    count(each.statements()),
                    count(each.rows()),
                    Numbers.format(each.skew())));
        }
        return table.end();
    }

    private static String count(long number) {
        return number < 0 ? NONE : String.format(Locale.ROOT, "%,d", number);
    }

    private static String optional(@Nullable Double value) {
        return value == null ? NONE : Numbers.format(value);
    }
}
