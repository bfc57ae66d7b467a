package io.shardkit.execute;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of connections, told apart by identity. It holds none, but the statements that a connection keeps hold it, until
 * another one is added after it was closed. Immutable, so that any number of threads may look into it: each borrower does,
 * and takes a look or two however many connections there are.
 */
final class PhysicalConnections {
    static final PhysicalConnections NONE = new PhysicalConnections(List.of());

    /** In the order in which they came. */
    private final List<PhysicalConnection> all;

    /** The same, each at the first free place from the one of its hash; at least three quarters of the places are free. */
    private final @Nullable PhysicalConnection[] places;

    private PhysicalConnections(List<PhysicalConnection> all) {
        this.all = all;
        places = new PhysicalConnection[Integer.highestOneBit(all.size() + 1) << 3];
        for (PhysicalConnection each : all) {
            Connection connection = each.get();
            if (connection != null) {
                places[place(connection)] = each;
            }
        }
    }

    /** The place of a connection, or the one that it would have. */
    private int place(Connection connection) {
        int place = System.identityHashCode(connection) & (places.length - 1);
        PhysicalConnection there = places[place];
        while (there != null && !there.refersTo(connection)) {
            place = (place + 1) & (places.length - 1);
            there = places[place];
        }
        return place;
    }

    /** Returns the physical connection that refers to a JDBC connection, or null if there is none. */
    @Nullable PhysicalConnection find(Connection connection) {
        return places[place(connection)];
    }

    /** These without those that are gone or closed, and one more; of more than so many the oldest are left out. */
    PhysicalConnections with(PhysicalConnection more, int most) {
        List<PhysicalConnection> living = new ArrayList<>(all);
        living.removeIf(PhysicalConnection::isGone);
        living.add(more);
        return new PhysicalConnections(List.copyOf(living.subList(Math.max(0, living.size() - most), living.size())));
    }

    /** All of them, in the order in which they came. */
    List<PhysicalConnection> all() {
        return all;
    }
}
