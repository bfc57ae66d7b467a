package io.shardkit.statistics;

import io.shardkit.observe.Operation;
import java.util.ArrayList;
import java.util.List;

/** The statistics of an instance as ASCII, for a column of text: lines of fields between tabs. */
final class StatisticsText {
    private static final String VERSION = "1";

    private StatisticsText() {}

    static String write(StatisticsSummary summary) {
        StringBuilder text = new StringBuilder();
        TextLines.add(text, "statements", VERSION, String.valueOf(summary.reset()), String.valueOf(summary.since()));
        summary.statements().forEach(each -> line(text, "statement", each));
        summary.definitions().forEach(each -> line(text, "definition", each));
        return text.toString();
    }

    private static void line(StringBuilder text, String kind, Counts counts) {
        StringBuilder latencies = new StringBuilder();
        for (int i = 0; i < counts.latencies().length; i++) {
            if (counts.latencies()[i] > 0) {
                latencies
                        .append(latencies.isEmpty() ? "" : " ")
                        .append(i)
                        .append(' ')
                        .append(counts.latencies()[i]);
            }
        }
        TextLines.add(
                text,
                kind,
                counts.sql(),
                counts.summary(),
                counts.operation().name(),
                counts.rows() + " " + counts.furtherUnits() + " " + counts.widest() + " " + counts.nanos() + " "
                        + counts.longest() + " " + counts.errors() + " " + counts.refusals() + " " + counts.first()
                        + " "
                        + counts.last(),
                counts.lastError(),
                latencies.toString());
    }

    /**
     * Reads statistics.
     *
     * @throws IllegalArgumentException if they were written by another version
     */
    static StatisticsSummary read(String text) {
        List<Counts> statements = new ArrayList<>();
        List<Counts> definitions = new ArrayList<>();
        long reset = 0;
        long since = 0;
        try {
            for (String line : text.split("\n")) {
                String[] fields = line.split("\t", -1);
                switch (fields[0]) {
                    case "statements" -> {
                        if (!fields[1].equals(VERSION)) {
                            throw new IllegalArgumentException("version " + fields[1]);
                        }
                        reset = Long.parseLong(fields[2]);
                        since = Long.parseLong(fields[3]);
                    }
                    case "statement" -> statements.add(counts(fields));
                    case "definition" -> definitions.add(counts(fields));
                    default -> throw new IllegalArgumentException("a line of another version");
                }
            }
        } catch (IndexOutOfBoundsException cut) {
            throw new IllegalArgumentException("a line is cut short", cut);
        }
        return new StatisticsSummary(reset, since, statements, definitions);
    }

    private static Counts counts(String[] fields) {
        long[] numbers = numbers(fields[4]);
        long[] pairs = numbers(fields[6]);
        long[] latencies = new long[Latencies.BUCKETS];
        for (int i = 0; i < pairs.length; i += 2) {
            latencies[(int) pairs[i]] = pairs[i + 1];
        }
        return new Counts(
                TextLines.plain(fields[1]),
                TextLines.plain(fields[2]),
                Operation.valueOf(fields[3]),
                numbers[0],
                numbers[1],
                (int) numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                TextLines.plain(fields[5]),
                numbers[7],
                numbers[8],
                latencies);
    }

    private static long[] numbers(String field) {
        if (field.isEmpty()) {
            return new long[0];
        }
        String[] words = field.split(" ");
        long[] numbers = new long[words.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(words[i]);
        }
        return numbers;
    }
}
