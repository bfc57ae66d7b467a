package io.shardkit.lab.report;

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

    /** Time from the intended start of a request to its answer, milliseconds. */
    public record Latency(double p50, double p90, double p95, double p99, double p999, double max) {}
}
