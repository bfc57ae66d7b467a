package io.shardkit.move;

import io.shardkit.dialect.Dialect;
import io.shardkit.move.table.Fence;
import io.shardkit.move.table.MoveLimits;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Finds the tables of a move in the databases, and their names.
 *
 * @param dialect of all databases
 * @param pools gives the pool of a data source
 */
record UnitTables(Dialect dialect, Function<String, DataSource> pools) {

    private TablePlace place(MovedUnit unit, String dataSource) {
        return new TablePlace(pools.apply(dataSource), unit.schema());
    }

    /** The move of a unit's table that ends with the next switch. */
    TableMove ahead(MoveOperation operation, MovedUnit unit) {
        return move(operation, unit, operation.isBack(), operation.attempt(), operation.parked());
    }

    /** The move of a unit's table that begins with the next switch, and keeps the way back open. */
    TableMove wayBack(MoveOperation operation, MovedUnit unit) {
        return move(operation, unit, !operation.isBack(), operation.parked(), operation.attempt());
    }

    private TableMove move(MoveOperation operation, MovedUnit unit, boolean back, int fenced, int filled) {
        return new TableMove(
                operation.id() + (back ? "b" : "f"),
                dialect,
                place(unit, unit.source(back)),
                place(unit, unit.target(back)),
                unit.name(),
                unit.parked(operation.id(), fenced),
                unit.parked(operation.id(), filled),
                MoveLimits.DEFAULTS);
    }

    /** Groups units by the data source on which they are until the next switch. */
    static Map<String, List<MovedUnit>> bySource(MoveOperation operation) {
        Map<String, List<MovedUnit>> groups = new LinkedHashMap<>();
        operation.units().forEach(unit -> groups.computeIfAbsent(
                        unit.source(operation.isBack()), any -> new ArrayList<>())
                .add(unit));
        return groups;
    }

    /** The fence around units that are on one data source. */
    Fence fence(MoveOperation operation, List<MovedUnit> units) {
        return Fence.of(units.stream().map(unit -> ahead(operation, unit)).toList());
    }

    /**
     * Gives the tables that are in use until the next switch their names, whichever attempt to switch has taken them. A
     * worker that was replaced knows no later attempts, one of which may be decided by now. Number 0 is a first target.
     *
     * @return true if one had been taken
     */
    boolean unpark(MoveOperation operation) throws SQLException {
        boolean taken = false;
        for (MovedUnit unit : operation.units()) {
            Set<String> names = IntStream.rangeClosed(1, operation.attempt())
                    .mapToObj(attempt -> unit.parked(operation.id(), attempt).toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet());
            taken |= Fence.reopen(ahead(operation, unit), names::contains);
        }
        return taken;
    }

    /** The same for one attempt to switch, which is not decided. */
    void unpark(MoveOperation operation, int attempt) throws SQLException {
        for (MovedUnit unit : operation.units()) {
            String parked = unit.parked(operation.id(), attempt).toLowerCase(Locale.ROOT);
            Fence.reopen(ahead(operation, unit), parked::equals);
        }
    }

    /** Gives the tables of a decided move the names by which they are used from now on. */
    void publish(MoveOperation operation) throws SQLException {
        for (MovedUnit unit : operation.units()) {
            Fence.publish(ahead(operation, unit));
        }
    }
}
