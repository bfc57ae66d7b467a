package io.shardkit.benchmarks.report;

import io.shardkit.lab.report.Svg;
import java.util.List;
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
        Svg svg = new Svg(WIDTH, height, title, STYLE);
        svg.text("title", 8, 20, title);
        for (int i = 0; i < series.size(); i++) {
            int x = LABEL + i * 190;
            svg.rect("series" + i, x, 33, 12, 12, series.get(i));
            svg.text("", x + 18, 43, series.get(i));
        }
        int y = HEAD;
        for (Group group : groups) {
            svg.text("label", LABEL - 8, y + series.size() * BAR / 2 + 4, group.label());
            for (int i = 0; i < series.size(); i++) {
                OptionalDouble value = group.values().get(i);
                double width = width(Math.max(0, value.orElse(0)), most);
                svg.rect("series" + i, LABEL, y + i * BAR + 1, width, BAR - 2, series.get(i) + ", " + group.label());
                svg.text("", LABEL + width + 6, y + i * BAR + BAR - 2, Cells.plain(value));
            }
            y += step;
        }
        if (line.isPresent()) {
            double x = LABEL + width(line.getAsDouble(), most);
            svg.line("one", x, HEAD, x, height);
        }
        return svg.end();
    }

    private static double width(double value, double most) {
        return most == 0 ? 0 : value / most * (WIDTH - LABEL - VALUE);
    }
}
