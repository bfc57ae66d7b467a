package io.shardkit.error;

import java.io.Serializable;
import java.util.List;

/**
 * The outcome of a commit that did not succeed everywhere, by the names of the data sources. Data sources that only read
 * are left out. Immutable.
 *
 * @param committed data sources that have committed
 * @param failed data sources that have answered that they did not commit
 * @param unknown data sources that have not answered, and have committed or not
 * @param rolledBack data sources that were rolled back because another one failed
 */
public record CommitOutcome(List<String> committed, List<String> failed, List<String> unknown, List<String> rolledBack)
        implements Serializable {
    static final CommitOutcome UNTOLD = new CommitOutcome(List.of(), List.of(), List.of(), List.of());

    public CommitOutcome {
        committed = List.copyOf(committed);
        failed = List.copyOf(failed);
        unknown = List.copyOf(unknown);
        rolledBack = List.copyOf(rolledBack);
    }

    /** Of one data source of which nothing is known. */
    public static CommitOutcome unknown(String dataSource) {
        return new CommitOutcome(List.of(), List.of(), List.of(dataSource), List.of());
    }

    /** As an exception says it. */
    @Override
    public String toString() {
        return "committed: " + words(committed) + "; failed: " + words(failed) + "; outcome unknown: " + words(unknown)
                + "; rolled back: " + words(rolledBack);
    }

    private static String words(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
