package io.shardkit.lab.report;

import io.shardkit.lab.load.Series;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one subject under one load.
 *
 * @param operation the operation, such as {@code point select}
 * @param subject the name of the subject, such as {@code by hand, 2 servers}
 * @param load such as {@code 32 threads} or {@code 500/s offered}
 * @param requests answered as expected
 * @param errors refused, failed or with a wrong answer
 * @param unserved of an open load: not begun when it was far too late; no errors, but in the latencies
 * @param perSecond requests answered as expected per second
 * @param latency null where none was taken
 * @param cpuMicros processor time of the measured process per request, microseconds; null where it is not known
 * @param allocatedBytes garbage of the measured process per request; null where it is not known
 */
public record Measurement(
        String operation,
        String subject,
        String load,
        long requests,
        long errors,
        long unserved,
        double perSecond,
        @Nullable Latency latency,
        @Nullable Double cpuMicros,
        @Nullable Double allocatedBytes) {

    /** Returns the measurement of the turns of a series. */
    public static Measurement of(
            String operation, String load, Series series, @Nullable Double cpuMicros, @Nullable Double bytes) {
        return new Measurement(
                operation,
                series.name(),
                load,
                series.done(),
                series.failures().count(),
                series.unserved(),
                series.pace().value(),
                Latency.of(series.latency()),
                cpuMicros,
                bytes);
    }

    /** Time from the intended start of a request to its answer, milliseconds. */
    public record Latency(double p50, double p90, double p95, double p99, double p999, double max) {
        /** Returns the latency of requests counted in nanoseconds; null if there was none. */
        public static @Nullable Latency of(Histogram nanos) {
            return nanos.getTotalCount() == 0
                    ? null
                    : new Latency(
                            millis(nanos, 50),
                            millis(nanos, 90),
                            millis(nanos, 95),
                            millis(nanos, 99),
                            millis(nanos, 99.9),
                            millis(nanos, 100));
        }

        /** Returns a percentile in milliseconds. */
        public static double millis(Histogram nanos, double percentile) {
            return nanos.getValueAtPercentile(percentile) / (double) TimeUnit.MILLISECONDS.toNanos(1);
        }
    }
}
