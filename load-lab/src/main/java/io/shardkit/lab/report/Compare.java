package io.shardkit.lab.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code compare A.json B.json}: tells for each figure whether two runs differ by more than noise. */
public final class Compare {

    private static final String ROW = "%-72s %16s %16s   %-22s %s%n";

    private Compare() {}

    /** Entry point; ends with code 0 whatever the runs hold, with 2 if it was not told two files of one kind of run. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("compare needs two files, results.json of two runs");
            System.exit(2);
            return;
        }
        try {
            print(new Comparison(RunFile.read(Path.of(arguments[0])), RunFile.read(Path.of(arguments[1]))), System.out);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    static void print(Comparison comparison, PrintStream out) {
        out.printf(Locale.ROOT, ROW, "figure", "first", "second", "difference", "");
        List<Comparison.Line> lines = comparison.lines();
        for (Comparison.Line line : lines) {
            out.printf(
                    Locale.ROOT,
                    ROW,
                    line.name(),
                    value(line.before()),
                    value(line.after()),
                    difference(line),
                    line.verdict().words());
        }
        out.println();
        out.println(lines.stream()
                        .filter(line -> line.verdict() == Comparison.Verdict.BETTER
                                || line.verdict() == Comparison.Verdict.WORSE
                                || line.verdict() == Comparison.Verdict.DIFFERENT)
                        .count()
                + " of " + lines.size()
                + " figures differ by more than noise; at 95 % one of twenty does so by chance.");
        comparison.warnings().forEach(warning -> out.println("Not the same: " + warning));
    }

    private static String value(@Nullable Figure figure) {
        return figure == null ? "" : Numbers.format(figure.value(), figure.unit());
    }

    private static String difference(Comparison.Line line) {
        Interval difference = line.difference();
        return difference == null
                ? ""
                : String.format(Locale.ROOT, "%+.3g to %+.3g", difference.low(), difference.high());
    }
}
