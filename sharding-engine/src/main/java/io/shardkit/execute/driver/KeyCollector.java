package io.shardkit.execute.driver;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts the drivers' keys of several calls into the order of the user's rows. A driver that reports another number of
 * keys than rows leaves that order unknown; then only asking for the keys fails, unless none reports any.
 */
public final class KeyCollector implements KeySource {
    private final Map<Long, Object[]> byPosition = new TreeMap<>();
    private @Nullable GeneratedKeyRows first;
    private int parts;
    private boolean orderUnknown;
    private boolean empty = true;

    /**
     * @param keys what a call reported, or null if it was not asked
     * @param statement position of the statement in its batch
     * @param rows positions of the call's rows in that statement
     */
    public void add(@Nullable GeneratedKeyRows keys, int statement, int[] rows) {
        if (keys == null) {
            return;
        }
        List<Long> positions = new ArrayList<>(rows.length);
        for (int row : rows) {
            positions.add(position(statement, row));
        }
        add(keys, positions);
    }

    /** As the other, of keys that were asked for; positions are those of {@link #position}. */
    public void add(GeneratedKeyRows keys, List<Long> positions) {
        parts++;
        if (first == null) {
            first = keys;
        }
        empty &= keys.values().isEmpty();
        if (keys.values().size() != positions.size()) {
            orderUnknown = true;
            return;
        }
        for (int i = 0; i < positions.size(); i++) {
            byPosition.put(positions.get(i), keys.values().get(i));
        }
    }

    public static long position(int statement, int row) {
        return ((long) statement << 32) | row;
    }

    @Override
    public GeneratedKeyRows keys() throws SQLException {
        if (first == null) {
            return GeneratedKeyRows.NONE;
        }
        if (!orderUnknown) {
            return new GeneratedKeyRows(first.columns(), new ArrayList<>(byPosition.values()));
        }
        if (parts == 1 || empty) {
            return first;
        }
        throw ShardingExceptions.of(
                ErrorCode.UNSUPPORTED_JDBC,
                "generated keys of rows on several shards where the driver does not report one for each row");
    }
}
