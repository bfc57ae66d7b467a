package io.shardkit.loadtest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The report as one HTML page that needs nothing from outside: style and charts are in it. */
final class HtmlReport {

    private final LoadReport report;

    HtmlReport(LoadReport report) {
        this.report = report;
    }

    String render() {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>Load test: ")
                .append(Html.escape(String.join(" and ", profileNames())))
                .append("</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<h1>Load test of the order service</h1>\n");
        appendVerdict(page);
        appendSettings(page);
        appendMeasurements(page);
        appendCharts(page);
        report.profiles().forEach(profile -> appendReconciliation(page, profile));
        return page.append("</body>\n</html>\n").toString();
    }

    private void appendVerdict(StringBuilder page) {
        List<String> failures = report.failures();
        if (failures.isEmpty()) {
            page.append("<p class=\"ok\">No errors; the databases hold exactly what was acknowledged.</p>\n");
            return;
        }
        page.append("<ul class=\"failed\">\n");
        failures.forEach(
                failure -> page.append("<li>").append(Html.escape(failure)).append("</li>\n"));
        page.append("</ul>\n");
    }

    private void appendSettings(StringBuilder page) {
        LoadSettings settings = report.settings();
        page.append(String.format(
                Locale.ROOT,
                "<p>%d users, each sending its next request when the last is answered; %d s per scenario after %d s of"
                        + " warm-up; %,d orders to begin with. Databases, application and generator share one machine:"
                        + " %s.</p>%n",
                settings.users(),
                settings.seconds(),
                settings.warmup(),
                settings.orders(),
                Html.escape(report.machine())));
        page.append("<ul>\n");
        for (ProfileResult profile : report.profiles()) {
            page.append(String.format(
                    Locale.ROOT,
                    "<li>%s: %s (<a href=\"%s\">Gatling's report</a>)</li>%n",
                    Html.escape(profile.profile()),
                    Html.escape(profile.servers()),
                    Html.escape(profile.gatlingReport())));
        }
        page.append("</ul>\n");
    }

    private void appendMeasurements(StringBuilder page) {
        page.append("<h2>Measurements</h2>\n<table>\n<tr><th>scenario</th><th>profile</th>");
        Metric.ALL.forEach(metric -> page.append("<th class=\"number\">")
                .append(Html.escape(metric.title()))
                .append("</th>"));
        page.append("</tr>\n");
        for (Scenario scenario : Scenario.values()) {
            for (ProfileResult profile : report.profiles()) {
                profile.scenario(scenario).ifPresent(measured -> appendRow(page, scenario, profile, measured));
            }
        }
        page.append("</table>\n<p>Percentiles are whole milliseconds; the mean is users divided by requests per second,"
                + " which is finer.</p>\n");
    }

    private static void appendRow(
            StringBuilder page, Scenario scenario, ProfileResult profile, ScenarioResult measured) {
        page.append("<tr><td title=\"")
                .append(Html.escape(scenario.request()))
                .append("\">")
                .append(Html.escape(scenario.title()))
                .append("</td><td>")
                .append(Html.escape(profile.profile()))
                .append("</td>");
        for (Metric metric : Metric.ALL) {
            page.append("<td class=\"number\">")
                    .append(Numbers.format(metric.value().applyAsDouble(measured)))
                    .append("</td>");
        }
        page.append("</tr>\n");
    }

    private void appendCharts(StringBuilder page) {
        page.append("<h2>Charts</h2>\n<p>");
        List<String> names = profileNames();
        for (int i = 0; i < names.size(); i++) {
            page.append(String.format(
                    Locale.ROOT,
                    "<span class=\"key\"><svg viewBox=\"0 0 10 10\"><rect class=\"series%d\" width=\"10\""
                            + " height=\"10\"/></svg> %s</span> ",
                    i,
                    Html.escape(names.get(i))));
        }
        page.append("</p>\n<div class=\"charts\">\n");
        for (Metric metric : Metric.ALL) {
            page.append("<figure>\n<figcaption>")
                    .append(Html.escape(metric.title()))
                    .append(" <small>")
                    .append(Html.escape(metric.betterIs()))
                    .append("</small></figcaption>\n")
                    .append(BarChart.render(metric.title(), names, groups(metric)))
                    .append("</figure>\n");
        }
        page.append("</div>\n");
    }

    private List<BarChart.Group> groups(Metric metric) {
        List<BarChart.Group> groups = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            List<Double> values = report.profiles().stream()
                    .map(profile -> profile.scenario(scenario))
                    .flatMap(Optional::stream)
                    .map(measured -> metric.value().applyAsDouble(measured))
                    .toList();
            groups.add(new BarChart.Group(scenario.title(), values));
        }
        return groups;
    }

    private static void appendReconciliation(StringBuilder page, ProfileResult profile) {
        page.append("<h2>")
                .append(Html.escape(profile.profile()))
                .append(": the databases against what was acknowledged</h2>\n<table>\n")
                .append(
                        "<tr><th></th><th class=\"number\">expected</th><th class=\"number\">found</th><th></th></tr>\n");
        for (Reconciliation.Line line : profile.reconciliation().lines()) {
            page.append(String.format(
                    Locale.ROOT,
                    "<tr class=\"%s\"><td>%s</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td>%s</td>"
                            + "</tr>%n",
                    line.agrees() ? "ok" : "failed",
                    Html.escape(line.what()),
                    Numbers.format(line.expected()),
                    Numbers.format(line.found()),
                    line.agrees() ? "ok" : "differs"));
        }
        page.append("</table>\n<p>Orders per table: ")
                .append(Html.escape(profile.rows().toString()))
                .append("</p>\n");
    }

    private List<String> profileNames() {
        return report.profiles().stream().map(ProfileResult::profile).toList();
    }

    private static String style() {
        try (InputStream css = HtmlReport.class.getResourceAsStream("report.css")) {
            if (css == null) {
                throw new IllegalStateException("report.css is missing from the class path");
            }
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
