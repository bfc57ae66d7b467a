package io.shardkit.algorithm;

import java.util.List;
import java.util.Locale;

/** The data sources or actual tables that a strategy chooses from. Their numbers are their positions, from 0. Immutable. */
public interface Targets {
    /** Returns the number of targets. */
    int count();

    /** The names of data sources or actual tables, in the order in which the configuration declares them. */
    List<String> names();

    /** The columns whose values decide, in lower case; none if that is a hint. */
    default List<String> columns() {
        return List.of();
    }

    /** The same targets, of which the values of these columns decide. */
    default Targets by(List<String> columns) {
        Targets all = this;
        List<String> names =
                columns.stream().map(column -> column.toLowerCase(Locale.ROOT)).toList();
        return new Targets() {
            @Override
            public int count() {
                return all.count();
            }

            @Override
            public List<String> names() {
                return all.names();
            }

            @Override
            public List<String> columns() {
                return names;
            }

            @Override
            public String toString() {
                return all + " by " + names;
            }
        };
    }

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
