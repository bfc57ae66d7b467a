package io.shardkit.membership;

import io.shardkit.observe.RestorePoint;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table of restore points, beside that of the rules. Immutable. */
public final class RestorePointTable {
    private static final String SUFFIX = "_restore_point";

    private final Membership membership;

    /** Of the tables of a membership; nothing is asked. */
    public RestorePointTable(Membership membership) {
        this.membership = membership;
    }

    private String name() {
        return membership.settings().ruleTable() + SUFFIX;
    }

    /** Creates the table if it is missing. */
    public void create() throws SQLException {
        StoreTables tables = membership.tables();
        tables.asked(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("CREATE TABLE IF NOT EXISTS " + name()
                        + " (point_name VARCHAR(100) NOT NULL PRIMARY KEY, made_at BIGINT NOT NULL, made_by VARCHAR(200)"
                        + " NOT NULL, epoch BIGINT NOT NULL, held_nanos BIGINT NOT NULL, positions "
                        + tables.dialect().catalog().longText() + " NOT NULL)");
            }
        });
    }

    /** Returns all restore points, the first one first; none if the table is missing. */
    public List<RestorePoint> all() throws SQLException {
        return membership.tables().asked(connection -> {
            List<RestorePoint> points = new ArrayList<>();
            if (membership.tables().isKnownMissing(connection, name())) {
                return points;
            }
            try (Statement query = connection.createStatement();
                    ResultSet rows = query.executeQuery("SELECT point_name, made_at, epoch, held_nanos, positions FROM "
                            + name() + " ORDER BY made_at, point_name")) {
                while (rows.next()) {
                    points.add(new RestorePoint(
                            rows.getString(1),
                            Instant.ofEpochMilli(rows.getLong(2)),
                            rows.getLong(3),
                            Duration.ofNanos(rows.getLong(4)),
                            positions(rows.getString(5))));
                }
            } catch (SQLException failure) {
                if (!StoreTables.isNoTable(failure)) {
                    throw failure;
                }
            }
            return points;
        });
    }

    private static SortedMap<String, String> positions(String text) {
        SortedMap<String, String> positions = new TreeMap<>();
        for (String line : text.split("\n")) {
            int equals = line.indexOf(" = ");
            positions.put(line.substring(0, equals), line.substring(equals + 3));
        }
        return positions;
    }

    /**
     * Adds a restore point.
     *
     * @throws SQLException of a constraint if there is one of that name
     */
    public RestorePoint insert(String point, long epoch, Duration held, SortedMap<String, String> positions)
            throws SQLException {
        String text = positions.entrySet().stream()
                .map(each -> each.getKey() + " = " + each.getValue().replaceAll("\\s+", ""))
                .collect(Collectors.joining("\n"));
        StoreTables tables = membership.tables();
        tables.asked(connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name()
                    + " (point_name, made_at, made_by, epoch, held_nanos, positions) VALUES (?, " + tables.now()
                    + ", ?, ?, ?, ?)")) {
                insert.setString(1, point);
                insert.setString(2, membership.instance());
                insert.setLong(3, epoch);
                insert.setLong(4, held.toNanos());
                insert.setString(5, text);
                return insert.executeUpdate();
            }
        });
        return all().stream()
                .filter(each -> each.name().equals(point))
                .findFirst()
                .orElseThrow(() -> new SQLException("the restore point " + point + " was removed meanwhile"));
    }
}
