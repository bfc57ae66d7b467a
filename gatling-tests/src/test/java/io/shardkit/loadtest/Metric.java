package io.shardkit.loadtest;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A column of the report and a chart of its own.
 *
 * @param title what it is, with its unit
 * @param betterIs what a reader should wish for
 * @param value where it comes from
 */
record Metric(String title, String betterIs, ToDoubleFunction<ScenarioResult> value) {

    static final List<Metric> ALL = List.of(
            new Metric("requests/s", "more is better", ScenarioResult::perSecond),
            new Metric("mean ms", "less is better", ScenarioResult::mean),
            new Metric("p50 ms", "less is better", ScenarioResult::p50),
            new Metric("p95 ms", "less is better", ScenarioResult::p95),
            new Metric("p99 ms", "less is better", ScenarioResult::p99),
            new Metric("errors", "0 is right", ScenarioResult::errors));
}
