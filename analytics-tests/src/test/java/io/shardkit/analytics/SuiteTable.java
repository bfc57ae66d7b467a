package io.shardkit.analytics;

import io.shardkit.analytics.Asked.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The table of a suite, printed line by line, and written into a file at the end. */
final class SuiteTable {
    /** The folder of the files, one for each suite and database. */
    private static final Path FOLDER = Path.of("target", "suites");

    /** The ratio to one database from which on a query is named. */
    private static final double SLOW = 20;

    private final String file;
    private final StringBuilder text = new StringBuilder();
    private final List<Asked> all = new ArrayList<>();

    /**
     * @param title of the table
     * @param file the name of its file
     */
    SuiteTable(String title, String file) {
        this.file = file;
        print("# " + title);
        print("");
        print(
                "| query | answer | way | rows copied | rows moved | bytes moved | first, ms | best, ms | one database, ms"
                        + " | ratio |");
        print("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    }

    void add(Asked asked) {
        all.add(asked);
        String answer = asked.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String detail = asked.detail().isEmpty() ? "" : ": " + asked.detail().replace("|", "\\|");
        boolean hasTimes = asked.best() > 0;
        print(String.format(
                Locale.ROOT,
                "| %s | %s%s | %s | %,d | %,d | %,d | %s | %s | %s | %s |",
                asked.name(),
                answer,
                detail,
                asked.way(),
                asked.copied(),
                asked.moved(),
                asked.bytes(),
                asked.first() > 0 ? millis(asked.first()) : "",
                hasTimes ? millis(asked.best()) : "",
                asked.plain() > 0 ? millis(asked.plain()) : "",
                hasTimes ? number(asked.ratio()) : ""));
    }

    /** Prints the totals, and writes the file. */
    void end() throws IOException {
        long counted = all.size() - count(Outcome.NOT_COUNTED);
        print("");
        print(String.format(
                Locale.ROOT,
                "%d of %d answered, %d refused, %d too slow, %d wrong; %d that one database does not answer are not counted.",
                count(Outcome.EQUAL),
                counted,
                count(Outcome.REFUSED),
                count(Outcome.TOO_SLOW),
                count(Outcome.WRONG),
                count(Outcome.NOT_COUNTED)));
        List<Asked> gathered = all.stream()
                .filter(Asked::isGathered)
                .sorted(Comparator.comparingDouble(Asked::ratio))
                .toList();
        print(String.format(
                Locale.ROOT,
                "%d gathered: %,d rows copied, %,d of them moved, %,d bytes.",
                gathered.size(),
                sum(gathered, Asked::copied),
                sum(gathered, Asked::moved),
                sum(gathered, Asked::bytes)));
        if (!gathered.isEmpty()) {
            print("Times as long as one database, of those gathered: median "
                    + number((gathered.get((gathered.size() - 1) / 2).ratio()
                                    + gathered.get(gathered.size() / 2).ratio())
                            / 2)
                    + ", most " + number(gathered.get(gathered.size() - 1).ratio()) + "; over " + number(SLOW) + ": "
                    + gathered.stream()
                            .filter(asked -> asked.ratio() > SLOW)
                            .map(Asked::name)
                            .collect(Collectors.collectingAndThen(
                                    Collectors.joining(", "), names -> names.isEmpty() ? "none" : names))
                    + ".");
        }
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve(file), text);
    }

    /** The names of the queries with such outcomes, each with what is known of it. */
    List<String> named(Outcome... outcomes) {
        return all.stream()
                .filter(asked -> List.of(outcomes).contains(asked.outcome()))
                .map(asked -> asked.name() + ": " + asked.detail())
                .toList();
    }

    private long count(Outcome outcome) {
        return named(outcome).size();
    }

    private static long sum(List<Asked> some, ToLongFunction<Asked> size) {
        return some.stream().mapToLong(size).sum();
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%,.0f", millis);
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, number < 10 ? "%.1f" : "%,.0f", number);
    }

    private void print(String line) {
        System.out.println(line);
        text.append(line).append('\n');
    }
}
