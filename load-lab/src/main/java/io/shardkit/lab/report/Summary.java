package io.shardkit.lab.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The part of the documentation's pages about a run, in Markdown. In a page it stands between {@code <!-- run: answers
 * -->} or {@code <!-- run: figures -->} and {@code <!-- end of run -->}.
 */
public final class Summary {

    private static final String END = "<!-- end of run -->";
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private Summary() {}

    /**
     * A page with what it shows of a run replaced.
     *
     * @throws IllegalArgumentException if a mark has no end
     */
    public static String in(String page, Run run) {
        String answers = replace(page, "<!-- run: answers -->", answers(run));
        return replace(answers, "<!-- run: figures -->", figures(run));
    }

    private static String answers(Run run) {
        StringBuilder text = new StringBuilder("| question | answer |\n| --- | --- |\n");
        run.answers().forEach(answer -> text.append("| ")
                .append(cell(answer.question()))
                .append(" | ")
                .append(cell(answer.sentence()))
                .append(" |\n"));
        return text.append("\nMeasured on ").append(where(run)).append(".\n").toString();
    }

    private static String figures(Run run) {
        StringBuilder text = new StringBuilder("| figure | value | 95 % interval |\n| --- | ---: | ---: |\n");
        for (Figure figure : run.figures()) {
            Interval interval = figure.interval();
            text.append("| ")
                    .append(cell(figure.name()))
                    .append(" | ")
                    .append(Numbers.format(figure.value(), figure.unit()))
                    .append(" | ")
                    .append(interval == null ? "" : Numbers.format(interval, figure.unit()))
                    .append(" |\n");
        }
        return text.append("\nMeasured on ")
                .append(where(run))
                .append(", ")
                .append(String.format(
                        Locale.ROOT,
                        "%,d requests, %d errors, %d rows lost, %d doubled.",
                        run.check().requests(),
                        run.check().errors(),
                        run.check().lost(),
                        run.check().doubled()))
                .append('\n')
                .toString();
    }

    private static String where(Run run) {
        Machine machine = run.machine();
        String others = machine.load() < 0.5
                ? ""
                : String.format(Locale.ROOT, ", while about %.0f other processes ran", Math.ceil(machine.load()));
        return DAY.format(run.started()) + ", " + machine.processors() + " processors"
                + (machine.cpu().isEmpty() ? "" : " (" + machine.cpu() + ")") + ", Java " + machine.java() + others;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String replace(String page, String begin, String content) {
        int from = page.indexOf(begin);
        if (from < 0) {
            return page;
        }
        int to = page.indexOf(END, from);
        if (to < 0) {
            throw new IllegalArgumentException(begin + " has no " + END);
        }
        return page.substring(0, from + begin.length()) + "\n" + content + page.substring(to);
    }
}
