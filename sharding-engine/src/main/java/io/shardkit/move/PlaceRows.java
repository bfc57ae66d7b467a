package io.shardkit.move;

import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.LastChanges;
import io.shardkit.move.table.TablePlace;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of all units that come from one place or several, which are worked on one after another. Not thread-safe. */
final class PlaceRows {
    private static final Logger LOG = LoggerFactory.getLogger(PlaceRows.class);

    private final List<UnitRows> units;
    private @Nullable LastChanges last;

    private PlaceRows(List<UnitRows> units) {
        this.units = List.copyOf(units);
    }

    /**
     * Returns the rows by their places.
     *
     * @param most the number of groups at most: each has a connection to every target, which the application lacks meanwhile
     */
    static List<PlaceRows> of(List<UnitRows> all, int most) {
        Map<TablePlace, List<UnitRows>> places = new LinkedHashMap<>();
        all.forEach(unit -> places.computeIfAbsent(unit.move().source(), any -> new ArrayList<>())
                .add(unit));
        Map<Integer, List<UnitRows>> groups = new LinkedHashMap<>();
        int next = 0;
        for (List<UnitRows> place : places.values()) {
            groups.computeIfAbsent(next++ % most, any -> new ArrayList<>()).addAll(place);
        }
        return groups.values().stream().map(PlaceRows::new).toList();
    }

    List<UnitRows> units() {
        return units;
    }

    /** Makes the last changes ready to be followed while transactions wait, and looks for foreign keys to be made then. */
    void prepareLast(ForeignKeys foreignKeys, int steps) throws SQLException {
        for (UnitRows unit : units) {
            unit.followSome(steps);
            unit.lookFor(foreignKeys);
        }
        last = LastChanges.of(units.stream().map(UnitRows::progress).toList());
        last.followAhead();
    }

    /**
     * Follows the last changes, once they were made ready and nothing is written any more.
     *
     * @param until the time of {@link System#nanoTime} by which they have to be followed
     */
    void followLast(long until) throws SQLException {
        Objects.requireNonNull(last).follow(until);
    }

    /** Lets counters of the targets go on, after the last changes. */
    void raiseCounters() throws SQLException {
        Objects.requireNonNull(last).raiseCounters();
    }

    /** Makes the foreign keys that {@link #prepareLast} has found; those that are made later change the structure. */
    void makeForeignKeys(ForeignKeys foreignKeys) throws SQLException {
        for (UnitRows unit : units) {
            if (unit.isKeyed()) {
                unit.makeForeignKeys(foreignKeys);
            }
        }
    }

    /** Gives the connections back; the rows can't be followed any more. Does nothing the second time. */
    void close() {
        LastChanges open = last;
        last = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException failure) {
                LOG.debug("Connections of last changes are not closed", failure);
            }
        }
    }
}
