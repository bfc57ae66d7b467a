package io.shardkit.benchmarks;

import io.shardkit.benchmarks.OrderQueries.Newest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;

/** The ten newest of the orders that were added, newest first. Not thread-safe. */
final class NewestTen {
    private static final int LIMIT = 10;

    private final List<Newest> rows = new ArrayList<>(LIMIT + 1);

    /** Adds rows of {@link OrderQueries#NEWEST}, and reads no further than they can be among the ten. */
    void add(ResultSet from) throws SQLException {
        while (from.next()) {
            Timestamp at = from.getTimestamp(OrderQueries.NEWEST_AT);
            if (!takes(at)) {
                return;
            }
            insert(Newest.read(from, at));
        }
    }

    /** The checksum of the ten newest of all parts. */
    static long sum(List<NewestTen> parts) {
        NewestTen all = new NewestTen();
        for (NewestTen part : parts) {
            for (Newest row : part.rows) {
                if (!all.takes(row.at())) {
                    break;
                }
                all.insert(row);
            }
        }
        long sum = 0;
        for (Newest row : all.rows) {
            sum = OrderQueries.then(sum, row.sum());
        }
        return sum;
    }

    private boolean takes(Timestamp at) {
        return rows.size() < LIMIT || at.after(rows.get(LIMIT - 1).at());
    }

    private void insert(Newest row) {
        int at = rows.size();
        while (at > 0 && row.at().after(rows.get(at - 1).at())) {
            at--;
        }
        rows.add(at, row);
        if (rows.size() > LIMIT) {
            rows.remove(LIMIT);
        }
    }
}
