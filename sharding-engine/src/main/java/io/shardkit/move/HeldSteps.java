package io.shardkit.move;

import io.shardkit.move.table.Fence;
import io.shardkit.move.table.OldSnapshots;
import io.shardkit.move.table.TablePlace;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The steps of a switch while transactions are held, each of which keeps writes from being lost or old rows from being
 * read. Thread-safe.
 */
class HeldSteps {
    private final UnitTables tables;

    HeldSteps(UnitTables tables) {
        this.tables = tables;
    }

    /**
     * Keeps everyone away from the sources; returns why that was not possible, or an empty text.
     *
     * @param holders gets those who hold them, in words
     */
    String fence(MoveOperation operation, List<String> holders) throws SQLException {
        for (List<MovedUnit> units : UnitTables.bySource(operation).values()) {
            Fence.Outcome outcome = tables.fence(operation, units).close();
            if (!outcome.done()) {
                holders.addAll(outcome.holders());
                return units + " could not be had: " + outcome.failure();
            }
        }
        return "";
    }

    /** Follows the last changes of a unit that nothing writes any more. */
    void followLast(UnitRows unit) throws SQLException {
        unit.followLast();
    }

    /** Waits for transactions at the targets that see rows as they were; returns those that have not ended, in words. */
    List<String> oldSnapshots(MoveOperation operation, long until) throws SQLException {
        Set<TablePlace> targets = operation.units().stream()
                .map(unit -> tables.ahead(operation, unit).target())
                .collect(Collectors.toSet());
        List<String> left = new ArrayList<>();
        for (TablePlace each : targets) {
            left.addAll(OldSnapshots.left(tables.dialect(), each, until));
        }
        return left;
    }
}
