package io.shardkit.jdbc;

import io.shardkit.execute.PlacingStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The drivers' keys of rows that are carried to their units. Not thread-safe. */
final class PlacedKeys implements PlacingStatements {
    private final KeyRequest request;
    private final KeyCollector collector = new KeyCollector();
    private final List<KeptRows> ofUnit = new ArrayList<>();

    PlacedKeys(KeyRequest request) {
        this.request = request;
    }

    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return request.prepare(connection, sql);
    }

    @Override
    public void wrote(PreparedStatement statement) throws SQLException {
        ofUnit.add(KeptRows.read(statement));
    }

    @Override
    public void placed(List<Integer> rows) {
        collector.add(
                KeptRows.joined(ofUnit),
                rows.stream().map(row -> KeyCollector.position(0, row)).toList());
        ofUnit.clear();
    }

    /** Those of all units, in the order of the rows. */
    KeySource source() {
        return collector;
    }
}
