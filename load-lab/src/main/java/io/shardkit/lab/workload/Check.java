package io.shardkit.lab.workload;

import io.shardkit.lab.report.DataCheck;
import java.util.ArrayList;
import java.util.List;

/** The databases against what was acknowledged. Not thread-safe. */
final class Check {
    private final List<DataCheck.Line> lines = new ArrayList<>();
    private long lost;
    private long doubled;

    void lost(long rows) {
        lost += rows;
    }

    void doubled(long rows) {
        doubled += rows;
    }

    /** A number as it must be and as it is. */
    void line(String what, long expected, long found) {
        lines.add(new DataCheck.Line(what, Long.toString(expected), Long.toString(found)));
    }

    long lost() {
        return lost;
    }

    long doubled() {
        return doubled;
    }

    List<DataCheck.Line> lines() {
        return lines;
    }
}
