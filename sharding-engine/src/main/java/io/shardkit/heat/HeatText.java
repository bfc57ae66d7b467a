package io.shardkit.heat;

import io.shardkit.statistics.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The summary of an instance as ASCII, for a column of text: lines of fields between tabs. */
public final class HeatText {
    private static final String VERSION = "1";

    private HeatText() {}

    /** Writes a summary. */
    public static String write(HeatSummary summary) {
        StringBuilder text = new StringBuilder();
        TextLines.add(text, "heat", VERSION, number(summary.seconds()), String.valueOf(summary.sample()));
        for (HeatSummary.OfTable table : summary.tables()) {
            TextLines.add(text, "table", table.name(), number(table.statements()), number(table.floor()));
            List<String> units = new ArrayList<>(List.of("units"));
            table.units().forEach(calls -> units.add(number(calls)));
            TextLines.add(text, units.toArray(new String[0]));
            for (HeatSummary.OfKey key : table.keys()) {
                TextLines.add(
                        text,
                        "key",
                        key.columns(),
                        key.value(),
                        number(key.count()),
                        number(key.error()),
                        String.valueOf(key.unit()));
            }
        }
        for (HeatSummary.OfStatement each : summary.statements()) {
            TextLines.add(
                    text, "statement", each.sql(), number(each.count()), number(each.error()), number(each.units()));
        }
        return text.toString();
    }

    /**
     * Reads a summary.
     *
     * @throws IllegalArgumentException if it was written by another version
     */
    public static HeatSummary read(String text) {
        List<HeatSummary.OfTable> tables = new ArrayList<>();
        List<HeatSummary.OfStatement> statements = new ArrayList<>();
        double seconds = 0;
        int sample = 0;
        try {
            for (String line : text.split("\n")) {
                String[] fields = line.split("\t", -1);
                switch (fields[0]) {
                    case "heat" -> {
                        if (!fields[1].equals(VERSION)) {
                            throw new IllegalArgumentException("version " + fields[1]);
                        }
                        seconds = Double.parseDouble(fields[2]);
                        sample = Integer.parseInt(fields[3]);
                    }
                    case "table" ->
                        tables.add(new HeatSummary.OfTable(
                                TextLines.plain(fields[1]),
                                Double.parseDouble(fields[2]),
                                new ArrayList<>(),
                                new ArrayList<>(),
                                Double.parseDouble(fields[3])));
                    case "units" -> {
                        for (int i = 1; i < fields.length; i++) {
                            last(tables).units().add(Double.parseDouble(fields[i]));
                        }
                    }
                    case "key" ->
                        last(tables)
                                .keys()
                                .add(new HeatSummary.OfKey(
                                        TextLines.plain(fields[1]),
                                        TextLines.plain(fields[2]),
                                        Double.parseDouble(fields[3]),
                                        Double.parseDouble(fields[4]),
                                        Integer.parseInt(fields[5])));
                    case "statement" ->
                        statements.add(new HeatSummary.OfStatement(
                                TextLines.plain(fields[1]),
                                Double.parseDouble(fields[2]),
                                Double.parseDouble(fields[3]),
                                Double.parseDouble(fields[4])));
                    default -> throw new IllegalArgumentException("a line of another version");
                }
            }
        } catch (IndexOutOfBoundsException cut) {
            throw new IllegalArgumentException("a line is cut short", cut);
        }
        return new HeatSummary(seconds, sample, tables, statements);
    }

    private static HeatSummary.OfTable last(List<HeatSummary.OfTable> tables) {
        return tables.get(tables.size() - 1);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
