package io.shardkit.lab.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@link Chart.Lines} as SVG: curves with their intervals as bands, marks at the points that were measured. */
final class LineDrawing {

    private static final double WIDTH = 400;
    private static final double HEIGHT = 260;
    private static final double LEFT = 52;
    private static final double RIGHT = 16;
    private static final double TOP = 30;
    private static final double BOTTOM = 46;

    private final Chart.Lines chart;
    private final Axis x;
    private final Axis y;

    LineDrawing(Chart.Lines chart) {
        this.chart = chart;
        List<Chart.Point> points = chart.series().stream()
                .flatMap(series -> series.points().stream())
                .toList();
        double least = points.stream().mapToDouble(Chart.Point::x).min().orElse(0);
        double most = points.stream().mapToDouble(Chart.Point::x).max().orElse(1);
        boolean logarithmic = chart.logarithmicX() && least > 0 && most > least;
        x = new Axis(least, most > least ? most : least + 1, LEFT, WIDTH - RIGHT, logarithmic);
        y = Axis.fromZero(points.stream().mapToDouble(LineDrawing::top).max().orElse(1), HEIGHT - BOTTOM, TOP);
    }

    String render(String id) {
        Svg svg = new Svg(WIDTH, HEIGHT, id, chart.title(), description());
        for (double tick : y.ticks()) {
            svg.line("grid", LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick));
            svg.text("tick end", LEFT - 8, y.at(tick) + 4, y.label(tick));
        }
        for (double tick : x.ticks()) {
            svg.line("grid", x.at(tick), HEIGHT - BOTTOM, x.at(tick), HEIGHT - BOTTOM + 5);
            svg.text("tick middle", x.at(tick), HEIGHT - BOTTOM + 19, x.label(tick));
        }
        svg.text("axis middle", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, chart.x());
        svg.text("axis", 4, 16, chart.y());
        for (int i = 0; i < chart.series().size(); i++) {
            draw(svg, i, chart.series().get(i));
        }
        return svg.end();
    }

    private void draw(Svg svg, int index, Chart.Series series) {
        List<Chart.Point> points = series.points();
        if (points.stream().anyMatch(point -> point.interval() != null)) {
            svg.polygon("band s" + index, band(points));
        }
        svg.polyline(
                "curve s" + index,
                points.stream().map(point -> at(point.x(), point.y())).collect(Collectors.joining(" ")));
        if (points.size() > 40) {
            return; // a curve over time: its points are not single measurements
        }
        for (Chart.Point point : points) {
            svg.mark(
                    index,
                    x.at(point.x()),
                    y.at(point.y()),
                    series.name() + ", " + x.label(point.x()) + " " + chart.x() + ": " + Numbers.format(point.y()) + " "
                            + chart.y());
        }
    }

    private String band(List<Chart.Point> points) {
        StringBuilder band = new StringBuilder();
        for (Chart.Point point : points) {
            band.append(at(point.x(), top(point))).append(' ');
        }
        for (int i = points.size() - 1; i >= 0; i--) {
            Interval interval = points.get(i).interval();
            band.append(at(points.get(i).x(), interval == null ? points.get(i).y() : Math.max(0, interval.low())))
                    .append(' ');
        }
        return band.toString().strip();
    }

    private static double top(Chart.Point point) {
        Interval interval = point.interval();
        return interval == null ? point.y() : interval.high();
    }

    private String at(double xValue, double yValue) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x.at(xValue), y.at(yValue));
    }

    /** Returns the content of the chart in words: the beginning, the peak and the end of each curve. */
    private String description() {
        return chart.series().stream()
                .filter(series -> !series.points().isEmpty())
                .map(series -> {
                    List<Chart.Point> points = series.points();
                    Chart.Point first = points.get(0);
                    Chart.Point last = points.get(points.size() - 1);
                    Chart.Point peak = points.stream()
                            .reduce((one, other) -> other.y() > one.y() ? other : one)
                            .orElse(first);
                    return series.name() + ": " + point(first) + ", most " + point(peak) + ", last " + point(last);
                })
                .collect(Collectors.joining(". ", chart.y() + " by " + chart.x() + ". ", "."));
    }

    private String point(Chart.Point point) {
        return Numbers.format(point.y()) + " at " + Numbers.format(point.x());
    }
}
