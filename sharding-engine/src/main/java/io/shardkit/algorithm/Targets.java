package io.shardkit.algorithm;

import java.util.List;

/** What a strategy chooses from: data sources, or actual tables. Their numbers are their positions, from 0. Immutable. */
public interface Targets {
    /** How many there are. */
    int count();

    /** The names of data sources or actual tables, in the order in which the configuration declares them. */
    List<String> names();

    /** Targets of these names. */
    static Targets of(List<String> names) {
        List<String> copy = List.copyOf(names);
        return new Targets() {
            @Override
            public int count() {
                return copy.size();
            }

            @Override
            public List<String> names() {
                return copy;
            }

            @Override
            public String toString() {
                return copy.toString();
            }
        };
    }
}
