package io.shardkit.execute;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of connections, told apart by identity and held weakly. Immutable, so that any number of threads may look into
 * it: each borrower does, and takes a look or two however many connections there are.
 */
final class KnownConnections {
    static final KnownConnections NONE = new KnownConnections(List.of());

    /** In the order in which they came. */
    private final List<Known> all;

    /** The same, each at the first free place from the one of its hash; at least half of the places are free. */
    private final @Nullable Known[] places;

    private static final class Known extends WeakReference<Connection> {
        Known(Connection connection) {
            super(connection);
        }
    }

    private KnownConnections(List<Known> all) {
        this.all = all;
        places = new Known[Integer.highestOneBit(all.size() + 1) << 2];
        for (Known each : all) {
            Connection connection = each.get();
            if (connection != null) {
                places[place(connection)] = each;
            }
        }
    }

    /** The place of a connection, or the one that it would have. */
    private int place(Connection connection) {
        int place = System.identityHashCode(connection) & (places.length - 1);
        Known there = places[place];
        while (there != null && !there.refersTo(connection)) {
            place = (place + 1) & (places.length - 1);
            there = places[place];
        }
        return place;
    }

    /** What refers to a connection, or null if it is not among these. */
    @Nullable WeakReference<Connection> find(Connection connection) {
        return places[place(connection)];
    }

    /** These without those that are gone, and one more; of more than so many the oldest are left out. */
    KnownConnections with(Connection connection, int most) {
        List<Known> living = new ArrayList<>(all);
        living.removeIf(each -> each.refersTo(null));
        living.add(new Known(connection));
        return new KnownConnections(List.copyOf(living.subList(Math.max(0, living.size() - most), living.size())));
    }

    int size() {
        return all.size();
    }
}
