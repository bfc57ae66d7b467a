package io.shardkit.loadtest;

/**
 * The measurements of one scenario over one profile.
 *
 * @param title the scenario's title
 * @param requests answered as expected
 * @param errors refused, failed, late or with a wrong answer
 * @param perSecond requests answered as expected per second
 * @param p50 median of the response time, milliseconds
 * @param p95 95th percentile, milliseconds
 * @param p99 99th percentile, milliseconds
 */
record ScenarioResult(String title, long requests, long errors, double perSecond, int p50, int p95, int p99) {}
