package io.shardkit.lab.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The content of the databases against the acknowledged changes.
 *
 * @param requests all that were sent, warm-up included
 * @param errors failed ones
 * @param lost rows acknowledged and not there
 * @param doubled rows there more than once
 * @param lines each number that must agree
 * @param messages of failed requests, the most frequent first
 */
public record DataCheck(long requests, long errors, long lost, long doubled, List<Line> lines, List<String> messages) {

    /** A number as it must be and as it is. */
    public record Line(String what, String expected, String found) {

        /** Returns true if the two numbers are the same. */
        public boolean agrees() {
            return expected.equals(found);
        }
    }

    public DataCheck {
        lines = List.copyOf(lines);
        messages = List.copyOf(messages);
    }

    /** Returns true if nothing failed, nothing is lost, nothing doubled, and every number agrees. */
    public boolean passed() {
        return failures().isEmpty();
    }

    /** Returns the reasons why the check did not pass; empty if it passed. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (errors > 0) {
            failures.add(errors + " requests failed: " + String.join("; ", messages));
        }
        if (lost > 0) {
            failures.add(lost + " acknowledged rows are not there");
        }
        if (doubled > 0) {
            failures.add(doubled + " rows are there more than once");
        }
        for (Line line : lines) {
            if (!line.agrees()) {
                failures.add(line.what() + ": expected " + line.expected() + ", the databases hold " + line.found());
            }
        }
        return failures;
    }
}
