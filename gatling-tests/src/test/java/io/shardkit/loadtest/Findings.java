package io.shardkit.loadtest;

import io.shardkit.lab.load.Failures;
import io.shardkit.lab.load.Series;
import io.shardkit.lab.load.WarmUp;
import io.shardkit.lab.report.DataCheck;
import java.util.ArrayList;
import java.util.List;

/** Gathers what a run's data check is made of. One thread. */
final class Findings {

    private final List<DataCheck.Line> lines = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private long requests;
    private long errors;
    private long lost;
    private long doubled;

    /** Requests that were measured, with their failures. */
    void add(List<Series> series) {
        for (Series each : series) {
            add(each.requests(), each.failures());
        }
    }

    /** Requests of a warm-up. */
    void add(WarmUp.Outcome warmUp) {
        add(warmUp.requests(), warmUp.failures());
    }

    /** Other requests. */
    void add(long sent, long failed, List<String> said) {
        requests += sent;
        errors += failed;
        messages.addAll(said);
    }

    void add(Reconciliation reconciliation) {
        lines.addAll(reconciliation.lines());
        lost += reconciliation.lost();
        doubled += reconciliation.doubled();
    }

    DataCheck check() {
        return new DataCheck(
                requests,
                errors,
                lost,
                doubled,
                lines,
                messages.stream().distinct().limit(10).toList());
    }

    private void add(long sent, Failures failures) {
        add(sent, failures.count(), failures.messages());
    }
}
