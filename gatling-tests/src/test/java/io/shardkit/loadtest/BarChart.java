package io.shardkit.loadtest;

import java.util.List;
import java.util.Locale;

/** Horizontal bars in groups, as SVG that needs nothing from outside; colours come from the page's style sheet. */
final class BarChart {

    private static final int WIDTH = 640;
    private static final int LABEL = 120;
    private static final int VALUE = 80;
    private static final int BAR = 14;
    private static final int GAP = 12;

    /**
     * Bars that belong together.
     *
     * @param label what they are about
     * @param values one bar per series
     */
    record Group(String label, List<Double> values) {
        Group {
            values = List.copyOf(values);
        }
    }

    private BarChart() {}

    /**
     * @param title read by screen readers
     * @param series the names of the bars in each group
     */
    static String render(String title, List<String> series, List<Group> groups) {
        double most = groups.stream()
                .flatMap(group -> group.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        int height = groups.stream()
                        .mapToInt(group -> group.values().size() * BAR + GAP)
                        .sum()
                + GAP;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH,
                height,
                Html.escape(title)));
        int y = GAP;
        for (Group group : groups) {
            int middle = y + group.values().size() * BAR / 2 + 4;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>%n",
                    LABEL - 8,
                    middle,
                    Html.escape(group.label())));
            for (int i = 0; i < group.values().size(); i++) {
                appendBar(svg, i, series.get(i), group.values().get(i), most, y);
                y += BAR;
            }
            y += GAP;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void appendBar(StringBuilder svg, int index, String series, double value, double most, int y) {
        double width = most == 0 ? 0 : value / most * (WIDTH - LABEL - VALUE);
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"series%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s: %s</title></rect>"
                        + "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
                index,
                LABEL,
                y + 1,
                width,
                BAR - 2,
                Html.escape(series),
                Numbers.format(value),
                LABEL + width + 6,
                y + BAR - 3,
                Numbers.format(value)));
    }
}
