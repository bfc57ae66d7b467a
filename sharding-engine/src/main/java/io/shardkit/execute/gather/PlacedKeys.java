package io.shardkit.execute.gather;

import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeyCollector;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.driver.KeySource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The drivers' keys of rows that are carried to their units. Not thread-safe. */
public final class PlacedKeys implements PlacingStatements {
    private final KeyRequest request;
    private final KeyCollector collector = new KeyCollector();
    private final List<GeneratedKeyRows> ofUnit = new ArrayList<>();

    public PlacedKeys(KeyRequest request) {
        this.request = request;
    }

    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return request.prepare(connection, sql);
    }

    @Override
    public void wrote(PreparedStatement statement) throws SQLException {
        ofUnit.add(GeneratedKeyRows.read(statement));
    }

    @Override
    public void placed(List<Integer> rows) {
        collector.add(
                GeneratedKeyRows.joined(ofUnit),
                rows.stream().map(row -> KeyCollector.position(0, row)).toList());
        ofUnit.clear();
    }

    /** Returns the keys of all units, in the order of the rows. */
    public KeySource source() {
        return collector;
    }
}
