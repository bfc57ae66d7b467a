package io.shardkit.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The report as one page that needs nothing from outside and no script: style and charts are in it. */
final class Page {

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final Run run;
    private final StringBuilder page = new StringBuilder();
    private int charts;

    Page(Run run) {
        this.run = run;
    }

    String render() {
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(Markup.escape(run.title()))
                .append("</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(Markup.escape(run.title()))
                .append("</h1>\n");
        appendFailures();
        run.answers().forEach(this::appendAnswer);
        if (run.check().passed()) {
            paragraph("verdict ok", passed(run.check()));
        }
        run.sections().forEach(this::appendSection);
        appendPublished();
        appendCheck();
        appendHow();
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    /** The data check in a sentence. */
    static String passed(DataCheck check) {
        return String.format(
                Locale.ROOT,
                "Data check passed: %,d requests, 0 errors, 0 rows lost, 0 doubled; the databases hold exactly what was"
                        + " acknowledged.",
                check.requests());
    }

    private void appendFailures() {
        if (run.failures().isEmpty()) {
            return;
        }
        page.append("<div class=\"verdict failed\" role=\"alert\"><strong>This run failed.</strong><ul>\n");
        run.failures()
                .forEach(failure ->
                        page.append("<li>").append(Markup.escape(failure)).append("</li>\n"));
        page.append("</ul></div>\n");
    }

    private void appendAnswer(Answer answer) {
        page.append("<section class=\"answer\">\n");
        heading(answer.question());
        paragraph("sentence", answer.sentence());
        appendChart(answer.chart());
        page.append("</section>\n");
    }

    private void appendSection(Section section) {
        page.append("<section>\n");
        heading(section.title());
        if (!section.text().isEmpty()) {
            paragraph("", section.text());
        }
        section.charts().forEach(this::appendChart);
        page.append(SectionTables.render(section)).append("</section>\n");
    }

    private void appendPublished() {
        if (run.published().isEmpty()) {
            return;
        }
        page.append("<section>\n");
        heading("Published figures beside these");
        paragraph(
                "",
                "Each is the sharded figure divided by the direct one of the same report, because the machines differ.");
        HtmlTable table = new HtmlTable("Published figures", "", List.of("what", "source", "theirs", "here"));
        for (Published each : run.published()) {
            Double ours = each.ours();
            table.row(List.of(
                    each.what(),
                    each.source(),
                    Numbers.format(each.theirs(), "x"),
                    ours == null ? "–" : Numbers.format(ours, "x")));
        }
        page.append(table.end()).append("</section>\n");
    }

    private void appendCheck() {
        page.append("<section>\n");
        heading("The databases against what was acknowledged");
        HtmlTable table = new HtmlTable("Data check", "", List.of("what", "expected", "found", "result"));
        for (DataCheck.Line line : run.check().lines()) {
            table.row(
                    line.agrees() ? "" : "failed",
                    List.of(line.what(), line.expected(), line.found(), line.agrees() ? "agrees" : "differs"));
        }
        page.append(table.end()).append("</section>\n");
    }

    private void appendHow() {
        page.append("<section>\n");
        heading("How it was measured");
        if (!run.notes().isEmpty()) {
            page.append("<ul>\n");
            run.notes()
                    .forEach(note ->
                            page.append("<li>").append(Markup.escape(note)).append("</li>\n"));
            page.append("</ul>\n");
        }
        HtmlTable table = new HtmlTable("Machine and settings", "Machine and settings", List.of("what", "value"));
        table.row(List.of("begun", WHEN.format(run.started())));
        table.row(List.of("took", TextPage.time(run.took())));
        Machine machine = run.machine();
        table.row(List.of("processors", machine.processors() + (machine.cpu().isEmpty() ? "" : ", " + machine.cpu())));
        table.row(List.of("memory", machine.memoryMb() == 0 ? "not known" : machine.memoryMb() / 1024 + " GiB"));
        table.row(List.of("system", machine.system() + ", Java " + machine.java()));
        table.row(List.of(
                "load of others at the beginning",
                machine.load() < 0 ? "not known" : Numbers.format(machine.load()) + " processes"));
        run.settings().forEach((name, value) -> table.row(List.of(name, value)));
        page.append(table.end()).append("</section>\n");
    }

    private void appendChart(Chart chart) {
        page.append(Drawing.render(chart, ++charts));
    }

    private void heading(String words) {
        page.append("<h2>").append(Markup.escape(words)).append("</h2>\n");
    }

    private void paragraph(String style, String words) {
        page.append(style.isEmpty() ? "<p>" : "<p class=\"" + style + "\">")
                .append(Markup.escape(words))
                .append("</p>\n");
    }

    private static String style() {
        try (InputStream css = Page.class.getResourceAsStream("page.css")) {
            if (css == null) {
                throw new IllegalStateException("page.css is missing from the class path");
            }
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
