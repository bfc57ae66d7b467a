package io.shardkit.lab.report;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chart of the page; its title and its description are also read out to users who do not see it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Chart.Lines.class, name = "lines"),
    @JsonSubTypes.Type(value = Chart.Bars.class, name = "bars")
})
public sealed interface Chart {

    String title();

    /**
     * Curves, by number of threads, by arrival rate or by time.
     *
     * @param x what the horizontal axis counts, with its unit
     * @param y what the vertical axis counts, with its unit; it begins at zero
     * @param logarithmicX whether each doubling of x takes the same width: for threads 1 to 512
     * @param series at most six, in the order of the legend; the colour follows the place in this list
     */
    record Lines(String title, String x, String y, boolean logarithmicX, List<Series> series) implements Chart {
        public Lines {
            series = List.copyOf(series);
        }
    }

    /**
     * Horizontal bars, each with its interval where it has one.
     *
     * @param unit of all bars
     * @param reference where a line is drawn, such as 1 for ratios; null for none
     */
    record Bars(String title, String unit, @Nullable Double reference, List<Bar> bars) implements Chart {
        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /** A curve. */
    record Series(String name, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /** A point of a curve; its interval is in y. */
    record Point(double x, double y, @Nullable Interval interval) {
        public Point(double x, double y) {
            this(x, y, null);
        }
    }

    /**
     * A bar.
     *
     * @param series which colour, from 0
     */
    record Bar(String label, int series, double value, @Nullable Interval interval) {}
}
