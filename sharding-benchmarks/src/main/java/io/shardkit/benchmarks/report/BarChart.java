package io.shardkit.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Horizontal bars in groups, as an SVG file that is readable on light and on dark pages. */
final class BarChart {
    private static final int WIDTH = 860;
    private static final int LABEL = 280;
    private static final int VALUE = 90;
    private static final int BAR = 13;
    private static final int GAP = 9;
    private static final int HEAD = 58;
    private static final String STYLE =
            """
            <style>
            text { font: 12px sans-serif; fill: #24292f; }
            .title { font-size: 15px; font-weight: bold; }
            .label { text-anchor: end; }
            .series0 { fill: #1f6feb; }
            .series1 { fill: #b35900; }
            .one { stroke: #8c959f; stroke-dasharray: 3 3; }
            @media (prefers-color-scheme: dark) {
              text { fill: #d0d7de; }
              .series0 { fill: #58a6ff; }
              .series1 { fill: #db8b3a; }
            }
            </style>
            """;

    private final String title;
    private final List<String> series;
    private final OptionalDouble line;

    /**
     * A chart without bars.
     *
     * @param series the names of the bars in each group, two at most
     * @param line where to draw a line to compare with
     */
    BarChart(String title, List<String> series, OptionalDouble line) {
        this.title = title;
        this.series = List.copyOf(series);
        this.line = line;
    }

    /**
     * Bars that belong together.
     *
     * @param label what they are about
     * @param values one for each series; empty if there is none
     */
    record Group(String label, List<OptionalDouble> values) {
        Group {
            values = List.copyOf(values);
        }
    }

    /** The text of the file. */
    String render(List<Group> groups) {
        double most = groups.stream()
                .flatMap(group -> group.values().stream())
                .mapToDouble(value -> value.orElse(0))
                .max()
                .orElse(0);
        int step = series.size() * BAR + GAP;
        int height = HEAD + groups.size() * step + GAP;
        StringBuilder svg = new StringBuilder();
        append(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " role=\"img\" aria-label=\"%s\">",
                WIDTH,
                height,
                WIDTH,
                height,
                escape(title));
        svg.append(STYLE);
        append(svg, "<text class=\"title\" x=\"8\" y=\"20\">%s</text>", escape(title));
        for (int i = 0; i < series.size(); i++) {
            int x = LABEL + i * 190;
            append(svg, "<rect class=\"series%d\" x=\"%d\" y=\"33\" width=\"12\" height=\"12\"/>", i, x);
            append(svg, "<text x=\"%d\" y=\"43\">%s</text>", x + 18, escape(series.get(i)));
        }
        int y = HEAD;
        for (Group group : groups) {
            append(
                    svg,
                    "<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>",
                    LABEL - 8,
                    y + series.size() * BAR / 2 + 4,
                    escape(group.label()));
            for (int i = 0; i < series.size(); i++) {
                appendBar(svg, i, group.values().get(i), most, y + i * BAR);
            }
            y += step;
        }
        if (line.isPresent()) {
            double x = LABEL + width(line.getAsDouble(), most);
            append(svg, "<line class=\"one\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>", x, HEAD, x, height);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void appendBar(StringBuilder svg, int number, OptionalDouble value, double most, int y) {
        double width = width(Math.max(0, value.orElse(0)), most);
        append(
                svg,
                "<rect class=\"series%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                number,
                LABEL,
                y + 1,
                width,
                BAR - 2);
        append(svg, "<text x=\"%.1f\" y=\"%d\">%s</text>", LABEL + width + 6, y + BAR - 2, Numbers.plain(value));
    }

    private static double width(double value, double most) {
        return most == 0 ? 0 : value / most * (WIDTH - LABEL - VALUE);
    }

    private static void append(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
