package io.shardkit.loadtest;

import io.shardkit.lab.load.Estimate;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.report.Figure;
import io.shardkit.lab.report.Interval;
import io.shardkit.lab.report.Measurement;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The loops' measurements in the form of the report. */
final class Measured {

    private Measured() {}

    static Interval interval(Estimate estimate) {
        return new Interval(estimate.low(), estimate.high(), estimate.confidence());
    }

    static Figure figure(String name, String unit, Estimate estimate, Figure.Better better) {
        return Figure.of(name, unit, estimate.value(), interval(estimate), better);
    }

    static Measurement measurement(
            String operation, String load, Series series, @Nullable Double cpuMicros, @Nullable Double bytes) {
        return new Measurement(
                operation,
                series.name(),
                load,
                series.done(),
                series.failures().count(),
                series.unserved(),
                series.pace().value(),
                latency(series.latency()),
                cpuMicros,
                bytes);
    }

    private static Measurement.Latency latency(Histogram nanos) {
        return new Measurement.Latency(
                millis(nanos.getValueAtPercentile(50)),
                millis(nanos.getValueAtPercentile(90)),
                millis(nanos.getValueAtPercentile(95)),
                millis(nanos.getValueAtPercentile(99)),
                millis(nanos.getValueAtPercentile(99.9)),
                millis(nanos.getMaxValue()));
    }

    private static double millis(long nanos) {
        return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}
