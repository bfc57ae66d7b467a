package io.shardkit.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@link Chart.Bars} as SVG. With a reference, such as 1 for ratios, each is a mark with its interval beside the
 * reference's line: bars from zero would all look alike.
 */
final class BarDrawing {

    private static final double WIDTH = 400;
    private static final double LEFT = 8;
    private static final double RIGHT = 88;
    private static final double LINE = 16;
    private static final double ROW = 28;
    private static final int CHARACTERS = 46;
    private static final double TOP = 8;
    private static final double BOTTOM = 30;

    private final Chart.Bars chart;
    private final Axis axis;
    private final double height;

    BarDrawing(Chart.Bars chart) {
        this.chart = chart;
        this.height =
                TOP + chart.bars().stream().mapToDouble(BarDrawing::height).sum() + BOTTOM;
        List<Double> values = new ArrayList<>();
        Double reference = chart.reference();
        if (reference != null) {
            values.add(reference);
        }
        for (Chart.Bar bar : chart.bars()) {
            values.add(bar.value());
            Interval interval = bar.interval();
            if (interval != null) {
                values.add(interval.low());
                values.add(interval.high());
            }
        }
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        axis = reference == null
                ? Axis.fromZero(most, LEFT, WIDTH - RIGHT)
                : Axis.around(least, most, LEFT, WIDTH - RIGHT);
    }

    String render(String id) {
        Svg svg = new Svg(WIDTH, height, id, chart.title(), description());
        for (double tick : axis.ticks()) {
            svg.line("grid", axis.at(tick), TOP, axis.at(tick), height - BOTTOM);
            svg.text("tick middle", axis.at(tick), height - BOTTOM + 18, axis.label(tick));
        }
        Double reference = chart.reference();
        if (reference != null) {
            svg.line("reference", axis.at(reference), TOP, axis.at(reference), height - BOTTOM);
        }
        double top = TOP;
        for (Chart.Bar bar : chart.bars()) {
            draw(svg, bar, top, reference);
            top += height(bar);
        }
        return svg.end();
    }

    private static double height(Chart.Bar bar) {
        return LINE * lines(bar.label()).size() + ROW;
    }

    /** A label as lines that fit into the width. */
    private static List<String> lines(String label) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : label.split(" ")) {
            if (!line.isEmpty() && line.length() + word.length() >= CHARACTERS) {
                lines.add(line);
                line = "";
            }
            line = line.isEmpty() ? word : line + ' ' + word;
        }
        lines.add(line);
        return lines;
    }

    private void draw(Svg svg, Chart.Bar bar, double top, @Nullable Double reference) {
        double middle = top - 2;
        for (String line : lines(bar.label())) {
            middle += LINE;
            svg.text("label", LEFT, middle, line);
        }
        middle += 14;
        if (reference == null) {
            svg.rect("bar s" + bar.series(), LEFT, middle - 7, axis.at(bar.value()) - LEFT, 14, said(bar));
        }
        Interval interval = bar.interval();
        if (interval != null) {
            svg.line("whisker s" + bar.series(), axis.at(interval.low()), middle, axis.at(interval.high()), middle);
            svg.line(
                    "whisker s" + bar.series(),
                    axis.at(interval.low()),
                    middle - 5,
                    axis.at(interval.low()),
                    middle + 5);
            svg.line(
                    "whisker s" + bar.series(),
                    axis.at(interval.high()),
                    middle - 5,
                    axis.at(interval.high()),
                    middle + 5);
        }
        if (reference != null) {
            svg.mark(bar.series(), axis.at(bar.value()), middle, said(bar));
        }
        svg.text("value", WIDTH - RIGHT + 14, middle + 4, Numbers.format(bar.value(), chart.unit()));
    }

    private String said(Chart.Bar bar) {
        Interval interval = bar.interval();
        return bar.label() + ": " + Numbers.format(bar.value(), chart.unit())
                + (interval == null
                        ? ""
                        : " (" + Numbers.format(interval, chart.unit()) + ", " + Numbers.percent(interval.confidence())
                                + ")");
    }

    private String description() {
        return chart.bars().stream().map(this::said).collect(Collectors.joining(". ", "", "."));
    }
}
