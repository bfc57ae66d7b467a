package io.shardkit.loadtest;

/**
 * The measurements of one scenario over one profile.
 *
 * @param title the scenario's title
 * @param requests answered as expected
 * @param errors refused, failed, late or with a wrong answer
 * @param perSecond requests answered as expected per second
 * @param mean mean time of a request in milliseconds, from the number of users and the throughput: finer than the
 *     percentiles, which the log holds in whole milliseconds
 * @param p50 median of the response time, milliseconds
 * @param p95 95th percentile, milliseconds
 * @param p99 99th percentile, milliseconds
 */
record ScenarioResult(
        String title, long requests, long errors, double perSecond, double mean, int p50, int p95, int p99) {}
